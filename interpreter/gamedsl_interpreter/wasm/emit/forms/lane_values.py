"""Pieces as lanes in locals: counts by kind in bytes, 64-bit words of eight kinds each (see `lanes`)."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, load, ne, op1, op2, select, wide, wrap
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV, append_entry
from gamedsl_interpreter.wasm.emit.planning.count_lanes import sum_of
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots, slots, zone_kinds

ONES = 0x0101010101010101


HIGH = 0x8080808080808080


_LOW = 0x7F7F7F7F7F7F7F7F


_PLACES = 0x8040201008040201


_APART = 0x0002040810204081


@frozen
class LanesV:
    """Pieces by kind, for each zone they can come from: `counts[i]` are 64-bit words, each with eight one-byte counts, for the kinds of zone i in the order
    of its scale. The families of the zones are known and different; no count is above 127."""

    zones: tuple[ZoneV, ...]
    counts: tuple[tuple[Ir, ...], ...]

    def pin(self, code: Emitter) -> LanesV:
        """Gives the pieces with their zones and words in locals."""
        words = tuple(tuple(pin(code, word) for word in words) for words in self.counts)
        return LanesV(tuple(zone.pin(code) for zone in self.zones), words)

    def number(self, code: Emitter) -> Ir:
        """Counts the pieces."""
        found: Ir = c(0)
        for zone, words in zip(self.zones, self.counts, strict=True):
            kinds = zone_kinds(code.game, code.game.zones[zone.known_family])
            for w, word in enumerate(words):
                copies = sum(code.game.kinds[kind].copies for kind in kinds[8 * w : 8 * w + 8])
                found = sum_of(code.fn.reuse(word), copies) + found
        return found

    def some(self, _: Emitter) -> Ir:
        """Whether there is a piece."""
        some: Ir = c64(0)
        for word in (word for words in self.counts for word in words):
            some = some | word
        return op2("ne", some, c64(0))

    def each(self, code: Emitter, body: Callable[[PieceV, Ir], None]) -> None:
        """Iterates over the entries in normative order: zone by zone, kinds ascending."""
        fn, layout = code.fn, layout_of(code.game, self)
        kinds = [0] * layout.size
        for slot, _, kind in layout.every():
            kinds[slot] = kind
        words = [(zone, word) for zone, counts in zip(self.zones, self.counts, strict=True) for word in counts]
        if len(words) == 1:
            ((zone, word),) = words
            _each_in_word(code, zone.instance, word, c(0), kinds, body)
            return
        at = code.ctx.memory.space(16 * len(words))
        for i, (zone, word) in enumerate(words):
            fn.store("i64", c(at), word, 16 * i)
            fn.store("32", c(at), zone.instance, 16 * i + 8)
        with fn.count(c(0), c(len(words))) as w:
            instance = fn.let(load("i32", w * 16, at + 8))
            _each_in_word(code, instance, load("i64", w * 16, at), fn.let(w * 8), kinds, body)

    def entries(self, code: Emitter) -> PiecesV:
        """Gives the pieces as entries in working memory."""
        at = code.ctx.memory.space(12 * layout_of(code.game, self).size)
        end = code.fn.let_var(c(at))
        self.each(code, lambda piece, number: append_entry(code, end, piece, number))
        return PiecesV(c(at), end)


def spread(byte: Ir, bits: int) -> Ir:
    """Spreads bits over bytes: each bit becomes a byte of 0 or 1."""
    if bits < 8:  # Multiplying makes copies of the byte; each byte of the result keeps the bit that lies at its place.
        return (wide(byte) * _APART) & ONES
    marked = (wide(byte) * ONES) & _PLACES
    return ((marked + _LOW) >> 7) & ONES


def single(number: Ir) -> Ir:
    """Makes a word whose byte n - 1 holds 1, for a number n from 1 to 7; the word is 0 for n = 0."""
    return c64(1) << wide(number << 3) >> 8


def marks(word: Ir) -> Ir | None:
    """Gives the bits from which `spread` or `single` made a word; None for other words."""
    match word:
        case Ir("and", _, (Ir("mul", _, (Ir("extend_u", _, (Ir() as byte,)), Ir("const", _, (factor,)))), _)):
            return byte if factor == _APART else None
        case Ir(
            "and", _, (Ir("shr_u", _, (Ir("add", _, (Ir("and", _, (Ir("mul", _, (wide_byte, _)), of)), _)), _)), _)
        ):
            return wrap(wide_byte) if of == c64(_PLACES) else None
        case Ir("shr_u", _, (Ir("shl", _, (Ir("const"), Ir("extend_u", _, (Ir("shl", _, (Ir() as number, _)),)))), _)):
            return c(1) << number >> 1
        case _:
            return None


def pin(code: Emitter, word: Ir) -> Ir:
    """Makes the word safe to use twice; a word whose `marks` are known stays as it is."""
    return word if marks(word) is not None else code.fn.reuse(word)


def bits(code: Emitter, given: LanesV) -> Ir:
    """Gives a bit for each slot that holds a piece."""
    result, words = c64(0), [word for words in given.counts for word in words]
    for at in range(0, len(words), 2):
        pair = words[at : at + 2]
        if any(marks(word) is not None for word in pair):
            here = nonzero(pair[0]) | ((nonzero(pair[-1]) if len(pair) > 1 else c(0)) << 8)
        else:
            here = nonzero(*pair)
        result = result | (wide(here) << (8 * at))
    return code.fn.reuse(result)


def some(given: LanesV) -> Ir:
    """Whether a slot holds a piece."""
    every: Ir = c64(0)
    for word in words_with_pieces(given):
        every = word | every
    return ne(every, c64(0))


def words_with_pieces(given: LanesV) -> tuple[Ir, ...]:
    """Gives words that are all 0 exactly if no slot holds a piece."""
    words = [(word, marks(word)) for words in given.counts for word in words]
    return tuple(word if known is None else wide(known) for word, known in words)


def nonzero(word: Ir, other: Ir | None = None) -> Ir:
    """Gives a bit for each byte of one or two words that is not 0. No byte may exceed 128: then exactly the nonzero bytes have a negation below 0."""
    if other is None:
        known = c(0) if word == c64(0) else marks(word)
        return _negative(Ir("splat64", "v128", (word,))) & 255 if known is None else known
    return _negative(Ir("with_lane64", "v128", (Ir("splat64", "v128", (word,)), other, 1)))


def _negative(bytes_: Ir) -> Ir:
    """Gives a bit for each of sixteen bytes whose negation is below 0."""
    return Ir("bitmask", "i32", (Ir("v_neg", "v128", (bytes_,)),))


def piece_at(code: Emitter, given: LanesV, layout: Slots, slot: Ir) -> PieceV:
    """Gives the piece of a slot."""
    kinds = [0] * layout.size
    zones = [0] * layout.size
    for number, zone, kind in layout.every():
        kinds[number], zones[number] = kind, zone
    instance = given.zones[0].instance
    if len(given.zones) > 1:
        which = code.fn.reuse(code.from_table(zones, slot))
        for i, other in enumerate(given.zones[1:], 1):
            instance = select(op2("eq", which, c(i)), other.instance, instance)
    return PieceV(code.fn.reuse(instance), code.fn.reuse(code.from_table(kinds, slot)))


def _each_in_word(
    code: Emitter, instance: Ir, word: Ir, first: Ir, kinds: list[int], body: Callable[[PieceV, Ir], None]
) -> None:
    """Iterates over the entries of one word, whose slots begin with `first`."""
    fn = code.fn
    left = fn.let_var(word)
    with fn.until(op1("eqz", left, "i32")):
        shift = fn.let(op1("ctz", left) & 56)
        lane = fn.let(c64(255) << shift)
        number = fn.let(wrap((left & lane) >> shift))
        fn.set(left, left & ~lane)
        kind = fn.reuse(code.from_table(kinds, wrap(shift >> 3) + first))
        body(PieceV(instance, kind), number)


def load_from(code: Emitter, layout: Slots, at: int) -> LanesV:
    """Loads lanes from working memory."""
    zones: list[ZoneV] = []
    counts: list[tuple[Ir, ...]] = []
    for family, words in zip(layout.families, layout.words, strict=True):
        instance = load("i32", c(at))
        flat = instance - code.game.zones[family].base
        zones.append(ZoneV(instance, family, flat, False))
        counts.append(tuple(load("i64", c(at), 8 + 8 * w) for w in range(words)))
        at += 8 + 8 * words
    return LanesV(tuple(zones), tuple(counts))


def store_to(code: Emitter, layout: Slots, at: int, given: LanesV) -> None:
    """Writes lanes to working memory. Families that are missing have no pieces there."""
    fn = code.fn
    given = given.pin(code)
    by_family = dict(
        zip((zone.family for zone in given.zones), zip(given.zones, given.counts, strict=True), strict=True)
    )
    for family, words in zip(layout.families, layout.words, strict=True):
        known = by_family.get(family)
        fn.store("32", c(at), c(code.game.zones[family].base) if known is None else known[0].instance)
        for w in range(words):
            fn.store("i64", c(at), c64(0) if known is None else known[1][w], 8 + 8 * w)
        at += 8 + 8 * words


def layout_of(game: Game, given: LanesV) -> Slots:
    """Gives the slots of lanes."""
    return slots(game, [zone.known_family for zone in given.zones])

"""Pieces of zones that are known while emitting, as counts by kind in bytes: 64-bit words, eight kinds each.

A *slot* is a kind in a zone. The slots of a zone begin at a multiple of eight, so that byte i of a zone's word w belongs to its slot 8w + i. The same
pieces can be had as bits, one for each slot where something lies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamedsl.graph.bytes.codings import MaskZone, SlotZone, zone_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    c,
    c64,
    ge,
    load,
    mul,
    op1,
    op2,
    select,
    sub,
    wide,
    wrap,
)
from gamedsl_interpreter.wasm.emit.collections import lane_conditions
from gamedsl_interpreter.wasm.emit.memory.context import words_of
from gamedsl_interpreter.wasm.emit.memory.lane_shapes import Slots, slots, zone_kinds
from gamedsl_interpreter.wasm.emit.piles.lanes import sum_of
from gamedsl_interpreter.wasm.emit.values import places
from gamedsl_interpreter.wasm.emit.values.values import (
    LanesV,
    MaskV,
    PiecesV,
    PieceV,
    Value,
    ZoneV,
    expect,
)

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

ONES = 0x0101010101010101
HIGH = 0x8080808080808080
_LOW = 0x7F7F7F7F7F7F7F7F
_PLACES = 0x8040201008040201
_APART = 0x0002040810204081


# ---------------------------------------------------------------- values


class _OtherForm(Exception):
    """The pieces cannot be had as lanes after all."""


def value(code: Lowering, expr: Expr) -> LanesV | None:
    """Pieces as lanes, where the formula allows it; nothing is written otherwise."""
    if code.ctx.families(expr) is None:
        return None
    before = dict(code.env)
    try:
        with code.fn.aside() as stmts:
            found = _lanes(code, expr)
    except _OtherForm:
        code.env = before
        return None
    code.fn.splice(stmts)
    return found


def _lanes(code: Lowering, expr: Expr) -> LanesV:
    match expr:
        case expressions.Contents(zone):
            return of_zone(code, code.pinned(code.zone(zone)))
        case expressions.Local(local):
            known = code.local(local)
            if isinstance(known, LanesV):
                return known
            raise _OtherForm
        case expressions.Filter(source, local, condition):
            return filtered(code, _lanes(code, source), local, condition)
        case expressions.Join(left, right):
            one, other = _lanes(code, left), _lanes(code, right)
            return LanesV(one.zones + other.zones, one.counts + other.counts)
        case expressions.LyingIn(pieces, zone):
            return _lying_in(code, _lanes(code, pieces), zone)
        case expressions.Convert(expressions.Local() as piece):
            return of_piece(code, code.pinned(code.piece(piece)), code.ctx.families(expr) or ())
        case expressions.Call():
            return code.called(expr, lambda body: _lanes(code, body))
        case _:
            raise _OtherForm


def of_zone(code: Lowering, zone: ZoneV) -> LanesV:
    """What lies in a zone of a known family."""
    spec = code.game.zones[zone.known_family]
    kinds = zone_kinds(code.game, spec)
    at = code.fn.reuse(places.zone_address(code, zone))
    words: tuple[Ir, ...]
    match zone_coding(code.game, spec):
        case SlotZone() as coding:
            words = _one_hot(code, load("u8" if coding.codes == "B" else "u16", at), len(kinds))
        case MaskZone() as coding:
            words = tuple(
                spread(byte, min(8, len(kinds) - 8 * w)) for w, byte in enumerate(_bytes(coding, at, len(kinds)))
            )
        case _:
            words = tuple(_counts(at, w, len(kinds)) for w in range(-(-len(kinds) // 8)))
    if zone.maybe:
        there = code.fn.reuse(ge(zone.instance, c(0)))
        words = tuple(select(there, word, c64(0)) for word in words)
    return LanesV((zone,), (tuple(code.fn.reuse(word) for word in words),))


def _counts(at: Ir, word: int, kinds: int) -> Ir:
    """Eight counts; those of a neighbour behind the last kind are masked out."""
    here = min(8, kinds - 8 * word)
    return op2("and", load("i64", at, 8 * word), c64((1 << 8 * here) - 1))


def _one_hot(code: Lowering, raw: Ir, kinds: int) -> tuple[Ir, ...]:
    raw = code.fn.reuse(raw)
    if kinds < 8:
        return (op2("shr_u", op2("shl", c64(1), wide(op2("shl", raw, c(3)))), c64(8)),)
    bit = code.fn.reuse(op2("shl", c64(1), wide(op2("shl", sub(raw, c(1)), c(3)))))  # the shift is taken modulo 64
    return tuple(
        select(op2("eq", op2("shr_u", add(raw, c(7)), c(3)), c(w + 1)), bit, c64(0)) for w in range(-(-kinds // 8))
    )


def _bytes(coding: MaskZone, at: Ir, kinds: int) -> list[Ir]:
    """The bytes of a mask."""
    return [load("u8", at, i) for i in range(-(-kinds // 8))] if coding.codes else []


def spread(byte: Ir, bits: int) -> Ir:
    """So many bits as bytes of 0 or 1."""
    if bits < 8:  # copies of the byte, of which each has its own bit where a byte begins
        return op2("and", op2("mul", wide(byte), c64(_APART)), c64(ONES))
    marked = op2("and", op2("mul", wide(byte), c64(ONES)), c64(_PLACES))
    return op2("and", op2("shr_u", op2("add", marked, c64(_LOW)), c64(7)), c64(ONES))


def of_piece(code: Lowering, piece: PieceV, families: tuple[types.ZoneId, ...]) -> LanesV:
    """One piece out of a zone of the only family."""
    if len(families) != 1:
        raise _OtherForm
    spec = code.game.zones[families[0]]
    kinds = zone_kinds(code.game, spec)
    number = [kinds.index(kind) + 1 if kind in kinds else 0 for kind in range(kinds[-1] + 1)]
    zone = ZoneV(piece.zone, families[0], sub(piece.zone, c(spec.base)), False)
    words = _one_hot(code, code.from_table(number, piece.kind), len(kinds))
    return LanesV((code.pinned(zone),), (tuple(code.fn.reuse(word) for word in words),))


def _lying_in(code: Lowering, given: LanesV, where: Expr) -> LanesV:
    """The pieces of the zone that is meant, or of the one in which the pieces that are meant lie; none of the others."""
    zone_expr = where.zone if isinstance(where, expressions.Contents) else where
    zone = code.pinned(code.zone(zone_expr))
    lies: Ir = c(1)
    if isinstance(where, expressions.Contents):
        lies = is_there(of_zone(code, zone))
    counts: list[tuple[Ir, ...]] = []
    for other, words in zip(given.zones, given.counts, strict=True):
        if other.family != zone.family and zone.family is not None:
            counts.append(tuple(c64(0) for _ in words))
        else:
            same = code.fn.reuse(op2("and", op2("eq", other.instance, zone.instance), lies))
            counts.append(tuple(code.fn.reuse(select(same, word, c64(0))) for word in words))
    return LanesV(given.zones, tuple(counts))


def filtered(code: Lowering, given: LanesV, local: LocalId, condition: Expr) -> LanesV:
    """The pieces whose kind meets a condition, which depends on nothing else of the piece."""
    layout = layout_of(code.game, given)
    masks = lane_conditions.kinds_holding(code, layout, local, condition, lane_conditions.byte_masks)
    if masks is None:
        raise _OtherForm
    found, at = list[tuple[Ir, ...]](), 0
    for words in given.counts:
        found.append(tuple(code.fn.reuse(op2("and", word, masks[at + i])) for i, word in enumerate(words)))
        at += len(words)
    return LanesV(given.zones, tuple(found))


def layout_of(game: Game, given: LanesV) -> Slots:
    """The slots of pieces at hand."""
    return slots(game, [zone.known_family for zone in given.zones])


def distinct(code: Lowering, source: Expr, local: LocalId, of_kind: Expr, of: types.Type) -> MaskV | None:
    """The different values of a formula over pieces, as bits of one word; None if it depends on more than the kind."""
    families = code.ctx.families(source)
    if families is None or words_of(code.game, of) != 1:
        return None
    groups = lane_conditions.by_value(code, slots(code.game, families), local, of_kind)
    given = None if groups is None else value(code, source)
    if groups is None or given is None:
        return None
    first = scale_span(code.game, of)[0]
    lying, found = bits(code, given), c64(0)
    members = {number - first: slots_of for number, slots_of in groups.items() if number is not None}
    shifts = {slots_of[0] - bit for bit, slots_of in members.items()}
    if len(shifts) == 1 and all(len(slots_of) == 1 for slots_of in members.values()) and (shift := shifts.pop()) >= 0:
        every = sum(1 << bit for bit in members)
        return MaskV((code.fn.reuse(op2("and", op2("shr_u", lying, c64(shift)), c64(every))),), first)
    for bit, slots_of in members.items():
        some = op2("ne", op2("and", lying, c64(sum(1 << slot for slot in slots_of))), c64(0))
        found = op2("or", found, op2("shl", wide(some), c64(bit)))
    return MaskV((code.fn.reuse(found),), first)


# ---------------------------------------------------------------- bits


def bits(code: Lowering, given: LanesV) -> Ir:
    """A bit for each slot where something lies."""
    words = [word for words in given.counts for word in words]
    found = c64(0)
    for at in range(0, len(words), 2):
        found = op2("or", found, op2("shl", wide(nonzero(*words[at : at + 2])), c64(8 * at)))
    return code.fn.reuse(found)


def nonzero(word: Ir, other: Ir | None = None) -> Ir:
    """A bit for each byte of one or two words that is not 0; all bytes are at most 128, so that they are not 0 where less than that is below 0."""
    if (other is None or other == c64(0)) and word == c64(0):
        return c(0)
    pair = Ir("splat64", "v128", (word,))
    if other is not None:
        pair = Ir("with_lane64", "v128", (pair, other, 1))
    found = Ir("bitmask", "i32", (Ir("v_neg", "v128", (pair,)),))
    return found if other is not None else op2("and", found, c(255))


def piece_at(code: Lowering, given: LanesV, layout: Slots, slot: Ir) -> PieceV:
    """The piece of a slot."""
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


# ---------------------------------------------------------------- asking


def total(code: Lowering, given: LanesV) -> Ir:
    """How many pieces there are."""
    found: Ir = c(0)
    for zone, words in zip(given.zones, given.counts, strict=True):
        kinds = zone_kinds(code.game, code.game.zones[zone.known_family])
        for w, word in enumerate(words):
            copies = sum(code.game.kinds[kind].copies for kind in kinds[8 * w : 8 * w + 8])
            found = add(sum_of(code.fn.reuse(word), copies), found)
    return found


def stream(code: Lowering, given: LanesV, body: Callable[[Value, Ir], None]) -> None:
    """The entries in normative order: zone by zone, kinds ascending."""
    fn, layout = code.fn, layout_of(code.game, given)
    kinds = [0] * layout.size
    for slot, _, kind in layout.every():
        kinds[slot] = kind
    words = [(zone, word) for zone, counts in zip(given.zones, given.counts, strict=True) for word in counts]
    if len(words) == 1:
        ((zone, word),) = words
        _stream_word(code, zone.instance, word, c(0), kinds, body)
        return
    at = code.ctx.memory.space(16 * len(words))
    for i, (zone, word) in enumerate(words):
        fn.store("i64", c(at), word, 16 * i)
        fn.store("32", c(at), zone.instance, 16 * i + 8)
    with fn.count(c(0), c(len(words))) as w:
        instance = fn.let(load("i32", mul(w, c(16)), at + 8))
        _stream_word(code, instance, load("i64", mul(w, c(16)), at), fn.let(mul(w, c(8))), kinds, body)


def _stream_word(
    code: Lowering, instance: Ir, word: Ir, first: Ir, kinds: list[int], body: Callable[[Value, Ir], None]
) -> None:
    """The entries of one word, whose slots begin with `first`."""
    fn = code.fn
    left = fn.let_var(word)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, op1("eqz", left, "i32"))
        shift = fn.let(op2("and", op1("ctz", left), c64(56)))
        lane = fn.let(op2("shl", c64(255), shift))
        number = fn.let(wrap(op2("shr_u", op2("and", left, lane), shift)))
        fn.set(left, op2("and", left, op2("xor", lane, c64(-1))))
        kind = fn.reuse(code.from_table(kinds, add(wrap(op2("shr_u", shift, c64(3))), first)))
        body(PieceV(instance, kind), number)
        fn.br(again)


def is_there(given: LanesV) -> Ir:
    """Whether there is a piece."""
    some: Ir = c64(0)
    for word in (word for words in given.counts for word in words):
        some = op2("or", some, word)
    return op2("ne", some, c64(0))


# ---------------------------------------------------------------- working memory


def load_from(code: Lowering, layout: Slots, at: int) -> LanesV:
    """Lanes in working memory."""
    zones: list[ZoneV] = []
    counts: list[tuple[Ir, ...]] = []
    for family, words in zip(layout.families, layout.words, strict=True):
        instance = load("i32", c(at))
        flat = sub(instance, c(code.game.zones[family].base))
        zones.append(ZoneV(instance, family, flat, False))
        counts.append(tuple(load("i64", c(at), 8 + 8 * w) for w in range(words)))
        at += 8 + 8 * words
    return LanesV(tuple(zones), tuple(counts))


def store_to(code: Lowering, layout: Slots, at: int, given: LanesV) -> None:
    """Writes lanes to working memory; families that are missing have no pieces there."""
    fn = code.fn
    given = code.pinned(given)
    by_family = dict(
        zip((zone.family for zone in given.zones), zip(given.zones, given.counts, strict=True), strict=True)
    )
    for family, words in zip(layout.families, layout.words, strict=True):
        known = by_family.get(family)
        fn.store("32", c(at), c(code.game.zones[family].base) if known is None else known[0].instance)
        for w in range(words):
            fn.store("i64", c(at), c64(0) if known is None else known[1][w], 8 + 8 * w)
        at += 8 + 8 * words


def put(code: Lowering, layout: Slots, at: int, given: Value) -> None:
    """Writes a collection of pieces to working memory as lanes."""
    from gamedsl_interpreter.wasm.emit.collections import streams

    if isinstance(given, LanesV):
        store_to(code, layout, at, given)
    else:
        store_entries(code, layout, at, lambda body: streams.of_value(code, given, body))


def store_entries(code: Lowering, layout: Slots, at: int, each: Callable[[Callable[[Value, Ir], None]], None]) -> None:
    """Writes pieces that come as entries to working memory as lanes. All entries of one family are of one zone."""
    fn = code.fn
    store_to(code, layout, at, LanesV((), ()))

    def entry(element: Value, number: Ir) -> None:
        piece = expect(PieceV, element)
        here = at
        for family, kinds, words in zip(layout.families, layout.kinds, layout.words, strict=True):
            spec = code.game.zones[family]
            inside = op2("lt_u", sub(piece.zone, c(spec.base)), c(len(spec.start)))
            places_of = [kinds.index(kind) if kind in kinds else 0 for kind in range(kinds[-1] + 1)]
            with fn.when(inside):
                fn.store("32", c(here), piece.zone)
                byte = fn.let(add(code.from_table(places_of, piece.kind), c(here + 8)))
                fn.store("8", byte, add(load("u8", byte), number))
            here += 8 + 8 * words

    each(entry)


def entries(code: Lowering, given: LanesV) -> PiecesV:
    """Lanes as entries."""
    fn = code.fn
    at = code.ctx.memory.space(12 * layout_of(code.game, given).size)
    end = fn.let_var(c(at))

    def write(element: Value, number: Ir) -> None:
        piece = expect(PieceV, element)
        fn.store("32", end, piece.zone)
        fn.store("32", end, piece.kind, 4)
        fn.store("32", end, number, 8)
        fn.set(end, add(end, c(12)))

    stream(code, given, write)
    return PiecesV(c(at), end)

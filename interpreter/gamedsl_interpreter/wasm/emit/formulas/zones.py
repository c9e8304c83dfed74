"""Zones at run time: their pieces, counts and kinds. Access is emitted in place if the family is known, else it goes through the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, PileZone, SlotZone, zone_coding
from gamedsl.graph.bytes.scales import kinds_scale
from gamedsl.graph.model import types
from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, eq, ge, load, ne, op1, op2, select, wide, wrap
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles.canonical import pile_bytes
from gamedsl_interpreter.wasm.emit.planning import count_lanes as lanes
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds

Body = Callable[[Value, Ir], None]

_WORDS = {"B": ("u8", 1), "H": ("u16", 2), "I": ("i32", 4)}
_FEW = 8
"""The most kinds whose counts are read one by one."""
_SUMMED = 8
"""The most kinds whose counts are added up in one expression."""


def stream(code: Lowering, of: ZoneV, body: Body) -> None:
    """Iterates over the entries of a zone; over the pieces of a pile one by one, from bottom to top."""
    fn = code.fn
    if of.maybe:
        with fn.when(ge(of.instance, c(0))):
            stream(code, ZoneV(of.instance, of.family, of.flat, False), body)
        return
    coding = None if of.family is None else zone_coding(code.game, code.game.zones[of.family])
    match coding:
        case SlotZone():
            piece = places.top(code, of)
            kind = fn.let(piece.kind)
            with fn.when(ge(kind, c(0))):
                body(PieceV(of.instance, kind), c(1))
        case CountZone(Counted(_, word_code)):
            _counts(code, of, word_code, body)
        case MaskZone():
            _bits(code, of, coding, body)
        case PileZone():
            _pile(code, of, body)
        case _:
            at = code.ctx.memory.space(12 * most_entries(code, of))
            instance = code.fn.reuse(of.instance)
            end = code.fn.let(call("z_list", "i32", code.s, instance, c(at)))
            PiecesV(c(at), end).each(code, body)


def has(code: Lowering, of: ZoneV, kind: Ir) -> Ir | None:
    """Tests whether a kind lies in a zone; None if more than one place of the state would have to be read."""
    coding = None if of.family is None or of.maybe else zone_coding(code.game, code.game.zones[of.family])
    if not isinstance(coding, MaskZone | CountZone):
        return None
    kinds = zone_kinds(code.game, code.game.zones[of.known_family])
    first = kinds[0]
    place = code.fn.reuse(kind - first)
    inside = code.fn.reuse(op2("lt_u", place, c(kinds[-1] - first + 1)))
    place = select(inside, place, c(0))
    if kinds != tuple(range(first, first + len(kinds))):
        number = {known: i for i, known in enumerate(kinds)}
        place = code.fn.reuse(code.from_table([number.get(first + i, -1) for i in range(kinds[-1] - first + 1)], place))
        inside = inside & ge(place, c(0))
        place = select(ge(place, c(0)), place, c(0))
    place = code.fn.reuse(place)
    if isinstance(coding, MaskZone):
        at = places.zone_address(code, of) + (place >> 3)
        return (load("u8", at) >> (place & 7)) & inside
    load_kind, width = _WORDS[coding.counts.codes[0]]
    return ne(load(load_kind, place * width + places.zone_address(code, of)), c(0)) & inside


def _counts(code: Lowering, of: ZoneV, word_code: str, body: Body) -> None:
    fn, (load_kind, width) = code.fn, _WORDS[word_code]
    kinds = zone_kinds(code.game, code.game.zones[of.known_family])
    at = fn.let(places.zone_address(code, of))
    instance = fn.reuse(of.instance)
    if width == 1 and len(kinds) > _FEW:
        _bytes(code, at, instance, kinds, body)
        return

    def one(i: Ir) -> None:
        number = fn.let(load(load_kind, i * width + at))
        with fn.when(number):
            body(PieceV(instance, fn.reuse(code.from_table(list(kinds), i))), number)

    if len(kinds) <= 2:
        for number in range(len(kinds)):
            one(c(number))
    else:
        with fn.count(c(0), c(len(kinds))) as i:
            one(i)


def _bytes(code: Lowering, at: Ir, instance: Ir, kinds: Sequence[int], body: Body) -> None:
    """Iterates over counts of one byte. Eight are read at once, and those that are 0 are passed over."""
    fn, words = code.fn, -(-len(kinds) // 8)
    own = c64((1 << 8 * (len(kinds) - 8 * (words - 1))) - 1)
    """The bytes of the last word that are counts of the zone."""

    with fn.count(c(0), c(words)) as number:
        mask = select(eq(number, c(words - 1)), own, c64(-1))
        left = fn.let_var(load("i64", number * 8 + at) & mask)
        with fn.until(op1("eqz", left, "i32"), 8):
            shift = fn.let(op1("ctz", left) & 56)
            count = fn.let(wrap((left >> shift) & 255))
            fn.set(left, left ^ (wide(count) << shift))
            place = wrap(shift >> 3) + number * 8
            body(PieceV(instance, fn.reuse(code.from_table(list(kinds), place))), count)


def _mask(code: Lowering, of: ZoneV, coding: MaskZone) -> MaskV:
    at = places.zone_address(code, of)
    codes = coding.codes
    if codes[0] == "Q":
        at = code.fn.reuse(at)
        return MaskV(tuple(load("i64", at, 8 * i) for i in range(len(codes))), 0)
    return MaskV((wide(load(_WORDS[codes][0], at)),), 0)


def _bits(code: Lowering, of: ZoneV, coding: MaskZone, body: Body) -> None:

    kinds = list(zone_kinds(code.game, code.game.zones[of.known_family]))
    bits = _mask(code, of, coding)
    instance = code.fn.reuse(of.instance)
    bits.each_bit(code, lambda i: body(PieceV(instance, code.fn.reuse(code.from_table(kinds, i))), c(1)))


def _pile(code: Lowering, of: ZoneV, body: Body) -> None:
    fn, family = code.fn, of.known_family
    instance, at = fn.reuse(of.instance), fn.let(places.zone_address(code, of))
    if family in code.ctx.record.piles:
        fn.drop(call("plain", "i32", code.s, instance))
    kinds, form = list(zone_kinds(code.game, code.game.zones[family])), pile_bytes(code.game, family)
    with fn.count(c(0), fn.let(form.length(at))) as place:
        body(PieceV(instance, fn.reuse(code.from_table(kinds, fn.let(form.kind(at, place))))), c(1))


# ---------------------------------------------------------------- pieces of one kind


def holds(code: Lowering, family: ZoneId, of: types.Type) -> bool:
    """Whether all kinds of a type can lie in a family."""
    if not isinstance(of, types.Kind):
        return False
    return set(kinds_scale(code.game, of.classes).kinds) <= set(zone_kinds(code.game, code.game.zones[family]))


def number_of(code: Lowering, family: ZoneId, kind: Ir) -> Ir:
    """Gives the number of a kind among those of a family; an arbitrary number for a kind that cannot lie there."""
    kinds = zone_kinds(code.game, code.game.zones[family])
    first = kinds[0]
    if all(here == first + i for i, here in enumerate(kinds)):
        return kind - first
    numbers = {here: i for i, here in enumerate(kinds)}
    return code.from_table([numbers.get(here, 0) for here in range(len(code.game.kinds))], kind)


def count(code: Lowering, of: ZoneV, kind: Ir) -> Ir:
    """Counts the pieces of a kind that can lie there in a bag or slot that is not none."""
    at, number = places.zone_address(code, of), code.fn.reuse(number_of(code, of.known_family, kind))
    match zone_coding(code.game, code.game.zones[of.known_family]):
        case SlotZone() as coding:
            return eq(load("u8" if coding.codes == "B" else "u16", at), number + 1)
        case CountZone(Counted(_, word_code)):
            load_kind, width = _WORDS[word_code]
            return load(load_kind, number * width + at)
        case MaskZone():
            byte = load("u8", at + (number >> 3))
            return (byte >> (number & 7)) & 1
        case _:
            raise AssertionError("the pieces of a pile are no counts")


def put(code: Lowering, zone: ZoneV, kind: Ir, number: Ir) -> None:
    """Adds pieces of a kind to a bag or slot (a negative number removes them). A slot holds one piece or none."""
    fn = code.fn
    at = places.zone_address(code, zone)
    index = number_of(code, zone.known_family, kind)
    match zone_coding(code.game, code.game.zones[zone.known_family]):
        case SlotZone() as coding:
            there = op2("gt_s", number, c(0))
            fn.store("8" if coding.codes == "B" else "16", at, (index + 1) & (c(0) - there))
        case CountZone(Counted(_, word_code)):
            load_kind, width = _WORDS[word_code]
            here = fn.let(index * width + at)
            fn.store(str(8 * width), here, load(load_kind, here) + number)
        case MaskZone():
            index = fn.reuse(index)
            here = fn.let(at + (index >> 3))
            fn.store("8", here, load("u8", here) ^ (c(1) << (index & 7)))
        case _:
            raise AssertionError("only bags and slots are written in place")


def most_entries(code: Lowering, of: ZoneV) -> int:
    """Gives an upper bound for the entries of a zone."""
    pieces = code.ctx.pieces
    return pieces if of.family is None or code.game.zones[of.family].form == "pile" else len(code.game.kinds) + 1


def size(code: Lowering, of: ZoneV) -> Ir:
    """Counts the pieces in a zone; none for a zone that is none."""
    fn = code.fn
    if of.maybe:
        result = fn.let_var(c(0))
        with fn.when(ge(of.instance, c(0))):
            fn.set(result, size(code, ZoneV(of.instance, of.family, of.flat, False)))
        return result
    coding = None if of.family is None else zone_coding(code.game, code.game.zones[of.family])
    match coding:
        case SlotZone():
            return ne(load("u8" if coding.codes == "B" else "u16", places.zone_address(code, of)), c(0))
        case CountZone(Counted(scale, word_code)):
            kinds = zone_kinds(code.game, code.game.zones[of.known_family])
            most = sum(code.game.kinds[kind].copies for kind in kinds)
            return _sum(code, fn.let(places.zone_address(code, of)), scale.count, word_code, most)
        case MaskZone():
            total = c(0)
            for word in _mask(code, of, coding).words:
                total = total + wrap(op1("popcnt", word))
            return total
        case PileZone():
            return pile_bytes(code.game, of.known_family).length(places.zone_address(code, of))
        case _:
            return fn.let(call("z_size", "i32", code.s, of.instance))


def _sum(code: Lowering, at: Ir, count: int, word_code: str, most: int) -> Ir:
    kind, width = _WORDS[word_code]
    if word_code == "B" and 2 < count <= lanes.LANES:
        return lanes.sum_of(load("i64", at) << (8 * (lanes.LANES - count)), most)
    if count <= _SUMMED:
        total = c(0)
        for number in range(count):
            total = load(kind, at, number * width) + total
        return total
    total = code.fn.let_var(c(0))
    with code.fn.count(c(0), c(count)) as i:
        code.fn.set(total, total + load(kind, i * width + at))
    return total

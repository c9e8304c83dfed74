"""Pieces of zones that are known while emitting, as counts by kind in bytes: 64-bit words, eight kinds each.

A *slot* is a kind in a zone. The slots of a zone begin at a multiple of eight, so byte i of a zone's word w belongs to its slot 8w + i. The same pieces can also be
given as bits, one for each slot that holds a piece.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.bytes.codings import MaskZone, SlotZone, zone_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, ge, load, op2, select, wide
from gamedsl_interpreter.wasm.emit.bulk import lane_conditions
from gamedsl_interpreter.wasm.emit.forms import lane_values
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Body, Value, expect, iterate
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots, slots, zone_kinds
from gamedsl_interpreter.wasm.emit.planning.type_forms import words_of

# ---------------------------------------------------------------- values


class _OtherForm(Exception):
    """The pieces cannot be represented as lanes after all."""


def value(code: Lowering, expr: Expr) -> lane_values.LanesV | None:
    """Gives pieces as lanes, if the formula allows it; otherwise nothing is emitted and the result is None."""
    if code.ctx.locals.families(expr) is None:
        return None
    before = dict(code.env)
    try:
        with code.fn.aside() as stmts:
            result = _lanes(code, expr)
    except _OtherForm:
        code.env = before
        return None
    code.fn.splice(stmts)
    return result


def _lanes(code: Lowering, expr: Expr) -> lane_values.LanesV:
    match expr:
        case expressions.Contents(zone):
            return of_zone(code, code.pin(code.zone(zone)))
        case expressions.Local(local):
            known = code.local(local)
            if isinstance(known, lane_values.LanesV):
                return known
            raise _OtherForm
        case expressions.Filter(source, local, condition):
            return filter_lanes(code, _lanes(code, source), local, condition)
        case expressions.Join(left, right):
            one, other = _lanes(code, left), _lanes(code, right)
            return lane_values.LanesV(one.zones + other.zones, one.counts + other.counts)
        case expressions.LyingIn(pieces, expressions.Contents(zone)):
            return _lying_in(code, _lanes(code, pieces), zone)
        case expressions.Convert(expressions.Local() as piece):
            return of_piece(code, code.pin(code.piece(piece)), code.ctx.locals.families(expr) or ())
        case expressions.Call():
            return code.call_function(expr, lambda body: _lanes(code, body))
        case _:
            raise _OtherForm


def of_zone(code: Lowering, zone: ZoneV) -> lane_values.LanesV:
    """Gives the pieces in a zone of a known family."""
    spec = code.game.zones[zone.known_family]
    kinds = zone_kinds(code.game, spec)
    at = code.fn.reuse(places.zone_address(code, zone))
    words: tuple[Ir, ...]
    match zone_coding(code.game, spec):
        case SlotZone() as coding:
            words = _one_hot(code, load("u8" if coding.codes == "B" else "u16", at), len(kinds))
        case MaskZone() as coding:
            words = tuple(
                lane_values.spread(byte, min(8, len(kinds) - 8 * w))
                for w, byte in enumerate(_bytes(code, coding, at, len(kinds)))
            )
        case _:
            words = tuple(_counts(at, w, len(kinds)) for w in range(-(-len(kinds) // 8)))
    if zone.maybe:
        there = code.fn.reuse(ge(zone.instance, c(0)))
        words = tuple(select(there, word, c64(0)) for word in words)
    return lane_values.LanesV((zone,), (tuple(lane_values.pin(code, word) for word in words),))


def _counts(at: Ir, word: int, kinds: int) -> Ir:
    """Loads eight counts and masks out the bytes after the last kind, which belong to a neighbour."""
    here = min(8, kinds - 8 * word)
    return load("i64", at, 8 * word) & ((1 << 8 * here) - 1)


def _one_hot(code: Lowering, raw: Ir, kinds: int) -> tuple[Ir, ...]:
    raw = code.fn.reuse(raw)
    if kinds < 8:
        return (lane_values.single(raw),)
    bit = code.fn.reuse(c64(1) << wide((raw - 1) << 3))  # The shift is taken modulo 64.
    return tuple(select(op2("eq", (raw + 7) >> 3, c(w + 1)), bit, c64(0)) for w in range(-(-kinds // 8)))


def _bytes(code: Lowering, coding: MaskZone, at: Ir, kinds: int) -> list[Ir]:
    """Loads the bytes of a mask."""
    return [code.fn.let(load("u8", at, i)) for i in range(-(-kinds // 8))] if coding.codes else []


def of_piece(code: Lowering, piece: PieceV, families: tuple[types.ZoneId, ...]) -> lane_values.LanesV:
    """Gives one piece out of a zone of the only family."""
    if len(families) != 1:
        raise _OtherForm
    spec = code.game.zones[families[0]]
    kinds = zone_kinds(code.game, spec)
    number = [kinds.index(kind) + 1 if kind in kinds else 0 for kind in range(kinds[-1] + 1)]
    zone = ZoneV(piece.zone, families[0], piece.zone - spec.base, False)
    words = _one_hot(code, code.from_table(number, piece.kind), len(kinds))
    return lane_values.LanesV((code.pin(zone),), (tuple(lane_values.pin(code, word) for word in words),))


def _lying_in(code: Lowering, given: lane_values.LanesV, where: Expr) -> lane_values.LanesV:
    """Keeps the pieces that lie in a zone, unless the zone is empty."""
    zone = code.pin(code.zone(where))
    lies = of_zone(code, zone).some(code)
    counts: list[tuple[Ir, ...]] = []
    for other, words in zip(given.zones, given.counts, strict=True):
        if other.family != zone.family and zone.family is not None:
            counts.append(tuple(c64(0) for _ in words))
        else:
            same = code.fn.reuse(op2("eq", other.instance, zone.instance) & lies)
            counts.append(tuple(code.fn.reuse(select(same, word, c64(0))) for word in words))
    return lane_values.LanesV(given.zones, tuple(counts))


def filter_lanes(code: Lowering, given: lane_values.LanesV, local: LocalId, condition: Expr) -> lane_values.LanesV:
    """Keeps the pieces whose kind fulfils a condition. The condition must depend on nothing else of a piece."""
    layout = lane_values.layout_of(code.game, given)
    masks = lane_conditions.kinds_holding(code, layout, local, condition, lane_conditions.byte_masks)
    if masks is None:
        raise _OtherForm
    counts, at = list[tuple[Ir, ...]](), 0
    for words in given.counts:
        counts.append(tuple(code.fn.reuse(word & masks[at + i]) for i, word in enumerate(words)))
        at += len(words)
    return lane_values.LanesV(given.zones, tuple(counts))


def distinct(code: Lowering, source: Expr, local: LocalId, of_kind: Expr, of: types.Type) -> MaskV | None:
    """Gives the different values of a formula over pieces, as bits of one word; None if it depends on more than the kind."""
    families = code.ctx.locals.families(source)
    if families is None or words_of(code.game, of) != 1:
        return None
    layout = slots(code.game, families)
    groups = lane_conditions.by_value(code, layout, local, of_kind)
    given = None if groups is None else value(code, source)
    if groups is None or given is None:
        return None
    given = code.pin(given)
    first = scale_span(code.game, of)[0]
    lying, values = lane_values.bits(code, given), c64(0)
    members = {number - first: slots_of for number, slots_of in groups.items() if number is not None}
    has_all = {slot for slots_of in members.values() for slot in slots_of} >= {slot for slot, _, _ in layout.every()}
    made_of = lane_values.words_with_pieces(given) if has_all and layout.size <= 8 else ()
    shifts = {slots_of[0] - bit for bit, slots_of in members.items()}
    if len(shifts) == 1 and all(len(slots_of) == 1 for slots_of in members.values()) and (shift := shifts.pop()) >= 0:
        every = sum(1 << bit for bit in members)
        return MaskV((code.fn.reuse((lying >> shift) & every),), first, made_of)
    for bit, slots_of in members.items():
        some = op2("ne", lying & sum(1 << slot for slot in slots_of), c64(0))
        values = values | (wide(some) << bit)
    return MaskV((code.fn.reuse(values),), first, made_of)


# ---------------------------------------------------------------- working memory


def put(code: Lowering, layout: Slots, at: int, given: Value) -> None:
    """Writes a collection of pieces to working memory as lanes."""

    if isinstance(given, lane_values.LanesV):
        lane_values.store_to(code, layout, at, given)
    else:
        store_entries(code, layout, at, lambda body: iterate(code, given, body))


def store_entries(code: Lowering, layout: Slots, at: int, each: Callable[[Body], None]) -> None:
    """Writes pieces that come as entries to working memory as lanes. All entries of one family must be of one zone."""
    fn = code.fn
    lane_values.store_to(code, layout, at, lane_values.LanesV((), ()))

    def entry(element: Value, number: Ir) -> None:
        piece = expect(PieceV, element)
        here = at
        for family, kinds, words in zip(layout.families, layout.kinds, layout.words, strict=True):
            spec = code.game.zones[family]
            inside = op2("lt_u", piece.zone - spec.base, c(len(spec.start)))
            places_of = [kinds.index(kind) if kind in kinds else 0 for kind in range(kinds[-1] + 1)]
            with fn.when(inside):
                fn.store("32", c(here), piece.zone)
                byte = fn.let(code.from_table(places_of, piece.kind) + (here + 8))
                fn.store("8", byte, load("u8", byte) + number)
            here += 8 + 8 * words

    each(entry)

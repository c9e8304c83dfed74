"""Formulas that read fields, zones, pieces, constant tables and boards."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from gamedsl.graph.bytes.codings import SlotZone, zone_coding
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import FieldSpec, TableSpec, ZoneSpec
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, const_value, eqz, ge, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.forms import state_access
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import MaybeV, Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import tops
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, may_be_none
from gamedsl_interpreter.wasm.emit.tables import entries

Place: TypeAlias = (
    expressions.FieldAt | expressions.ZoneAt | expressions.KindOf | expressions.PlaceOf | expressions.Lookup
)


def scalar(code: Lowering, expr: Place) -> Ir:
    """Emits a formula of this group that is a number."""
    match expr:
        case expressions.FieldAt():
            return expect(Ir, field(code, expr))
        case expressions.ZoneAt():
            return zone(code, expr).instance
        case expressions.KindOf(piece_expr):
            return code.piece(piece_expr).kind
        case expressions.PlaceOf(piece_expr):
            return code.piece(piece_expr).zone
        case expressions.Lookup():
            return expect(Ir, lookup(code, expr))
        case _:
            assert_never(expr)


def piece(code: Lowering, expr: expressions.FieldAt | expressions.TopPiece | expressions.PieceOf) -> PieceV:
    """Emits a formula of this group that is a piece."""
    match expr:
        case expressions.FieldAt():
            return expect(PieceV, field(code, expr))
        case expressions.TopPiece(zone_expr):
            return _top_of(code, zone_expr)
        case expressions.PieceOf(kind):
            return PieceV(c(NONE), code.scalar(kind))
        case _:
            assert_never(expr)


def _top_of(code: Lowering, zone_expr: Expr) -> PieceV:
    """Gives the top piece. If the formula chooses between two zones of known families, each is read in its own branch."""
    match zone_expr:
        case expressions.Call():
            return code.call_function(zone_expr, lambda body: _top_of(code, body))
        case expressions.IfElse(condition, yes, no):
            kind, instance = code.fn.local(), code.fn.local()
            with code.fn.when(code.fn.let_var(code.scalar(condition))):
                _set_top(code, instance, kind, yes)
            with code.fn.orelse():
                _set_top(code, instance, kind, no)
            return PieceV(instance, kind)
        case _:
            return top(code, code.zone(zone_expr))


def _set_top(code: Lowering, instance: Ir, kind: Ir, zone_expr: Expr) -> None:
    found = _top_of(code, zone_expr)
    code.fn.set(instance, found.zone)
    code.fn.set(kind, found.kind)


# ---------------------------------------------------------------- instances


def flat_index(
    code: Lowering, index: tuple[Expr, ...], sizes: tuple[int, ...], site: types.SiteId
) -> tuple[Ir, Ir | None]:
    """Gives the number of an instance inside its family, and a test whether an index is none (None if no index can be none). Fault E_INDEX."""
    values: list[Ir] = []
    missing: Ir | None = None
    for expr, size in zip(index, sizes, strict=True):
        value = code.scalar(expr)
        optional = may_be_none(expr.type)
        least, most = span(expr.type)
        checked = not (least >= 0 and most < size) and const_value(value) is None
        if optional or checked:
            value = code.fn.reuse(value)
        none = is_none(code, value, expr.type) if optional else c(0)
        if optional:
            missing = none if missing is None else missing | none
        if checked:
            code.check(op2("lt_u", value, c(size)) | none, "E_INDEX", site)
        values.append(value)
    flat = c(0)
    for value, size in zip(values, sizes, strict=True):
        flat = flat * size + value
    if missing is not None:
        missing = code.fn.reuse(missing)
    return flat, missing


def is_none(code: Lowering, value: Ir, of: types.Type) -> Ir:
    """Tests whether a number is none."""
    none = code.ctx.none_of(of)
    return lt(value, c(0)) if none == NONE else op2("eq", value, c(none))


def family_index(spec: FieldSpec | ZoneSpec) -> tuple[int, ...]:
    """Gives the sizes of the dimensions."""
    return tuple(dimension.size for dimension in spec.dimensions)


def field_address(code: Lowering, field_id: types.FieldId, flat: Ir) -> Ir:
    """Gives the address of an instance of a field."""
    family = code.ctx.record.fields[field_id]
    return code.s + flat * family.stride + family.offset


def field(code: Lowering, expr: expressions.FieldAt) -> Value:
    """Gives the value of a field."""
    spec = code.game.fields[expr.field]
    flat, missing = flat_index(code, expr.index, family_index(spec), expr.site)
    if missing is not None:
        flat = code.fn.reuse(flat)
        flat = select(missing, c(0), flat)
    at = field_address(code, expr.field, flat)
    if missing is None and len(expr.index) and const_value(flat) is None:
        at = code.fn.reuse(at) if not state_access.is_single(spec.type) else at
    value = state_access.get(code, spec.type, at)
    return value if missing is None else _make_none_where(code, missing, value, spec.type)


def _make_none_where(code: Lowering, missing: Ir, value: Value, of: types.Type) -> Value:
    """Gives a value of this type, or none where its place is missing."""
    match value:
        case Ir():
            return select(missing, c(code.ctx.none_of(of)), value)
        case PieceV():
            return PieceV(value.zone, select(missing, c(NONE), value.kind))
        case MaybeV(there):
            return MaybeV(there & eqz(missing), value.value)
        case _:
            return MaybeV(eqz(missing), value)


def zone(code: Lowering, expr: expressions.ZoneAt) -> ZoneV:
    """Computes a zone instance."""
    spec = code.game.zones[expr.zone]
    flat, missing = flat_index(code, expr.index, family_index(spec), expr.site)
    flat = code.fn.reuse(flat)
    if missing is None:
        return ZoneV(flat + spec.base, expr.zone, flat, False)
    return ZoneV(select(missing, c(NONE), flat + spec.base), expr.zone, flat, True)


def zone_address(code: Lowering, of: ZoneV) -> Ir:
    """Gives the address of a zone of a known family; an arbitrary address for a zone that is none."""
    family = code.ctx.record.zones[of.known_family]
    flat = select(ge(of.instance, c(0)), of.flat, c(0)) if of.maybe else of.flat
    return code.s + flat * family.stride + family.offset


def pile_extra(code: Lowering, of: ZoneV) -> Ir:
    """Gives the address of the extra bytes of a pile that is not none; 0 if it has no working form."""
    form = code.ctx.record.piles.get(of.known_family)
    if form is None:
        return c(0)
    return code.s + of.flat * form.stride + form.at


# ---------------------------------------------------------------- slots and piles


def slot_scale(code: Lowering, spec: ZoneSpec) -> tuple[str, tuple[int, ...]] | None:
    """Gives the kind of load and the kinds of a slot; None for other zones."""
    coding = zone_coding(code.game, spec)
    if not isinstance(coding, SlotZone):
        return None
    return ("u8" if coding.codes == "B" else "u16"), zone_kinds(code.game, spec)


def top(code: Lowering, of: ZoneV) -> PieceV:
    """Gives the piece in a slot, or on top of a pile."""
    slot = None if of.family is None else slot_scale(code, code.game.zones[of.family])
    if slot is not None:
        raw = load(slot[0], zone_address(code, of))
        kind = slot_kind(code, raw, slot[1])
        return PieceV(of.instance, select(ge(of.instance, c(0)), kind, c(NONE)) if of.maybe else kind)
    if of.family is not None and code.game.zones[of.family].form == "pile":
        return _top_of_pile(code, of)
    return _find_last(code, of)


def _top_of_pile(code: Lowering, of: ZoneV) -> PieceV:
    fn, family = code.fn, of.known_family
    instance, kind = fn.reuse(of.instance), fn.let_var(c(NONE))
    with fn.when(ge(instance, c(0)) if of.maybe else c(1)):
        at, extra = zone_address(code, of), pile_extra(code, of)
        number = fn.let(call(tops.reader(code.ctx, family), "i32", at, extra, c(0)))
        with fn.when(ge(number, c(0))):
            fn.set(kind, code.from_table(list(zone_kinds(code.game, code.game.zones[family])), number))
        with fn.when(op2("eq", number, c(tops.UNKNOWN))):
            fn.set(kind, _find_last(code, ZoneV(instance, None, instance, False)).kind)
    return PieceV(instance, kind)


def _find_last(code: Lowering, of: ZoneV) -> PieceV:
    """Gives the last entry of a zone, or the piece in a slot."""
    instance = code.fn.reuse(of.instance)
    to = c(code.ctx.memory.space(12 * code.ctx.pieces))
    end = code.fn.let_var(to)
    with code.fn.when(ge(instance, c(0))):
        code.fn.set(end, call("z_list", "i32", code.s, instance, to))
    is_there = code.fn.let(op2("ne", end, to))
    kind = load("i32", end - 8)
    return PieceV(instance, code.fn.let(select(is_there, kind, c(NONE))))


def slot_kind(code: Lowering, raw: Ir, kinds: tuple[int, ...]) -> Ir:
    """Gives the kind that the word of a slot stands for."""
    if all(kind == i for i, kind in enumerate(kinds)):
        return raw - 1
    if all(kind == kinds[0] + i for i, kind in enumerate(kinds)):
        raw = code.fn.reuse(raw)
        return select(raw, raw + (kinds[0] - 1), c(NONE))
    return code.from_table([NONE, *kinds], raw)


# ---------------------------------------------------------------- tables


def lookup(code: Lowering, expr: expressions.Lookup) -> Value:
    """Gives an entry of a constant table."""
    table = code.game.tables[expr.table]
    if len(expr.index) == 1 and may_be_none(expr.index[0].type) and entries.is_number(expr.type):
        return _optional_entry(code, table, expr)
    shifted: list[Ir] = []
    missing: Ir | None = None
    for index, first, size in zip(expr.index, table.lows, table.sizes, strict=True):
        value, optional = _check_index(code, index, first, size, expr.site)
        if optional:
            none = is_none(code, value, index.type)
            missing = none if missing is None else missing | none
        shifted.append(value - first)
    flat = c(0)
    for value, size in zip(shifted, table.sizes, strict=True):
        flat = flat * size + value
    if missing is not None:
        missing = code.fn.reuse(missing)
        flat = select(missing, c(0), code.fn.reuse(flat))
    found = entries.entry(code, table.values, flat, expr.type)
    return found if missing is None else _make_none_where(code, missing, found, expr.type)


def _check_index(code: Lowering, index: Expr, first: int, size: int, site: types.SiteId) -> tuple[Ir, bool]:
    """Computes an index of a table. Gives it, and whether it can be none. Fault E_INDEX."""
    value, optional = code.scalar(index), may_be_none(index.type)
    least, most = span(index.type)
    if isinstance(index.type, types.Kind) or (
        isinstance(index.type, types.Optional) and isinstance(index.type.of, types.Kind)
    ):
        least, most = first, first + size - 1
    if optional:
        value = code.fn.reuse(value)
    constant = const_value(value)
    if not (first <= least <= most < first + size) and (constant is None or not first <= constant < first + size):
        value = code.fn.reuse(value)
        fine = op2("lt_u", value - first, c(size))
        code.check(fine | is_none(code, value, index.type) if optional else fine, "E_INDEX", site)
    return value, optional


def _optional_entry(code: Lowering, table: TableSpec, expr: expressions.Lookup) -> Ir:
    """Gives the table's number at an index that may be none (-1): the table begins with an entry for none."""
    first, none = table.lows[0], code.ctx.none_of(expr.type)
    value, _ = _check_index(code, expr.index[0], first, table.sizes[0], expr.site)
    numbers = entries.numbers(table.values, none)
    if first == 0 and code.ctx.none_of(expr.index[0].type) == NONE:
        # The index is put into a local: otherwise a load would use the 1 as its offset, and the rest of the address
        # could be negative.
        return code.from_table([none, *numbers], code.fn.reuse(value + 1))
    missing = code.fn.reuse(is_none(code, value, expr.index[0].type))
    return select(missing, c(none), code.from_table(numbers, select(missing, c(0), value - first)))


# ---------------------------------------------------------------- players and boards


def board(code: Lowering, expr: expressions.Neighbour | expressions.Along) -> Ir:
    """Emits a formula about neighbours."""
    match expr:
        case expressions.Neighbour(side, player):
            return neighbour(code, code.scalar(player), 1 if side == "left" else -1)
        case expressions.Along():
            return _along_table(code, expr) or _along_ray(code, expr)
        case _:
            assert_never(expr)


def neighbour(code: Lowering, player: Ir, step: int) -> Ir:
    """Gives the next player in a direction who is not eliminated."""
    fn, seats, out = code.fn, len(code.game.seats), code.game.builtins.out
    turned = code.from_table([(seat + step) % seats for seat in range(seats)], player)
    if out is None:
        return turned
    player = fn.reuse(player)
    seat = fn.let_var(turned)
    with fn.until(op2("eq", seat, player)) as found:
        fn.br_if(found, eqz(load("u8", field_address(code, out, seat))))
        fn.set(seat, code.from_table([(s + step) % seats for s in range(seats)], seat))
    return seat


_MOST_STEPS = 8192
"""The most entries of a table of the places at each number of steps from each place in each direction."""


def _along_table(code: Lowering, expr: expressions.Along) -> Ir | None:
    """Reads the place from a table, if the number of steps has a small range."""
    rows = code.game.tables[expr.rays].values
    least, most = span(expr.number.type)
    if len(rows) * (most - least + 1) > _MOST_STEPS:
        return None
    entries = [_steps_along(rows, place, way, steps)
        for place in range(len(rows) // 8) for way in range(8) for steps in range(least, most + 1)]  # fmt: skip
    place, way = code.scalar(expr.start), code.scalar(expr.direction)
    steps = code.scalar(expr.number) - least
    if not may_be_none(expr.start.type):
        return code.from_table(entries, _step_index(code, place, way, steps, most - least + 1))
    place = code.fn.reuse(place)
    there = select(lt(place, c(0)), c(0), place)
    found = code.from_table(entries, _step_index(code, there, way, steps, most - least + 1))
    return select(lt(place, c(0)), c(NONE), found)


def _step_index(code: Lowering, place: Ir, way: Ir, steps: Ir, size: int) -> Ir:
    return (place * 8 + way) * size + steps


def _steps_along(rows: tuple[types.Value, ...], place: int, way: int, steps: int) -> int:
    if steps == 0:
        return place
    ray = shapes.numbers(rows[8 * place + (way + (4 if steps < 0 else 0)) % 8])
    return ray[abs(steps) - 1] if abs(steps) <= len(ray) else NONE


def _along_ray(code: Lowering, expr: expressions.Along) -> Ir:
    fn = code.fn
    place, way = fn.reuse(code.scalar(expr.start)), fn.reuse(code.scalar(expr.direction))
    steps = fn.reuse(code.scalar(expr.number))
    back = lt(steps, c(0))
    way = select(back, (way + 4) & 7, way)
    far = fn.let(select(back, c(0) - steps, steps))
    rows = code.game.tables[expr.rays].values
    stay = lt(place, c(0)) | eqz(steps)
    result = fn.let_var(place)
    with fn.when(eqz(stay)):
        ray = entries.list_entry(code, rows, fn.let(place * 8 + way), types.Position(types.BoardId(0), 1))
        fn.set(result, c(NONE))
        with fn.when(op2("le_s", far, ray.count)):
            fn.set(result, expect(Ir, ray.get(far - 1)))
    return result

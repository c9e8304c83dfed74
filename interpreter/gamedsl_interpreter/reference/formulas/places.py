"""Compiles formulas that read fields, zones, pieces and constant tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values.collections import PieceCounts
from gamedsl_interpreter.reference.values.slots import Formula, Frame


def compile_formula(make: FormulaCompiler, expr: expressions.Place) -> Formula:
    """Compiles a formula of this group to a closure."""
    match expr:
        case expressions.FieldAt(field, index, _, site):
            spec = make.game.fields[field]
            at = instance(make, index, tuple(d.size for d in spec.dimensions), spec.base, site, spec.name)
            return _read(at) if index else _read_at(spec.base)
        case expressions.ZoneAt(zone, index, _, site):
            of = make.game.zones[zone]
            return instance(make, index, tuple(d.size for d in of.dimensions), of.base, site, of.name)
        case expressions.Contents(zone):
            return contents(make, zone)
        case expressions.TopPiece(zone):
            return _top(make, zone)
        case expressions.KindOf(piece):
            return _part(make.of(piece), 1)
        case expressions.PlaceOf(piece):
            return _part(make.of(piece), 0)
        case expressions.PieceOf(kind):
            return _without_place(make.of(kind))
        case expressions.Lookup():
            return _lookup(make, expr)
        case _:
            assert_never(expr)


def instance(
    make: FormulaCompiler, index: tuple[Expr, ...], sizes: Sequence[int], base: int, site: types.SiteId, name: str
) -> Formula:
    """Returns the closure that computes the instance number of a family at an index (none if an index is none). Fault E_INDEX names the family."""
    match index:
        case ():
            return lambda _: base
        case (expressions.Const(int(value)),) if 0 <= value < sizes[0]:
            return lambda _: base + value
        case (only,):
            return _find_in_row(make.of(only), sizes[0], base, site, name)
        case (first, second):
            return _double(make.of(first), make.of(second), (sizes[0], sizes[1]), base, site, name)
        case _:
            return _find_in_table(make.all(index), tuple(sizes), base, site, name)


def _find_in_row(index: Formula, size: int, base: int, site: types.SiteId, name: str) -> Formula:
    def at(f: Frame) -> int | None:
        i: int | None = index(f)
        if i is None:
            return None
        if 0 <= i < size:
            return base + i
        raise Fault("E_INDEX", site, f"`{name}` has {size} place{'' if size == 1 else 's'}, and no place {i + 1}")

    return at


def _double(
    first: Formula,
    second: Formula,
    sizes: tuple[int, int],
    base: int,
    site: types.SiteId,
    name: str,
    lows: tuple[int, ...] = (1, 1),
) -> Formula:
    rows, columns = sizes

    def at(f: Frame) -> int | None:
        i: int | None
        j: int | None
        i, j = first(f), second(f)
        if i is None or j is None:
            return None
        if 0 <= i < rows and 0 <= j < columns:
            return base + i * columns + j
        raise Fault("E_INDEX", site, _missing_index(name, (i, j), lows))

    return at


def _find_in_table(
    indices: tuple[Formula, ...],
    sizes: tuple[int, ...],
    base: int,
    site: types.SiteId,
    name: str,
    lows: tuple[int, ...] = (),
) -> Formula:
    first = lows or (1,) * len(sizes)

    def at(f: Frame) -> int | None:
        found = [index(f) for index in indices]
        if None in found:
            return None
        flat = 0
        for i, size in zip(found, sizes, strict=True):
            if not 0 <= i < size:
                raise Fault("E_INDEX", site, _missing_index(name, found, first))
            flat = flat * size + i
        return base + flat

    return at


def _missing_index(name: str, index: Sequence[int], lows: Sequence[int]) -> str:
    """Says that a zone or field has no such index, in the numbers of the rules. `index` counts from 0, `lows` has the first number of each dimension."""
    return f"`{name}` has no [{', '.join(str(i + low) for i, low in zip(index, lows, strict=True))}]"


def _read_at(slot: int) -> Formula:
    return lambda f: f[slot]


def _read(at: Formula) -> Formula:
    def read(f: Frame) -> object:
        slot = at(f)
        return None if slot is None else f[slot]

    return read


# ---------------------------------------------------------------- zones and pieces


def contents(make: FormulaCompiler, zone: Expr) -> Formula:
    """Compiles the conversion of a Zone to its Pieces."""
    at, first = make.of(zone), make.slots.fields
    if isinstance(zone, expressions.PlaceOf):
        return _contents_there(make, at)
    if is_pile(zone):

        def of_pile(f: Frame) -> PieceCounts:
            z = at(f)
            if z is None:
                return ()
            return tuple((z, kind, 1) for stretch in f[first + z] for kind, count in stretch for _ in range(count))

        return of_pile

    def of_bag(f: Frame) -> PieceCounts:
        z = at(f)
        return () if z is None else tuple([(z, kind, count) for kind, count in f[first + z]])

    return of_bag


def _contents_there(make: FormulaCompiler, at: Formula) -> Formula:
    """Compiles a formula for all pieces in the zone of a given piece, whatever the zone's form."""
    first = make.slots.fields
    piled = tuple(spec.form == "pile" for spec in make.game.zones for _ in spec.start)

    def of_any(f: Frame) -> PieceCounts:
        z = at(f)
        if z is None or z == types.NO_PLACE:
            return ()
        lying = ((pair,) for pair in f[first + z]) if not piled[z] else f[first + z]
        return tuple((z, kind, count) for stretch in lying for kind, count in stretch)

    return of_any


def is_pile(zone: Expr) -> bool:
    """Whether a Zone formula names piles."""
    match zone.type:
        case types.Zone(_, "pile") | types.Optional(types.Zone(_, "pile")):
            return True
        case _:
            return False


def _top(make: FormulaCompiler, zone: Expr) -> Formula:
    at, first = make.of(zone), make.slots.fields
    piled = is_pile(zone)

    def top(f: Frame) -> tuple[int, int] | None:
        z = at(f)
        if z is None:
            return None
        lying = f[first + z]
        if not lying:
            return None
        return z, lying[-1][-1][0] if piled else lying[0][0]

    return top


def _part(piece: Formula, part: int) -> Formula:
    def read(f: Frame) -> int | None:
        found = piece(f)
        return None if found is None else found[part]

    return read


def _without_place(kind: Formula) -> Formula:
    def piece(f: Frame) -> tuple[int, int] | None:
        found = kind(f)
        return None if found is None else (types.NO_PLACE, found)

    return piece


# ---------------------------------------------------------------- tables


def _lookup(make: FormulaCompiler, expr: expressions.Lookup) -> Formula:
    table = make.game.tables[expr.table]
    values = table.values
    match expr.index:
        case (expressions.KindOf(piece),):
            return _lookup_kind(make.of(piece), values, table.lows[0], expr.site, table.name)
        case (only,):
            return _lookup_one(make.of(only), values, table.lows[0], expr.site, table.name)
        case (_, _):
            one, other = _shift(make.all(expr.index), table.lows)
            sizes = table.sizes[0], table.sizes[1]
            return _look_up(values, _double(one, other, sizes, 0, expr.site, table.name, table.lows))
        case _:
            shifted = _shift(make.all(expr.index), table.lows)
            at = _find_in_table(shifted, table.sizes, 0, expr.site, table.name, table.lows)
            return _look_up(values, at)


def _lookup_one(index: Formula, values: tuple[types.Value, ...], low: int, site: types.SiteId, name: str) -> Formula:
    high = low + len(values)

    def look(f: Frame) -> types.Value:
        i: int | None = index(f)
        if i is None:
            return None
        if low <= i < high:
            return values[i - low]
        raise Fault("E_INDEX", site, f"`{name}` has the numbers {low} to {high - 1}, and no {i}")

    return look


def _lookup_kind(piece: Formula, values: tuple[types.Value, ...], low: int, site: types.SiteId, name: str) -> Formula:
    # Special case for speed: an attribute of a piece is by far the commonest formula.
    high = low + len(values)

    def look(f: Frame) -> types.Value:
        found: tuple[int, int] | None = piece(f)
        if found is None:
            return None
        if low <= found[1] < high:
            return values[found[1] - low]
        raise Fault("E_INDEX", site, f"`{name}` has nothing for this kind of piece")

    return look


def _shift(indices: tuple[Formula, ...], lows: tuple[int, ...]) -> tuple[Formula, ...]:
    return tuple(_subtract_low(index, low) if low else index for index, low in zip(indices, lows, strict=True))


def _subtract_low(index: Formula, low: int) -> Formula:
    def difference(f: Frame) -> int | None:
        i = index(f)
        return None if i is None else i - low

    return difference


def _look_up(values: tuple[types.Value, ...], at: Formula) -> Formula:
    def look(f: Frame) -> types.Value:
        i: int | None = at(f)
        return None if i is None else values[i]

    return look

"""Things that the rules of a setup never change: the values that a field can have, zones that nothing fills, zones that nothing leaves.

The order of the statements does not matter here: the results hold at every point of every match.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.example_lines import ExampleSpec, GivenField, GivenZone
from gamedsl.graph.model.expressions import Arithmetic, Const, Convert, Expr, FieldAt, IfElse, Need, Within, ZoneAt
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import Award, SetField, SwapPieces, SwapZones
from gamedsl.graph.model.types import FieldId, Int, Value, ZoneId
from gamedsl.semantics.effects.movements import movement
from gamedsl.semantics.effects.origins import families, origins, program
from gamedsl.semantics.model.checked import Checked, Fragment
from gamedsl.values import frozen


@frozen
class Values:
    """The values of a field: all of them (`every`), or the numbers from `low` to `high`. `is_set`: some rule sets the field."""

    every: frozenset[Value] | None
    low: int | None
    high: int | None
    is_set: bool


@frozen
class Unchanging:
    """The things that no rule changes. Zones and fields that the compiler has made are left out."""

    values: dict[FieldId, Values]
    unfilled: frozenset[ZoneId]
    """Zones that are empty and stay so, whatever happens."""
    kept: dict[ZoneId, int]
    """Zones that no piece leaves, with the number of pieces that each of their instances has at least."""


def unchanging(checked: Checked, examples: Sequence[ExampleSpec], fragments: Sequence[Fragment]) -> Unchanging:
    """Returns the things that no rule of a setup changes. Changes in worked examples count as changes by rules: their authors consider them possible."""
    stmts = tuple(statements((program(checked), tuple(f.stmts for f in fragments if f.stmts is not None))))
    given = tuple(
        line for some in (*(e.given for e in examples), *(start.given for start in checked.starts)) for line in some
    )
    filled, left = _zones_of_moves(checked, stmts, tuple(line for line in given if isinstance(line, GivenZone)))
    own = (checked.builtins.box, checked.builtins.sides)
    zones = {ZoneId(i): zone for i, zone in enumerate(checked.zones) if not zone.hidden and i not in own}
    return Unchanging(
        _values(checked, stmts, tuple(line for line in given if isinstance(line, GivenField))),
        frozenset(z for z, zone in zones.items() if z not in filled and not any(zone.start)),
        {z: least for z, zone in zones.items() if z not in left and (least := _least(zone.start)) > 0},
    )


# ---------------------------------------------------------------- fields


def _values(checked: Checked, stmts: tuple[Stmt, ...], lines: tuple[GivenField, ...]) -> dict[FieldId, Values]:
    """Returns the values that fields can have; fields with unknown values are left out."""
    given: dict[FieldId, list[Expr]] = {}
    fixed: dict[FieldId, set[Value]] = {}
    opened: set[FieldId] = set()
    for stmt in stmts:
        if isinstance(stmt, SetField):
            given.setdefault(stmt.field, []).append(stmt.value)
        elif isinstance(stmt, Award):
            opened.add(stmt.field)
    for line in lines:
        fixed.setdefault(line.field, set()).add(line.value)
    found: dict[FieldId, Values] = {}
    own = (checked.builtins.round, checked.builtins.out, checked.builtins.reason, checked.builtins.winner)
    for i, spec in enumerate(checked.fields):
        field = FieldId(i)
        if not spec.hidden and field not in opened and field not in own:
            values = _values_of(field, {*spec.start, *fixed.get(field, ())}, given.get(field, []))
            if values is not None:
                found[field] = values
    return found


def _values_of(field: FieldId, starts: set[Value], given: list[Expr]) -> Values | None:
    parts = [part for value in given for part in _alternatives(value)]
    others = [part for part in parts if not isinstance(part, Const)]
    every = starts | {part.value for part in parts if isinstance(part, Const)}
    if not others:
        return Values(frozenset(every), None, None, bool(given))
    numbers = [value for value in every if isinstance(value, int) and not isinstance(value, bool)]
    ranges = [part.type for part in others]
    if len(numbers) < len(every) or not all(isinstance(of, Int) for of in ranges):
        return None
    ways = [_way(field, part) for part in others]
    lows = [part.type.low for part, way in zip(others, ways, strict=True) if way != "up" and isinstance(part.type, Int)]
    highs = [
        part.type.high for part, way in zip(others, ways, strict=True) if way != "down" and isinstance(part.type, Int)
    ]
    return Values(None, min((*numbers, *lows)), max((*numbers, *highs)), is_set=True)


def _alternatives(value: Expr) -> Iterator[Expr]:
    """Yields formulas, one of which gives the value."""
    match value:
        case Within() | Need() | Convert():
            yield from _alternatives(value.operand)
        case IfElse():
            yield from _alternatives(value.yes)
            yield from _alternatives(value.no)
        case _:
            yield value


def _way(field: FieldId, value: Expr) -> str:
    """Returns whether a number that is given to a field is the old one or more (`up`), the old one or less (`down`), or any."""
    match value:
        case Arithmetic("+", FieldAt(f), other) | Arithmetic("+", other, FieldAt(f)) if f == field and isinstance(
            other.type, Int
        ):
            return "up" if other.type.low >= 0 else "down" if other.type.high <= 0 else "any"
        case Arithmetic("-", FieldAt(f), other) if f == field and isinstance(other.type, Int):
            return "down" if other.type.low >= 0 else "up" if other.type.high <= 0 else "any"
        case _:
            return "any"


# ---------------------------------------------------------------- zones


def _zones_of_moves(
    checked: Checked, stmts: tuple[Stmt, ...], given: tuple[GivenZone, ...]
) -> tuple[frozenset[int], frozenset[int]]:
    """Returns two sets of zones: at least all zones to which pieces go, and at least all zones that pieces leave."""
    everywhere = frozenset(range(len(checked.zones)))
    known = origins(checked)
    filled: frozenset[int] = frozenset(i for i, zone in enumerate(checked.zones) if zone.refill is not None)
    left: frozenset[int] = frozenset(zone.refill for zone in checked.zones if zone.refill is not None)
    bases = [zone.base for zone in checked.zones]
    lying = frozenset(bisect_right(bases, line.zone) - 1 for line in given)
    filled, left = filled | lying, left | lying
    for stmt in stmts:
        moved = movement(checked.zones, checked.builtins.box, stmt)
        if moved.is_everywhere:
            left = everywhere
        swapped = (stmt.first, stmt.second) if isinstance(stmt, SwapZones | SwapPieces) else None
        for transfer in moved.transfers:
            source = families(checked, transfer.pieces, known) or everywhere
            left |= source
            filled |= (
                (families(checked, swapped, known) or everywhere)
                if swapped is not None
                else (frozenset([transfer.to.zone]) if isinstance(transfer.to, ZoneAt) else everywhere)
            )
    return filled, left


def _least(start: tuple[tuple[tuple[object, int], ...], ...]) -> int:
    """Returns the number of pieces that every instance of a zone starts with."""
    return min((sum(copies for _, copies in content) for content in start), default=0)

"""Finds earlier selections of a move that can take a piece which a later selection offers.

Two selections from one zone never meet if their conditions exclude each other for every kind of piece: one requires `f(piece) = v`, the other
`not f(piece) = v`. A selection of one never meets a later one that leaves out all pieces p with `f(p) = f(chosen)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.bytes.scales import kinds_of
from gamedsl.graph.model import expressions
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.statements import Select
from gamedsl.graph.model.types import LocalId, TableId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.plans.sources import zones_of_all


@frozen
class _Wanted:
    """A condition on a piece: the entry of its kind in a table equals a value, or does not."""

    table: TableId
    value: Expr
    is_equal: bool


def meeting(game: Game, part: Select, rivals: Sequence[Select], values: Mapping[LocalId, Expr]) -> tuple[Select, ...]:
    """Returns the rivals that can take a piece which `part` offers. `values`: the formulas of locals that lets have bound."""
    return tuple(other for other in rivals if not _never_meet(game, part, other, values))


def _never_meet(game: Game, part: Select, other: Select, values: Mapping[LocalId, Expr]) -> bool:
    kinds = _common_kinds(game, part, other)
    wanted = [_collect_conditions(game, source, values) for source in part.sources]
    theirs = [_collect_conditions(game, source, values) for source in other.sources]
    return all(
        (other.quantity == "one" and any(_excludes_chosen(game, want, other.local, kinds) for want in mine))
        or all(any(_are_opposite(game, a, b, kinds) for a in mine for b in wants) for wants in theirs)
        for mine in wanted
    )


def _common_kinds(game: Game, part: Select, other: Select) -> Sequence[int]:
    """Lists the kinds that can be in a zone from which both choose."""
    mine, theirs = zones_of_all(game, part.sources), zones_of_all(game, other.sources)
    if mine is None or theirs is None:
        return range(len(game.kinds))
    return sorted({kind for zone in mine & theirs for kind in kinds_of(game, game.zones[zone].classes)})


def _excludes_chosen(game: Game, want: _Wanted, chosen: LocalId, kinds: Sequence[int]) -> bool:
    match want.value:
        case expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),)) if id == chosen:
            return not want.is_equal and _are_equal_tables(game, want.table, table, kinds)
        case _:
            return False


def _are_opposite(game: Game, a: _Wanted, b: _Wanted, kinds: Sequence[int]) -> bool:
    return a.is_equal != b.is_equal and a.value == b.value and _are_equal_tables(game, a.table, b.table, kinds)


def _are_equal_tables(game: Game, a: TableId, b: TableId, kinds: Sequence[int]) -> bool:
    """Whether two tables have the same value for each of the kinds."""
    return a == b or all(_value(game, a, kind) == _value(game, b, kind) for kind in kinds)


def _value(game: Game, table: TableId, kind: int) -> tuple[Value, ...]:
    """Returns the entry of a table for a kind, as a tuple; empty outside of the table."""
    spec = game.tables[table]
    at = kind - spec.lows[0]
    return spec.values[at : at + 1] if at >= 0 else ()


def _collect_conditions(game: Game, source: Expr, values: Mapping[LocalId, Expr]) -> list[_Wanted]:
    """Collects the conditions on pieces from the filters around a source."""
    found: list[_Wanted] = []
    while isinstance(source, expressions.Filter):
        want = _condition(game, source.condition, source.local, values, is_equal=True)
        if want is not None:
            found.append(want)
        source = source.source
    return found


def _condition(
    game: Game, condition: Expr, element: LocalId, values: Mapping[LocalId, Expr], *, is_equal: bool
) -> _Wanted | None:
    match condition:
        case expressions.Not(operand):
            return _condition(game, operand, element, values, is_equal=not is_equal)
        case expressions.Equal(
            expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),)), value
        ) | expressions.Equal(value, expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),))) if (
            id == element and len(game.tables[table].sizes) == 1
        ):
            return _Wanted(table, resolve_lets(value, values), is_equal)
        case _:
            return None


def resolve_lets(expr: Expr, values: Mapping[LocalId, Expr]) -> Expr:
    """Replaces the locals of lets in a formula by their formulas."""
    return substitute(expr, dict(values))

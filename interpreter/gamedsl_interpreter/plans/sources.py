"""What is known of the collections that selections choose from."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, ZoneId


def is_distinct(game: Game, source: Expr) -> bool:
    """Whether a list certainly holds no element twice."""
    match source:
        case expressions.Lookup(table):
            return all(isinstance(row, tuple) and len(set(row)) == len(row) for row in game.tables[table].values)
        case expressions.Call(function):
            return is_distinct(game, game.functions[function].body)
        case expressions.Some(_, inner) | expressions.Rest(inner):
            return is_distinct(game, inner)
        case expressions.FlatMap(inner, local, body):
            return is_distinct(game, inner) and _are_apart(game, local, body)
        case expressions.Range() | expressions.Seats():
            return True
        case expressions.Const(tuple() as value):
            return len(set(value)) == len(value)
        case expressions.Filter(inner) | expressions.While(inner):
            return is_distinct(game, inner)
        case expressions.Convert(inner) if isinstance(inner.type, types.SetOf):
            return True
        case _:
            return isinstance(source.type, types.SetOf)


def _are_apart(game: Game, local: LocalId, body: Expr) -> bool:
    """Whether lists for different values of a local have no element in common: they are parts of rows of one table, and all rows together hold no
    element twice, whatever the other indices are."""
    while isinstance(body, expressions.While | expressions.Filter | expressions.Some):
        body = body.source
    if not isinstance(body, expressions.Lookup):
        return False
    mine = [i for i, index in enumerate(body.index) if isinstance(index, expressions.Local) and index.id == local]
    if len(mine) != 1 or any(local in free_locals(index) for i, index in enumerate(body.index) if i != mine[0]):
        return False
    spec = game.tables[body.table]
    inner = prod(spec.sizes[mine[0] + 1 :])
    groups: dict[tuple[int, int], list[types.Value]] = {}
    for number, row in enumerate(spec.values):
        if not isinstance(row, tuple):
            return False
        others = number // (inner * spec.sizes[mine[0]]), number % inner
        groups.setdefault(others, []).extend(row)
    return all(len(set(elements)) == len(elements) for elements in groups.values())


def is_merged(game: Game, source: Expr) -> bool:
    """Whether the entries of some pieces come in the order of places and kinds, each once."""
    match source:
        case expressions.Contents(zone):
            inner = zone.type.of if isinstance(zone.type, types.Optional) else zone.type
            return isinstance(inner, types.Zone) and inner.form != "pile"
        case expressions.Filter(inner):
            return is_merged(game, inner)
        case expressions.Join(left, right):
            a, b = zones_of(game, left), zones_of(game, right)
            return a is not None and b is not None and not a & b and is_merged(game, left) and is_merged(game, right)
        case expressions.Call(function):
            return is_merged(game, game.functions[function].body)
        case _:
            return False


def zones_of(game: Game, source: Expr) -> frozenset[ZoneId] | None:
    """The families of zones in which the pieces of a formula lie; None if the formula does not show them."""
    match source:
        case expressions.Contents(expressions.ZoneAt(zone)):
            return frozenset((zone,))
        case expressions.Filter(inner):
            return zones_of(game, inner)
        case expressions.Join(left, right):
            a, b = zones_of(game, left), zones_of(game, right)
            return None if a is None or b is None else a | b
        case expressions.Call(function):
            return zones_of(game, game.functions[function].body)
        case _:
            return None


def zones_of_all(game: Game, sources: Sequence[Expr]) -> frozenset[ZoneId] | None:
    """The same for several formulas together."""
    found = [zones_of(game, source) for source in sources]
    return None if None in found else frozenset[ZoneId]().union(*(zones or () for zones in found))

"""Analyses the collections from which selections choose."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.walk import free_locals, substitute
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, ZoneId


def is_distinct(game: Game, source: Expr, outer: frozenset[LocalId] = frozenset()) -> bool:
    """Whether a list certainly has no repeated element. With `outer` locals, no element may occur for two different values of these locals either."""
    match source:
        case (
            expressions.Filter(inner) | expressions.While(inner) | expressions.Some(_, inner) | expressions.Rest(inner)
        ):
            return is_distinct(game, inner, outer)
        case expressions.Call():
            return is_distinct(game, _body(game, source), outer)
        case expressions.MapList(inner, local, body):
            return _is_once(game, inner) and _determines(body, outer | {local})
        case expressions.FlatMap(inner, local, body) if isinstance(source.type, types.ListOf):
            if _is_once(game, inner) and is_distinct(game, body, outer | {local}):
                return True
            apart = _is_apart(game, _root(game, body), local, _constants(inner))
            return not outer and _is_once(game, inner) and is_distinct(game, body) and apart
        case _:
            return not outer and _is_plainly_distinct(game, source)


def _is_plainly_distinct(game: Game, source: Expr) -> bool:
    match source:
        case expressions.Range() | expressions.Seats():
            return True
        case expressions.Const(tuple() as value):
            return len(set(value)) == len(value)
        case expressions.Convert(inner):
            return isinstance(inner.type, types.SetOf)
        case expressions.Lookup(table):
            rows = [shapes.parts(row) for row in game.tables[table].values]
            return isinstance(source.type, types.ListOf) and all(len(set(row)) == len(row) for row in rows)
        case _:
            return isinstance(source.type, types.SetOf)


def _body(game: Game, call: expressions.Call) -> Expr:
    """Returns the body of a function with the arguments in place of its parameters."""
    spec = game.functions[call.function]
    return substitute(spec.body, dict(zip(spec.params, call.args, strict=True)))


def _root(game: Game, source: Expr) -> Expr:
    """Returns the list to which filters and functions are applied."""
    match source:
        case expressions.Filter(inner) | expressions.While(inner) | expressions.Some(_, inner):
            return _root(game, inner)
        case expressions.Call():
            return _root(game, _body(game, source))
        case _:
            return source


def _constants(source: Expr) -> frozenset[int] | None:
    """Returns the numbers of a constant collection, or a superset of them if it is filtered."""
    match source:
        case expressions.Filter(inner) | expressions.While(inner) | expressions.Some(_, inner):
            return _constants(inner)
        case expressions.Const(tuple() as value) if all(isinstance(item, int) for item in value):
            return frozenset(shapes.numbers(value))
        case _:
            return None


def _is_apart(game: Game, root: Expr, local: LocalId, values: frozenset[int] | None) -> bool:
    """Whether rows of a table that differ only in the last index, which is the local, have no element in common, such as the rays from one place."""
    match root:
        case expressions.Lookup(table, (*others, expressions.Local(last))) if last == local and values is not None:
            if any(local in free_locals(other) for other in others):
                return False
            spec = game.tables[table]
            low, size = spec.lows[-1], spec.sizes[-1]
            for first in range(0, len(spec.values), size):
                rows = [spec.values[first + value - low] for value in values if 0 <= value - low < size]
                items = [item for row in rows for item in shapes.parts(row)]
                if len(set(items)) < len(items):
                    return False
            return True
        case _:
            return False


def _is_once(game: Game, source: Expr) -> bool:
    return isinstance(source.type, types.SetOf) or is_distinct(game, source)


def _determines(body: Expr, locals: frozenset[LocalId]) -> bool:
    """Whether the values of all of these locals can be read from a value of the formula."""
    parts = body.items if isinstance(body, expressions.MakeList) else (body,)
    return locals <= {part.id for part in parts if isinstance(part, expressions.Local)}


def is_merged(game: Game, source: Expr) -> bool:
    """Whether the entries of some pieces come in the order of places and kinds, without repetition."""
    match source:
        case expressions.Contents(zone):
            inner = types.plain(zone.type)
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
    """Returns the families of zones that hold the pieces of a formula; None if the formula does not determine them."""
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
    """Returns the families of several formulas together; None if one of them does not determine its families."""
    found = [zones_of(game, source) for source in sources]
    return None if None in found else frozenset[ZoneId]().union(*(zones or () for zones in found))

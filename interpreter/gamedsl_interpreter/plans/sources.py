"""What is known of the collections that selections choose from."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, ZoneId


def is_distinct(source: Expr, outer: frozenset[LocalId] = frozenset()) -> bool:
    """Whether a list certainly holds no element twice; nor, whatever the `outer` locals are, an element that it holds when they are others."""
    match source:
        case expressions.Range() | expressions.Seats():
            return not outer
        case expressions.Const(tuple() as value):
            return not outer and len(set(value)) == len(value)
        case expressions.Filter(inner) | expressions.While(inner):
            return is_distinct(inner, outer)
        case expressions.MapList(inner, local, body):
            return _is_once(inner) and _tells(body, outer | {local})
        case expressions.FlatMap(inner, local, body) if isinstance(source.type, types.ListOf):
            return _is_once(inner) and is_distinct(body, outer | {local})
        case _:
            return False


def _is_once(source: Expr) -> bool:
    return isinstance(source.type, types.SetOf) or is_distinct(source)


def _tells(body: Expr, locals: frozenset[LocalId]) -> bool:
    """Whether a value shows what all of these locals are."""
    parts = body.items if isinstance(body, expressions.MakeList) else (body,)
    return locals <= {part.id for part in parts if isinstance(part, expressions.Local)}


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

"""Built-in functions of sets of places: connected parts and paths through them."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Enum, Int, ListOf, Optional, Position, SetOf, TableId, Type
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.board_tables import ends_of, links_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.collections import collection
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe, most, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax import tree
from gamedsl.values import frozen

THROUGH = "through"
"""The argument that names the edges that a path may cross."""


@frozen
class _Area:
    """The area of a path: a set of places or routes, connected by `links`; `open` are the only edges that may be crossed."""

    inside: expressions.Expr
    links: TableId
    element: Type
    open: expressions.Expr | None


def _area(world: World, call: BuiltinCall) -> _Area | None:
    inside = conversions.as_set(world, collection(world, call.args[0], call.scope))
    if is_broken(inside) or not isinstance(inside.type, SetOf):
        return None
    table = links_of(world, inside.type.of)
    if table is None:
        world.problem(Mismatch(call.args[0].span, Thing.PLACES_OR_ROUTES, describe(world, inside.type)))
        return None
    if call.through is None:
        return _Area(inside, table, inside.type.of, None)
    return _cross_edges(world, call, call.through, inside, inside.type.of)


def _cross_edges(
    world: World, call: BuiltinCall, through: tree.Expr, inside: expressions.Expr, element: Type
) -> _Area | None:
    """Returns the area of `through = E`: a path leads from place to place only over edges of E."""
    board = world.boards[element.board] if isinstance(element, Position) else None
    if board is None or board.edges is None:
        world.problem(Mismatch(call.args[0].span, Thing.PLACES_WITH_ROUTES, describe(world, inside.type)))
        return None
    route = Enum(board.edges, len(board.ends))
    found = world.check.formula(through, call.scope, route)
    if is_broken(found):
        return None
    if plain(found.type) == route:
        found = (
            facts.need(world, call.scope, found, through.span, words(through))
            if isinstance(found.type, Optional)
            else found
        )
        found = constants.folded(world, expressions.MakeList((found,), SetOf(route)), found)
    found = conversions.coerce(world, call.scope, found, SetOf(route), through.span)
    return None if is_broken(found) else _Area(inside, ends_of(world, board), element, found)


def _end_of_way(world: World, call: BuiltinCall, i: int, element: Type) -> expressions.Expr:
    """Returns an argument for the ends of paths, as a set: a place, places, or for routes also the routes that touch a place."""
    found = world.check.formula(call.args[i], call.scope, element)
    if is_broken(found):
        return BROKEN
    if isinstance(element, Enum) and isinstance(plain(found.type), Position | SetOf | ListOf):
        found = _find_touching(world, call, found, element) or found
    if plain(found.type) == element:
        if isinstance(found.type, Optional):
            found = facts.need(world, call.scope, found, call.args[i].span, words(call.args[i]))
        return constants.folded(world, expressions.MakeList((found,), SetOf(element)), found)
    return conversions.coerce(world, call.scope, found, SetOf(element), call.args[i].span)


def _find_touching(world: World, call: BuiltinCall, place: expressions.Expr, route: Enum) -> expressions.Expr | None:
    for board in world.boards:
        if board.edges == route.id and isinstance(plain(place.type), Position):
            routes = tuple(tuple(i for i, e in enumerate(board.ends) if p in e) for p in range(len(board.spec.places)))
            table = world.table(f"routes at {board.spec.name}", (0,), (len(routes),), routes)
            return expressions.Lookup(table, (place,), SetOf(route), call.site(world))
    return None


def _way(world: World, call: BuiltinCall) -> tuple[_Area, expressions.Expr, expressions.Expr] | None:
    """Returns the area of a path with its start and its goal."""
    area = _area(world, call)
    if area is None:
        return None
    start, goal = _end_of_way(world, call, 1, area.element), _end_of_way(world, call, 2, area.element)
    return None if is_broken(start) or is_broken(goal) else (area, start, goal)


def _build_connected(world: World, call: BuiltinCall) -> expressions.Expr:
    way = _way(world, call)
    if way is None:
        return BROKEN
    area, start, goal = way
    element = area.element
    local = world.local("it", element)
    reached = expressions.Reach(area.links, area.inside, start, SetOf(element), area.open)
    return expressions.Fold("any", reached, local.id, expressions.Has(goal, local, FLAG), FLAG, call.site(world))


def _groups(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    element = area.element
    return expressions.Groups(area.links, area.inside, ListOf(SetOf(element), most(world, area.inside.type)), area.open)


def _reach(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    element = area.element
    start = _end_of_way(world, call, 1, element)
    return BROKEN if is_broken(start) else expressions.Reach(area.links, area.inside, start, SetOf(element), area.open)


def _distance(world: World, call: BuiltinCall) -> expressions.Expr:
    way = _way(world, call)
    if way is None:
        return BROKEN
    area, start, goal = way
    element = area.element
    steps = Int(0, most(world, area.inside.type))
    between = expressions.Distance(area.links, area.inside, start, goal, Optional(steps), area.open)
    places = (
        world.check.formula(call.args[1], call.scope, element),
        world.check.formula(call.args[2], call.scope, element),
    )
    if all(isinstance(plain(p.type), Position) for p in places) and isinstance(element, Enum):
        return _routes_between(world, call, between, steps, places)
    return between


def _routes_between(
    world: World,
    call: BuiltinCall,
    between: expressions.Distance,
    steps: Int,
    places: tuple[expressions.Expr, expressions.Expr],
) -> expressions.Expr:
    """Builds the distance between two places in routes: 0 from a place to itself, 1 to a neighbour."""
    number_of = Optional(Int(0, steps.high + 1))
    site = call.site(world)
    one_more = expressions.Arithmetic(
        "+", expressions.Need(between, steps, site), number(1), Int(1, steps.high + 1), site
    )
    missing = expressions.Equal(between, constants.NONE, FLAG)
    walked = expressions.IfElse(missing, expressions.Const(None, number_of), one_more, number_of)
    return expressions.IfElse(expressions.Equal(places[0], places[1], FLAG), number(0), walked, number_of)


AREA_FUNCTIONS: dict[str, Make] = {
    "connected": _build_connected,
    "groups": _groups,
    "reach": _reach,
    "distance": _distance,
}

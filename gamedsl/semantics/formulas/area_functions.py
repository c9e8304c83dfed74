"""Built-in functions of sets of places: connected parts and ways through them."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Enum, Int, ListOf, Optional, Position, SetOf, TableId, Type
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.board_tables import links_of
from gamedsl.semantics.formulas.builtin_calls import BuiltinCall, Make
from gamedsl.semantics.formulas.collections import collection
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe, most, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import Mismatch


def _area(world: World, call: BuiltinCall) -> tuple[expressions.Expr, TableId, Type] | None:
    inside = conversions.as_set(world, collection(world, call.args[0], call.scope))
    if is_broken(inside) or not isinstance(inside.type, SetOf):
        return None
    table = links_of(world, inside.type.of)
    if table is None:
        world.problem(Mismatch(call.args[0].span, "a set of places or routes", describe(world, inside.type)))
        return None
    return inside, table, inside.type.of


def _points(world: World, call: BuiltinCall, i: int, element: Type) -> expressions.Expr:
    """A place or a set of places; for routes also the routes that touch a place."""
    found = world.check.formula(call.args[i], call.scope, element)
    if is_broken(found):
        return BROKEN
    if isinstance(element, Enum) and isinstance(plain(found.type), Position | SetOf | ListOf):
        found = _touching(world, call, found, element) or found
    if plain(found.type) == element:
        if isinstance(found.type, Optional):
            found = facts.need(world, call.scope, found, call.args[i].span, words(call.args[i]))
        return constants.folded(world, expressions.MakeList((found,), SetOf(element)), found)
    return conversions.coerce(world, call.scope, found, SetOf(element), call.args[i].span)


def _touching(world: World, call: BuiltinCall, place: expressions.Expr, route: Enum) -> expressions.Expr | None:
    for board in world.boards:
        if board.edges == route.id and isinstance(plain(place.type), Position):
            routes = tuple(tuple(i for i, e in enumerate(board.ends) if p in e) for p in range(len(board.spec.places)))
            table = world.table(f"routes at {board.spec.name}", (0,), (len(routes),), routes)
            return expressions.Lookup(table, (place,), SetOf(route), world.site(call.node.span, call.scope.where))
    return None


def _connected(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    inside, table, element = area
    start, goal = _points(world, call, 1, element), _points(world, call, 2, element)
    if is_broken(start) or is_broken(goal):
        return BROKEN
    local = world.local("it", element)
    reached = expressions.Reach(table, inside, start, SetOf(element))
    return expressions.Fold(
        "any", reached, local.id, expressions.Has(goal, local, FLAG), FLAG, world.site(call.node.span, call.scope.where)
    )


def _groups(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    inside, table, element = area
    return expressions.Groups(table, inside, ListOf(SetOf(element), most(world, inside.type)))


def _reach(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    inside, table, element = area
    start = _points(world, call, 1, element)
    return BROKEN if is_broken(start) else expressions.Reach(table, inside, start, SetOf(element))


def _distance(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    inside, table, element = area
    start, goal = _points(world, call, 1, element), _points(world, call, 2, element)
    if is_broken(start) or is_broken(goal):
        return BROKEN
    reach = Int(0, most(world, inside.type))
    between = expressions.Distance(table, inside, start, goal, Optional(reach))
    places = (
        world.check.formula(call.args[1], call.scope, element),
        world.check.formula(call.args[2], call.scope, element),
    )
    if all(isinstance(plain(p.type), Position) for p in places) and isinstance(element, Enum):
        return _routes_between(world, call, between, reach, places)
    return between


def _routes_between(
    world: World,
    call: BuiltinCall,
    between: expressions.Distance,
    reach: Int,
    places: tuple[expressions.Expr, expressions.Expr],
) -> expressions.Expr:
    """From place to place over routes every route counts: none of them to the place itself, one to the next."""
    number_of = Optional(Int(0, reach.high + 1))
    site = world.site(call.node.span, call.scope.where)
    one_more = expressions.Arithmetic(
        "+", expressions.Need(between, reach, site), number(1), Int(1, reach.high + 1), site
    )
    missing = expressions.Equal(between, constants.NONE, FLAG)
    walked = expressions.IfElse(missing, expressions.Const(None, number_of), one_more, number_of)
    return expressions.IfElse(expressions.Equal(places[0], places[1], FLAG), number(0), walked, number_of)


AREA_FUNCTIONS: dict[str, Make] = {
    "connected": _connected,
    "groups": _groups,
    "reach": _reach,
    "distance": _distance,
}

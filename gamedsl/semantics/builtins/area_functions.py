"""Built-in functions of sets of places: connected parts and paths through them."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction import constants, conversions, facts, intervals
from gamedsl.semantics.construction.board_tables import ends_of, links_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.formulas.collections import collection
from gamedsl.semantics.formulas.comprehensions import Loop, loops_of
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.values import frozen

THROUGH = "through"
"""The argument that names the edges that a path may cross."""


@frozen
class _Area:
    """The area of a path: a set of places or routes, connected by `links`; only the edges `open` may be crossed."""

    inside: expressions.Expr
    links: types.TableId
    element: types.Type
    open: expressions.Expr | None


def _area(world: World, call: BuiltinCall) -> _Area | None:
    inside = conversions.as_set(world, collection(world, call.args[0], call.scope))
    return _area_of(world, call, inside, call.args[0].span)


def _area_of(world: World, call: BuiltinCall, inside: expressions.Expr, span: Span) -> _Area | None:
    if is_broken(inside) or not isinstance(inside.type, types.SetOf):
        return None
    table = links_of(world, inside.type.of)
    if table is None:
        world.problem(Mismatch(span, Thing.PLACES_OR_ROUTES, describe(world, inside.type)))
        return None
    if call.through is None:
        return _Area(inside, table, inside.type.of, None)
    return _cross_edges(world, call, call.through, inside, inside.type.of, span)


def _cross_edges(
    world: World, call: BuiltinCall, through: formulas.Expr, inside: expressions.Expr, element: types.Type, span: Span
) -> _Area | None:
    """Returns the area of `through = E`: a path leads from place to place only over edges of E."""
    board = world.boards[element.board] if isinstance(element, types.Position) else None
    if board is None or board.edges is None:
        world.problem(Mismatch(span, Thing.PLACES_WITH_ROUTES, describe(world, inside.type)))
        return None
    route = types.Enum(board.edges, len(board.ends))
    found = world.check.formula(through, call.scope, route)
    if is_broken(found):
        return None
    if types.plain(found.type) == route:
        found = facts.need(world, call.scope, found, through.span, words(through))
        found = constants.fold_if_fixed(world, expressions.MakeList((found,), types.SetOf(route)), found)
    found = conversions.coerce(world, call.scope, found, types.SetOf(route), through.span)
    return None if is_broken(found) else _Area(inside, ends_of(world, board), element, found)


def _end_of_way(world: World, call: BuiltinCall, i: int, element: types.Type) -> expressions.Expr:
    """Returns an argument for the ends of paths, as a set: a place, places, or for routes also the routes that touch a place."""
    found = world.check.formula(call.args[i], call.scope, element)
    if is_broken(found):
        return BROKEN
    if isinstance(element, types.Enum) and isinstance(
        types.plain(found.type), types.Position | types.SetOf | types.ListOf
    ):
        found = _find_touching(world, call, found, element) or found
    if types.plain(found.type) == element:
        if isinstance(found.type, types.Optional):
            found = facts.need(world, call.scope, found, call.args[i].span, words(call.args[i]))
        return constants.fold_if_fixed(world, expressions.MakeList((found,), types.SetOf(element)), found)
    return conversions.coerce(world, call.scope, found, types.SetOf(element), call.args[i].span)


def _find_touching(
    world: World, call: BuiltinCall, place: expressions.Expr, route: types.Enum
) -> expressions.Expr | None:
    for board in world.boards:
        if board.edges == route.id and isinstance(types.plain(place.type), types.Position):
            routes = tuple(tuple(i for i, e in enumerate(board.ends) if p in e) for p in range(len(board.spec.places)))
            table = world.table(f"routes at {board.spec.name}", (0,), (len(routes),), routes)
            return expressions.Lookup(table, (place,), types.SetOf(route), call.site(world))
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
    reached = expressions.Reach(area.links, area.inside, start, types.SetOf(element), area.open)
    return expressions.Fold(
        "any", reached, local.id, expressions.Has(goal, local, types.FLAG), types.FLAG, call.site(world)
    )


def _groups(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    element = area.element
    return expressions.Groups(
        area.links, area.inside, types.ListOf(types.SetOf(element), most(world, area.inside.type)), area.open
    )


def _reach(world: World, call: BuiltinCall) -> expressions.Expr:
    area = _area(world, call)
    if area is None:
        return BROKEN
    element = area.element
    start = _end_of_way(world, call, 1, element)
    steps = _steps(world, call, element) if len(call.args) > 2 else None
    if is_broken(start) or (steps is not None and is_broken(steps)):
        return BROKEN
    return expressions.Reach(area.links, area.inside, start, types.SetOf(element), area.open, steps)


def _steps(world: World, call: BuiltinCall, element: types.Type) -> expressions.Expr:
    """Returns the number of links: the first step from a place over routes leads to the routes that touch it."""
    steps = world.check.integer(call.args[2], call.scope)
    start = types.plain(world.check.formula(call.args[1], call.scope, element).type)
    of = element_of(start) or start
    if is_broken(steps) or not isinstance(element, types.Enum) or not isinstance(of, types.Position):
        return steps
    return intervals.arithmetic(world, call.scope, "-", steps, number(1), call.node.span)


def _distance(world: World, call: BuiltinCall) -> expressions.Expr:
    way = _way(world, call)
    if way is None:
        return BROKEN
    area, start, goal = way
    element = area.element
    steps = types.Int(0, most(world, area.inside.type))
    between = expressions.Distance(area.links, area.inside, start, goal, types.Optional(steps), area.open)
    places = (
        world.check.formula(call.args[1], call.scope, element),
        world.check.formula(call.args[2], call.scope, element),
    )
    if all(isinstance(types.plain(p.type), types.Position) for p in places) and isinstance(element, types.Enum):
        return _routes_between(world, call, between, steps, places)
    return between


def _routes_between(
    world: World,
    call: BuiltinCall,
    between: expressions.Distance,
    steps: types.Int,
    places: tuple[expressions.Expr, expressions.Expr],
) -> expressions.Expr:
    """Builds the distance between two places in routes: 0 from a place to itself, 1 to a neighbour."""
    number_of = types.Optional(types.Int(0, steps.high + 1))
    site = call.site(world)
    one_more = expressions.Arithmetic(
        "+", expressions.Need(between, steps, site), number(1), types.Int(1, steps.high + 1), site
    )
    missing = expressions.Equal(between, constants.NONE, types.FLAG)
    walked = expressions.IfElse(missing, expressions.Const(None, number_of), one_more, number_of)
    return expressions.IfElse(expressions.Equal(places[0], places[1], types.FLAG), number(0), walked, number_of)


# ---------------------------------------------------------------- costs


@frozen
class _Costs:
    """Edges of a board, each with a cost."""

    board: types.Position
    ends: types.TableId
    edges: expressions.Expr
    costs: expressions.Expr
    most: int
    """The largest sum."""


def _with_costs(
    world: World, edges: expressions.Expr, span: Span, local: expressions.Local, cost: expressions.Expr
) -> _Costs | None:
    """Returns the edges with the costs that a formula of `local` gives them."""
    if is_broken(edges) or is_broken(cost) or not isinstance(cost.type, types.Int):
        return None
    element = edges.type.of if isinstance(edges.type, types.SetOf) else None
    found = next((b for b in world.boards if isinstance(element, types.Enum) and b.edges == element.id), None)
    if found is None or element is None:
        world.problem(Mismatch(span, Thing.ROUTES, describe(world, edges.type)))
        return None
    most_edges = most(world, edges.type)
    costs = expressions.MapList(edges, local.id, cost, types.ListOf(cost.type, most_edges))
    board = types.Position(types.BoardId(world.boards.index(found)), len(found.spec.places))
    return _Costs(board, ends_of(world, found), edges, costs, most_edges * max(0, cost.type.high))


def _longest(world: World, call: BuiltinCall) -> expressions.Expr:
    edges = conversions.as_set(world, collection(world, call.args[0], call.scope))
    if is_broken(edges) or not isinstance(edges.type, types.SetOf):
        return BROKEN
    found = _with_costs(world, edges, call.args[0].span, world.local("it", edges.type.of), number(1))
    return BROKEN if found is None else _build_longest(found)


def _build_longest(found: _Costs) -> expressions.Expr:
    return expressions.Longest(found.ends, found.edges, found.costs, types.Int(0, found.most))


VALUED = ("longest", "distance", "groups", "reach")
"""The functions whose first argument can be `value for x in S`."""


def call_with_values(world: World, values: formulas.Comprehension, call: BuiltinCall) -> expressions.Expr:
    """Builds `longest(r.length for r in S)`, `distance(r.length for r in S, a, b)`, `groups(c.land for c in S)` and `reach(next(x) for x in S, a)`."""
    loops = loops_of(world, values, call.scope)
    if loops is None:
        return BROKEN
    (loop, *others), taken, inner = loops
    if others:
        thing = Thing.PLACES_OR_ROUTES if call.name in ("groups", "reach") else Thing.ROUTES
        return refuse(world, Mismatch(values.span, thing, Thing.SEVERAL_LOOPS))
    if call.name == "groups":
        return _groups_alike(world, call, loop, taken, inner, values.source.span)
    if call.name == "reach":
        return _reach_over(world, call, loop, taken, inner, values.source.span)
    return _over_costs(world, call, loop, taken, inner, values.source.span)


def _groups_alike(
    world: World, call: BuiltinCall, loop: Loop, taken: formulas.Expr, inner: Scope, span: Span
) -> expressions.Expr:
    """Builds the connected groups of elements with equal values. An element whose value is none belongs to no group."""
    value = conversions.as_kind(world.check.formula(taken, inner))
    inside = conversions.as_set(world, loop.source)
    if is_broken(value) or is_broken(inside):
        return BROKEN
    if not isinstance(
        types.plain(value.type), types.Int | types.Flag | types.Enum | types.Position | types.Player | types.Kind
    ):
        return refuse(world, Mismatch(taken.span, Thing.ORDERED_VALUE, describe(world, value.type)))
    if isinstance(value.type, types.Optional):
        has_value = expressions.Not(expressions.Equal(value, constants.NONE, types.FLAG), types.FLAG)
        inside = expressions.Filter(inside, loop.local.id, has_value, inside.type)
    area = _area_of(world, call, inside, span)
    if area is None:
        return BROKEN
    size = most(world, inside.type)
    alike = expressions.MapList(inside, loop.local.id, value, types.ListOf(value.type, size))
    return expressions.Groups(area.links, inside, types.ListOf(types.SetOf(area.element), size), area.open, alike)


def _reach_over(
    world: World, call: BuiltinCall, loop: Loop, taken: formulas.Expr, inner: Scope, span: Span
) -> expressions.Expr:
    """Builds the elements that can be reached by steps; a formula gives the elements to which one step leads."""
    inside = conversions.as_set(world, loop.source)
    if call.through is not None:
        return refuse(world, Mismatch(call.through.span, Thing.STEPS_OR_EDGES, Thing.BOTH))
    if is_broken(inside) or not isinstance(inside.type, types.SetOf):
        return BROKEN
    element = inside.type.of
    if not isinstance(element, types.Position | types.Enum | types.Player):
        return refuse(world, Mismatch(span, Thing.ELEMENTS_IN_REACH, describe(world, inside.type)))
    steps = world.check.formula(taken, inner, element)
    if steps.type == element:
        steps = constants.fold_if_fixed(world, expressions.MakeList((steps,), types.SetOf(element)), steps)
    steps = conversions.coerce(world, inner, steps, types.SetOf(element), taken.span)
    start = _end_of_way(world, call, 0, element)
    most_steps = world.check.integer(call.args[1], call.scope) if len(call.args) > 1 else None
    if is_broken(steps) or is_broken(start) or (most_steps is not None and is_broken(most_steps)):
        return BROKEN
    return expressions.ReachOver(inside, loop.local.id, steps, start, types.SetOf(element), most_steps)


def _over_costs(
    world: World, call: BuiltinCall, loop: Loop, taken: formulas.Expr, inner: Scope, span: Span
) -> expressions.Expr:
    edges = conversions.as_set(world, loop.source)
    cost = world.check.integer(taken, inner)
    if isinstance(cost.type, types.Int) and cost.type.low < 0:
        return refuse(world, Mismatch(taken.span, Thing.COST, describe(world, cost.type)))
    found = _with_costs(world, edges, span, loop.local, cost)
    if found is None:
        return BROKEN
    if call.name == "longest":
        return _build_longest(found)
    start, goal = _end_of_way(world, call, 0, found.board), _end_of_way(world, call, 1, found.board)
    if is_broken(start) or is_broken(goal):
        return BROKEN
    least = types.Optional(types.Int(0, found.most))
    return expressions.Cheapest(found.ends, found.edges, found.costs, start, goal, least)


AREA_FUNCTIONS: dict[str, Make] = {
    "connected": _build_connected,
    "groups": _groups,
    "reach": _reach,
    "distance": _distance,
    "longest": _longest,
}

"""Built-in functions of places: neighbours, directions and lines."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.board_tables import ends_of, neighbours_of, rays_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.data.boards import DIRECTIONS
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import BoardSymbol
from gamedsl.semantics.model.types import describe, optional
from gamedsl.semantics.model.values import ordinals
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.certain import SureFault, SureFlaw
from gamedsl.semantics.problems.data import BadGrowth, GrowthFlaw
from gamedsl.semantics.problems.names import WrongSort
from gamedsl.semantics.problems.terms import Names, Thing, about
from gamedsl.semantics.problems.values import Mismatch, WrongArguments
from gamedsl.syntax.tree import formulas


def _whole_board(world: World, call: BuiltinCall) -> tuple[Board, types.Position] | None:
    """Returns the grid that an argument names."""

    ref = refer(world, call.args[0], call.scope, None) if isinstance(call.args[0], formulas.Name) else None
    if not isinstance(ref, BoardSymbol) or world.boards[ref.id].kind not in ("grid", "hex"):
        world.problem(WrongSort(call.args[0].span, words(call.args[0]), Thing.NO_GRID, Thing.GRID))
        return None
    if world.boards[ref.id].torus is not None:
        world.problem(BadGrowth(call.args[0].span, about(GrowthFlaw.NO_ROWS, words(call.args[0]))))
        return None
    return world.boards[ref.id], types.Position(ref.id, len(world.boards[ref.id].spec.places))


def _grid_lines(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `rows(B)`, `columns(B)`, `diagonals(B)`: whole lines, diagonals of two places and more."""
    found = _whole_board(world, call)
    if found is None:
        return BROKEN
    board, place = found
    rows, columns = range(board.rows), range(board.columns)
    at = {(r, c): r * board.columns + c for r in rows for c in columns}
    if call.name == "rows":
        lines = tuple(tuple(at[r, c] for c in columns) for r in rows)
    elif call.name == "columns":
        lines = tuple(tuple(at[r, c] for r in rows) for c in columns)
    else:
        falling = [tuple(at[r, r + d] for r in rows if r + d in columns) for d in range(1 - board.rows, board.columns)]
        rising = [tuple(at[r, d - r] for r in rows if d - r in columns) for d in range(board.rows + board.columns - 1)]
        lines = tuple(line for line in (*falling, *rising) if len(line) > 1)
    return expressions.Const(lines, types.ListOf(types.ListOf(place, max(map(len, lines), default=0)), len(lines)))


def _neighbours(world: World, call: BuiltinCall) -> expressions.Expr:
    found = position_of(world, call, 0)
    if found is None:
        return BROKEN
    place, board = found
    table = neighbours_of(world, board)
    site = call.site(world)
    if len(call.args) == 1:
        return constants.look_up(world, table, (place,), types.SetOf(place.type), site)
    direction = world.check.formula(call.args[1], call.scope, types.DIRECTION)
    many = isinstance(direction.type, types.ListOf | types.SetOf) and direction.type.of == types.DIRECTION
    if not many:
        direction = conversions.coerce(world, call.scope, direction, types.DIRECTION, call.args[1].span)
    if is_broken(direction):
        return BROKEN
    _note_direction(world, call.args[1], direction, board)
    near = tuple((r[0],) if r else () for r in board.rays)
    rays = world.table(f"next to {board.spec.name}", (0, 0), (len(board.neighbours), 8), near)
    if many:
        local = world.local("it", types.DIRECTION)
        return expressions.FlatMap(
            direction,
            local.id,
            expressions.Lookup(rays, (place, local), types.SetOf(place.type), site),
            types.SetOf(place.type),
        )
    return constants.look_up(world, rays, (place, direction), types.SetOf(place.type), site)


def _note_direction(world: World, node: formulas.Expr, direction: expressions.Expr, board: Board) -> None:
    """Records whether no place of a board has another one in a fixed direction."""
    there = tuple(d for d in range(len(DIRECTIONS)) if any(board.rays[d :: len(DIRECTIONS)]))
    if there:
        note_one_of(world, node, direction, there, SureFlaw.NO_DIRECTION, board.spec.name)
    else:
        world.judge("sure", node.span, SureFault(node.span, about(SureFlaw.NO_DIRECTIONS, board.spec.name)))


def note_one_of(
    world: World, node: formulas.Expr, direction: expressions.Expr, there: tuple[int, ...], flaw: SureFlaw, *parts: str
) -> None:
    """Records whether a fixed direction is none of those that are there; for a list of directions, whether no element is."""
    value = direction.value if isinstance(direction, expressions.Const) else there
    fixed = ordinals(value if isinstance(value, tuple) else (value,))
    problem = SureFault(node.span, about(flaw, *parts, Names(tuple(DIRECTIONS[d] for d in there))))
    world.judge("sure", node.span, None if set(fixed) & set(there) else problem)


def _ray(world: World, call: BuiltinCall) -> expressions.Expr:
    found = position_of(world, call, 0)
    direction = world.check.coerce(call.args[1], call.scope, types.DIRECTION)
    if found is None or is_broken(direction):
        return BROKEN
    place, board = found
    _note_direction(world, call.args[1], direction, board)
    longest = max((len(r) for r in board.rays), default=0)
    return constants.look_up(
        world, rays_of(world, board), (place, direction), types.ListOf(place.type, longest), call.site(world)
    )


def _step(world: World, call: BuiltinCall) -> expressions.Expr:
    found = position_of(world, call, 0)
    direction = world.check.coerce(call.args[1], call.scope, types.DIRECTION)
    steps = world.check.integer(call.args[2], call.scope) if len(call.args) == 3 else number(1)
    if found is None or is_broken(direction) or is_broken(steps):
        return BROKEN
    place, board = found
    _note_direction(world, call.args[1], direction, board)
    return expressions.Along(rays_of(world, board), place, direction, steps, optional(place.type))


def _turn(world: World, call: BuiltinCall) -> expressions.Expr:
    direction = world.check.coerce(call.args[0], call.scope, types.DIRECTION)
    eighths = world.check.integer(call.args[1], call.scope)
    if is_broken(direction) or not isinstance(eighths.type, types.Int):
        return BROKEN
    site = call.site(world)
    reach = types.Int(min(0, eighths.type.low), 7 + max(0, eighths.type.high))
    turned = expressions.Arithmetic("+", direction, eighths, reach, site)
    return constants.fold_if_fixed(
        world, expressions.Arithmetic("mod", turned, number(8), types.Direction(), site), direction, eighths
    )


def _lines(world: World, call: BuiltinCall) -> expressions.Expr:

    ref = refer(world, call.args[0], call.scope, None) if isinstance(call.args[0], formulas.Name) else None
    if not isinstance(ref, BoardSymbol):
        return refuse(world, WrongSort(call.args[0].span, words(call.args[0]), Thing.NO_BOARD, Thing.BOARD))
    board = world.boards[ref.id]
    place = types.Position(ref.id, len(board.spec.places))
    if board.kind == "graph":
        rows = board.paths
    elif len(call.args) == 1:
        return refuse(world, WrongArguments(call.node.span, "lines", Thing.BOARD_AND_LENGTH, 1))
    else:
        n = world.check.integer(call.args[1], call.scope)
        if not isinstance(n, expressions.Const) or not isinstance(n.value, int) or n.value < 1:
            return refuse(world, Mismatch(call.args[1].span, Thing.FIXED_NUMBER, describe(world, n.type)), n)
        rows = straight_lines(board, int(n.value))
    longest = max((len(r) for r in rows), default=0)
    return expressions.Const(rows, types.ListOf(types.ListOf(place, longest), len(rows)))


def straight_lines(board: Board, n: int) -> tuple[tuple[int, ...], ...]:
    """Returns runs of n places in a straight line, each once, ordered by first place, then by direction E, SE, S, SW (hex: the directions of its three
    axes)."""
    found: list[tuple[int, ...]] = []
    for place in range(len(board.neighbours)):
        for direction in (2, 3, 4, 5):
            ray = board.rays[place * 8 + direction]
            if len(ray) >= n - 1:
                found.append((place, *ray[: n - 1]))
    return tuple(dict.fromkeys(found))


def _line(world: World, call: BuiltinCall) -> expressions.Expr:
    found = position_of(world, call, 0)
    if found is None:
        return BROKEN
    place, board = found
    if board.around is None:
        return refuse(world, Mismatch(call.args[0].span, Thing.PLACE_OF_RING_AROUND_GRID, describe(world, place.type)))
    inner = types.Position(board.around, len(world.boards[board.around].spec.places))
    longest = max(len(v) for v in board.views)
    table = world.table(f"lines of {board.spec.name}", (0,), (len(board.views),), board.views)
    return constants.look_up(world, table, (place,), types.ListOf(inner, longest), call.site(world))


def _across(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds the place opposite on a ring, mirrored at the axis through the second place."""
    place, axis = position_of(world, call, 0), position_of(world, call, 1)
    if place is None or axis is None:
        return BROKEN
    n = len(place[1].spec.places)
    if place[1].kind != "ring" or axis[1] is not place[1]:
        return refuse(world, Mismatch(call.node.span, Thing.PLACES_OF_ONE_RING, describe(world, axis[0].type)))
    table = world.table(
        f"across {place[1].spec.name}", (0, 0), (n, n), tuple((2 * a - p) % n for p in range(n) for a in range(n))
    )
    return constants.look_up(world, table, (place[0], axis[0]), place[0].type, call.site(world))


def _ends(world: World, call: BuiltinCall) -> expressions.Expr:
    route = world.check.formula(call.args[0], call.scope)
    if isinstance(route.type, types.Optional) and isinstance(route.type.of, types.Enum):
        route = facts.need(world, call.scope, route, call.args[0].span, words(call.args[0]))
    for i, board in enumerate(world.boards):
        if isinstance(route.type, types.Enum) and board.edges == route.type.id:
            place = types.Position(types.BoardId(i), len(board.spec.places))
            table = ends_of(world, board)
            return constants.look_up(world, table, (route,), types.SetOf(place), call.site(world))
    return refuse(world, Mismatch(call.args[0].span, Thing.ROUTE, describe(world, route.type)), route)


def _edge(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds the route between two neighbours; of several, the first one; none if there is no route."""
    one, other = position_of(world, call, 0), position_of(world, call, 1)
    if one is None or other is None:
        return BROKEN
    board = one[1]
    if board.edges is None or other[1] is not board:
        at, wanted, found = (
            (0, Thing.PLACES_WITH_ROUTES, one) if board.edges is None else (1, describe(world, one[0].type), other)
        )
        return refuse(world, Mismatch(call.args[at].span, wanted, describe(world, found[0].type)))
    n = len(board.spec.places)
    between = {pair: i for i, (a, b) in reversed(tuple(enumerate(board.ends))) for pair in ((a, b), (b, a))}
    world.work(call.node.span, n * n // 64)
    table = world.table(
        f"edges of {board.spec.name}", (0, 0), (n, n), tuple(between.get((a, b)) for a in range(n) for b in range(n))
    )
    return constants.look_up(
        world, table, (one[0], other[0]), types.Optional(types.Enum(board.edges, len(board.ends))), call.site(world)
    )


PLACE_FUNCTIONS: dict[str, Make] = {
    "neighbours": _neighbours,
    "rows": _grid_lines,
    "columns": _grid_lines,
    "diagonals": _grid_lines,
    "ray": _ray,
    "step": _step,
    "turn": _turn,
    "lines": _lines,
    "line": _line,
    "across": _across,
    "ends": _ends,
    "edge": _edge,
}


def position_of(world: World, call: BuiltinCall, i: int) -> tuple[expressions.Expr, Board] | None:
    place = world.check.formula(call.args[i], call.scope)
    if isinstance(place.type, types.Optional) and isinstance(place.type.of, types.Position):
        place = facts.need(world, call.scope, place, call.args[i].span, words(call.args[i]))
    if not isinstance(place.type, types.Position):
        if not is_broken(place):
            world.problem(Mismatch(call.args[i].span, Thing.PLACE_OF_BOARD, describe(world, place.type)))
        return None
    return place, world.boards[place.type.board]

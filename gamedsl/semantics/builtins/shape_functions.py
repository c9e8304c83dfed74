"""Built-in functions of shapes: where shapes fit, which places they cover and touch, and the sides of turned pieces."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FunctionSpec
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    Direction,
    Enum,
    EnumId,
    FunctionId,
    Kind,
    Optional,
    Position,
    SetOf,
    TableId,
    Type,
    Value,
    plain,
)
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.builtins.place_functions import note_one_of, position_of
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.data.boards import HEX_SIDES, SIDES, STEPS
from gamedsl.semantics.formulas.collections import collection
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.poses import Poses, Square
from gamedsl.semantics.model.types import describe, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import SureFlaw
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.member_heads import add_function
from gamedsl.source import Span
from gamedsl.values import frozen

MOST_PLACEMENTS = 65_536
"""The most ways to lay the shapes of a declaration on one board: their tables have a row for each."""


@frozen
class _Laid:
    """A pose (the turned or mirrored form in which a shape lies), and the board on which the shape is laid."""

    pose: expressions.Expr
    enum: EnumId
    poses: Poses
    board: Board
    place: Position


def _pose(world: World, call: BuiltinCall) -> tuple[expressions.Expr, EnumId] | None:
    """Returns the argument for the pose of a shape."""
    pose = world.check.formula(call.args[0], call.scope)
    if isinstance(pose.type, Optional) and isinstance(pose.type.of, Enum):
        pose = facts.need(world, call.scope, pose, call.args[0].span, words(call.args[0]))
    if isinstance(pose.type, Enum) and pose.type.id in world.poses:
        return pose, pose.type.id
    refuse(world, Mismatch(call.args[0].span, Thing.POSE, describe(world, pose.type)), pose)
    return None


def _pose_on_board(world: World, call: BuiltinCall, place: Type, span: Span) -> _Laid | None:
    """Returns the first argument with the board of the second one; `span` is where this board is named."""
    found = _pose(world, call)
    if found is None:
        return None
    pose, enum = found
    poses = world.poses[enum]
    board = world.boards[place.board] if isinstance(place, Position) else None
    if not isinstance(place, Position) or board is None or not poses.suits(board):
        thing = Thing.GRID_OF_HEXAGONS if poses.is_hex else Thing.GRID_OF_SQUARES
        world.problem(Mismatch(span, about(thing, poses.name), describe(world, place)))
        return None
    ways = len(poses.poses) * len(board.spec.places)
    if ways > MOST_PLACEMENTS:
        world.problem(TooMany(span, about(Amount.PLACEMENTS, poses.name, board.spec.name), ways, MOST_PLACEMENTS))
        return None
    return _Laid(pose, enum, poses, board, place)


# ---------------------------------------------------------------- tables of placements


def _places(board: Board, squares: tuple[Square, ...], row: int, column: int) -> frozenset[int]:
    """Returns the places that squares cover with the first one in a row and column (from 0); none if one of them is outside of the board."""
    places = [board.place_at(row + r, column + c) for r, c, _ in squares]
    return frozenset(place for place in places if place is not None) if None not in places else frozenset()


def _near(board: Board, places: frozenset[int], directions: tuple[int, ...]) -> frozenset[int]:
    """Returns the places that are next to some places in one of the directions, without these places."""
    found: set[int] = set()
    for place in places:
        row, column = board.position(place)
        near = (board.place_at(row + r, column + c) for r, c in (STEPS[d] for d in directions))
        found.update(other for other in near if other is not None)
    return frozenset(found - places)


def _entry(laid: _Laid, name: str, squares: tuple[Square, ...], row: int, column: int) -> tuple[int, ...]:
    """Returns the places that a shape covers, or touches, with its first square in a row and column."""
    covered = _places(laid.board, squares, row, column)
    if name == "covers" or not covered:
        return tuple(sorted(covered))
    beside = _near(laid.board, covered, HEX_SIDES if laid.poses.is_hex else SIDES)
    if name == "beside":
        return tuple(sorted(beside))
    if laid.poses.is_hex:
        return ()
    return tuple(sorted(_near(laid.board, covered, tuple(range(len(STEPS)))) - beside))


def _table(world: World, laid: _Laid, name: str) -> TableId:
    """Returns the table of the places that each pose covers or touches, with the first square on each place."""
    key = name, laid.enum, laid.place.board
    known = world.placements.get(key)
    if known is None:
        poses, board = laid.poses.poses, laid.board
        world.effort.spend(2 * len(poses) * len(board.spec.places))
        values: tuple[Value, ...] = tuple(
            _entry(laid, name, pose.squares, *board.position(place))
            for pose in poses
            for place in range(len(board.spec.places))
        )
        sizes = len(poses), len(board.spec.places)
        known = world.table(f"{laid.poses.name} {name} on {board.spec.name}", (0, 0), sizes, values)
        world.placements[key] = known
    return TableId(known)


def _table_of_places(world: World, laid: _Laid, covers: TableId) -> TableId:
    """Returns the table of the places where each shape fits on the board."""
    cells, size = world.tables[covers].values, len(laid.board.spec.places)
    rows = tuple(
        tuple(place for place in range(size) if cells[pose * size + place]) for pose in range(len(laid.poses.poses))
    )
    return world.table(f"{laid.poses.name} places on {laid.board.spec.name}", (0,), (len(rows),), rows)


def _table_of_values(world: World, laid: _Laid, value: Enum) -> TableId:
    """Returns the table of the places that the squares with each value cover."""
    key = "squares", laid.enum, laid.place.board
    known = world.placements.get(key)
    if known is None:
        poses, board = laid.poses.poses, laid.board
        world.effort.spend(2 * value.size * len(poses) * len(board.spec.places))
        values: list[Value] = []
        for one in range(value.size):
            for pose in poses:
                named = tuple(square for square in pose.squares if square[2] == one)
                for place in range(len(board.spec.places)):
                    at = board.position(place)
                    inside = _places(board, pose.squares, *at)
                    values.append(tuple(sorted(_places(board, named, *at))) if inside else ())
        sizes = value.size, len(poses), len(board.spec.places)
        known = world.table(f"{laid.poses.name} squares on {board.spec.name}", (0, 0, 0), sizes, tuple(values))
        world.placements[key] = known
    return TableId(known)


# ---------------------------------------------------------------- functions


def _build_touching(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `covers(w, p)`, `beside(w, p)` and `corners(w, p)`. Their results are empty if the shape does not fit on the board there."""
    at = position_of(world, call, 1)
    if at is None:
        return BROKEN
    laid = _pose_on_board(world, call, at[0].type, call.args[1].span)
    if laid is None:
        return BROKEN
    result = SetOf(laid.place)
    if len(call.args) == 2:
        table = _table(world, laid, call.name)
        return constants.look_up(world, table, (laid.pose, at[0]), result, call.site(world))
    span = call.args[2].span
    if not isinstance(laid.poses.value, Enum):
        return refuse(world, Mismatch(span, about(Thing.VALUE_OF_SQUARE, laid.poses.name), Thing.NO_VALUES))
    value = world.check.coerce(call.args[2], call.scope, laid.poses.value)
    if is_broken(value):
        return BROKEN
    table = _table_of_values(world, laid, laid.poses.value)
    return constants.look_up(world, table, (value, laid.pose, at[0]), result, call.site(world))


def _placements(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `placements(w, S)`: the places for the first square where all squares are in S."""
    inside = conversions.as_set(world, collection(world, call.args[1], call.scope))
    if is_broken(inside) or not isinstance(inside.type, SetOf):
        return BROKEN
    laid = _pose_on_board(world, call, inside.type.of, call.args[1].span)
    if laid is None:
        return BROKEN
    call_ = expressions.Call(_fitting(world, call, laid), (laid.pose, inside), inside.type)
    return constants.fold_if_fixed(world, call_, laid.pose, inside)


def _fitting(world: World, call: BuiltinCall, laid: _Laid) -> FunctionId:
    """Returns the function that takes a pose and a set of places, and gives the places where the pose fits."""
    key = "placements", laid.enum, laid.place.board
    known = world.placements.get(key)
    if known is None:
        covers, site = _table(world, laid, "covers"), call.site(world)
        pose = world.local("shape", Enum(laid.enum, len(laid.poses.poses)))
        inside = world.local("free", SetOf(laid.place))
        place, square = world.local("it", laid.place), world.local("square", laid.place)
        covered = expressions.Lookup(covers, (pose, place), SetOf(laid.place), site)
        body = expressions.Filter(
            expressions.Lookup(_table_of_places(world, laid, covers), (pose,), SetOf(laid.place), site),
            place.id,
            expressions.Fold("all", covered, square.id, expressions.Has(inside, square, FLAG), FLAG, site),
            SetOf(laid.place),
        )
        name = f"placements of {laid.poses.name} on {laid.board.spec.name}"
        known = add_function(world, FunctionSpec(name, (pose.id, inside.id), body))
        world.placements[key] = known
    return FunctionId(known)


# ---------------------------------------------------------------- sides


SIDE_COLUMNS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The columns for the sides of a piece, in the order of the directions."""
_RINGS = (SIDES, HEX_SIDES, tuple(range(len(STEPS))))
"""The sides that a piece can have, clockwise."""


def _side_of(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `side_of(k, d)`: the cell of the column for a direction. A third argument says where the top of a turned piece points."""
    kind = conversions.as_kind(world.check.formula(call.args[0], call.scope))
    direction = world.check.coerce(call.args[1], call.scope, DIRECTION)
    top = world.check.coerce(call.args[2], call.scope, DIRECTION) if len(call.args) == 3 else None
    if is_broken(kind) or is_broken(direction) or (top is not None and is_broken(top)):
        return BROKEN
    of = plain(kind.type)
    found = _sides(world, of) if isinstance(of, Kind) else None
    if found is None:
        columns = tuple(
            name for name in SIDE_COLUMNS if isinstance(of, Kind) and world.attribute(of.classes, name) is not None
        )
        problem = Mismatch(call.args[0].span, Thing.KIND_WITH_SIDES, describe(world, kind.type), sides=columns)
        return refuse(world, problem)
    table, cell, ring = found
    for node, expr in zip(call.args[1:], (direction, top), strict=False):
        if expr is not None:
            note_one_of(world, node, expr, ring, SureFlaw.NO_SIDE)
    site = call.site(world)
    if top is not None:
        turned = tuple(
            ring[(ring.index(d) - ring.index(t)) % len(ring)] if d in ring and t in ring else None
            for d in range(len(STEPS))
            for t in range(len(STEPS))
        )
        name = f"sides of pieces with {len(ring)} sides"
        back = world.table(name, (0, 0), (len(STEPS), len(STEPS)), turned)
        side = Direction() if None not in turned else Optional(DIRECTION)
        direction = constants.look_up(world, back, (direction, top), side, site)
    none = isinstance(kind.type, Optional) or isinstance(direction.type, Optional)
    return constants.look_up(world, table, (kind, direction), optional(cell) if none else cell, site)


def _sides(world: World, of: Kind) -> tuple[TableId, Type, tuple[int, ...]] | None:
    """Returns the table of the sides of all kinds, the type of a side, and the sides that these kinds have, clockwise."""
    columns = {d: world.attribute(of.classes, name) for d, name in enumerate(SIDE_COLUMNS)}
    known = {d: column for d, column in columns.items() if column is not None}
    ring = tuple(known)
    if ring not in _RINGS:
        return None
    types = [type_ for _, type_ in known.values()]
    cell = conversions.hull([plain(type_) for type_ in types])
    if is_broken(expressions.Const(None, cell)):
        return None
    if len(ring) < len(STEPS) or any(isinstance(type_, Optional) for type_ in types):
        cell = optional(cell)
    values = tuple(
        world.tables[known[d][0]].values[kind] if d in known else None
        for kind in range(len(world.kinds))
        for d in range(len(STEPS))
    )
    return world.table("sides", (0, 0), (len(world.kinds), len(STEPS)), values), cell, ring


SHAPE_FUNCTIONS: dict[str, Make] = {
    "placements": _placements,
    "covers": _build_touching,
    "beside": _build_touching,
    "corners": _build_touching,
    "side_of": _side_of,
}

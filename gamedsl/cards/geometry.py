"""Computes the positions of boards' places, in units of cells. Pages use the same rules: see `page/src/game/geometry.ts`. The numbers of both are in
`page/src/game/geometry.json`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

from gamedsl.graph.model import types
from gamedsl.graph.model.game import BoardSpec, Game
from gamedsl.graph.model.types import BoardId
from gamedsl.values import evolve, frozen

PlanKind: TypeAlias = Literal["square", "hex", "graph"]
Point: TypeAlias = tuple[float, float]


@frozen
class Spot:
    """A place of a board. `x` and `y` are its left and its top in cells; places of a ring around a grid are on its rim."""

    board: BoardId
    place: int
    x: float
    y: float
    is_rim: bool = False


@frozen
class Plan:
    """A board seen from above, `width` and `height` in cells; each of `lines` joins two spots. Rows of hexagons are 0.866 apart. `tall` is the ratio of
    height to width of cells, which is above 1 for places with columns of pieces."""

    kind: PlanKind
    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int], ...]
    width: float
    height: float
    tall: int = 1


_NUMBERS = json.loads(files("gamedsl.page").joinpath("runtime", "geometry.json").read_text("utf-8"))
_SPRINGS = _NUMBERS["springs"]

HEX_HEIGHT: float = _NUMBERS["hexHeight"]
_LOOP: int = _NUMBERS["loop"]
_WIDE_ROW: int = _NUMBERS["wideRow"]
_TALL: int = _NUMBERS["tall"]
_STEPS: int = _SPRINGS["steps"]
_PUSH: float = _SPRINGS["push"]
_NEAREST: float = _SPRINGS["nearest"]
_PULL: float = _SPRINGS["pull"]
_HEAT: float = _SPRINGS["heat"]
_LEAST: float = _SPRINGS["least"]
"""The least height of a graph, as a part of its width."""
_MOST: float = _SPRINGS["most"]
"""At most this many times as high a graph is made."""
_STARTS: int = _SPRINGS["starts"]
_WORK: int = _SPRINGS["work"]
"""The number of starts is at most this divided by the square of the number of places."""
_NEAR: float = _SPRINGS["near"]
"""The least distance of a line from places where it does not end."""

_SQUARE = re.compile(r"([a-z])(\d+)")


def boards_to_draw(game: Game) -> list[BoardId]:
    """Returns the boards that are drawn on their own. Left out are unions, boards around or on another board, and boards that grow with their pieces."""
    found: list[BoardId] = []
    for number, shape in enumerate(game.about.shapes):
        is_rim = shape.kind == "rim" and shape.around is not None
        if shape.kind != "union" and shape.torus is None and not is_rim and knots_of(game, number) is None:
            found.append(BoardId(number))
    return found


def knots_of(game: Game, number: int) -> int | None:
    """Returns the grid with edges whose inner corners are the places of a board; None for other boards."""
    own = game.about.shapes[number]
    for other, shape in enumerate(game.about.shapes):
        sizes = (shape.rows, shape.columns) == (own.rows + 1, own.columns + 1)
        if own.kind == "grid" and shape.kind == "grid" and shape.ends and sizes:
            return other
    return None


def plan_of(game: Game, number: BoardId) -> Plan:
    """Returns the positions of a board's places, and of a ring around it."""
    board, shape = game.boards[number], game.about.shapes[number]
    match shape.kind:
        case "grid":
            return _grid(game, number, board)
        case "hex":
            at = [(column + row / 2, row * HEX_HEIGHT) for row, column in board.at]
            return _plan("hex", _spots(number, at))
        case "ring" | "rim":
            length = len(board.places)
            return _plan("square", _spots(number, _stores(length) if _has_stores(game, number) else _ring(length)))
        case "graph":
            ends = shape.ends or _neighbours(game, board)
            return _plan("graph", _spots(number, _graph(board, ends)), ends)
        case _:
            length = len(board.places)
            return (
                _points(number, length)
                if length > _WIDE_ROW and _has_columns(game, number)
                else row_plan(number, length)
            )


def row_plan(number: BoardId, length: int) -> Plan:
    """Returns the positions of places in a row."""
    return _plan("square", _spots(number, _row(length)))


_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
_HEX_SIDES = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))


def grow_plan(game: Game, number: BoardId, laid: frozenset[int]) -> Plan:
    """Returns the positions of the places of a board without an edge: places with something on them, and places beside these."""
    board, shape = game.boards[number], game.about.shapes[number]
    width, size = shape.torus or (1, 1)
    is_hex = board.shape == "hex"
    at: dict[int, tuple[int, int]] = {} if laid else {0: board.at[0]}
    for first in sorted(laid, key=lambda place: (_farness(board.at[place]), place)):
        at.setdefault(first, board.at[first])
        near = [first]
        while near:
            row, column = at[near.pop()]
            for down, along in _HEX_SIDES if is_hex else _SIDES:
                other = (column + along + width * (row + down)) % size
                if other not in at:
                    at[other] = (row + down, column + along)
                    if other in laid:
                        near.append(other)
    spots = [
        Spot(number, place, *((column + row / 2, row * HEX_HEIGHT) if is_hex else (column, row)))
        for place, (row, column) in sorted(at.items())
    ]
    return _plan("hex" if is_hex else "square", spots)


def _farness(at: tuple[int, int]) -> int:
    row, column = at
    return abs(row) + abs(column) + abs(row + column)


_STARRED, _FAR, _WIDE = 9, 13, 17
"""The fewest lines of a board with star points; of one whose star points lie on the fourth line; and of one with some between those in the corners."""


def star_points(across: int, down: int) -> list[tuple[int, int]]:
    """Returns the star points of a board with this number of lines, counted from 0: in the corners and in the middle; on large boards also between these."""
    all_points = [(x, y) for y in _star_lines(down) for x in _star_lines(across)]
    if min(across, down) >= _WIDE:
        return all_points
    return [(x, y) for x, y in all_points if (2 * x == across - 1) == (2 * y == down - 1)]


def _star_lines(lines: int) -> list[int]:
    edge = 3 if lines >= _FAR else 2
    middle = [(lines - 1) // 2] if lines % 2 else []
    return [] if lines < _STARRED else [edge, *middle, lines - 1 - edge]


def _points(number: BoardId, length: int) -> Plan:
    """Returns the positions of columns: the first one below on the right, then round to the one above it. Halves of an even number leave a column free between
    them."""
    half = math.ceil(length / 2)
    columns = [half - 1 - i if i < half else i - half for i in range(length)]
    gap = half // 2 if half % 2 == 0 else length
    at = [(x + 1 if x >= gap else x, 1 if i < half else 0) for i, x in enumerate(columns)]
    return evolve(_plan("square", _spots(number, at)), tall=_TALL)


def _has_columns(game: Game, number: BoardId) -> bool:
    """Whether places hold several pieces of the same owner."""
    owned = {kind.cls for kind in game.kinds if kind.owner is not None and kind.copies > 1}
    return any(
        zone.form == "bag"
        and any(isinstance(one.type, types.Position) and one.type.board == number for one in zone.dimensions)
        and not owned.isdisjoint(zone.classes)
        for zone in game.zones
    )


def _spots(board: BoardId, at: Iterable[Point]) -> list[Spot]:
    return [Spot(board, place, x, y) for place, (x, y) in enumerate(at)]


def _plan(kind: PlanKind, spots: Sequence[Spot], lines: tuple[tuple[int, int], ...] = ()) -> Plan:
    left = min((spot.x for spot in spots), default=0.0)
    top = min((spot.y for spot in spots), default=0.0)
    moved = tuple(evolve(spot, x=spot.x - left, y=spot.y - top) for spot in spots)
    width = max((spot.x for spot in moved), default=0.0) + 1
    return Plan(kind, moved, lines, width, max((spot.y for spot in moved), default=0.0) + 1)


def _grid(game: Game, number: BoardId, board: BoardSpec) -> Plan:
    spots = _spots(number, [(column, row) for row, column in board.at])
    top = min(row for row, _ in board.at) - 1
    left = min(column for _, column in board.at) - 1
    for other, shape in enumerate(game.about.shapes):
        if shape.kind == "rim" and shape.around == number:
            around = _rim(len(game.boards[other].places), board)
            spots += [Spot(BoardId(other), i, left + x, top + y, True) for i, (x, y) in enumerate(around)]
    return _plan("square", spots)


def _rim(size: int, inner: BoardSpec) -> list[Point]:
    """Returns the places around a grid, clockwise from the top left corner."""
    rows = max(row for row, _ in inner.at) - min(row for row, _ in inner.at) + 2
    columns = max(column for _, column in inner.at) - min(column for _, column in inner.at) + 2
    around: list[Point] = [
        *((x, 0) for x in range(columns)),
        *((columns, y) for y in range(rows)),
        *((x, rows) for x in range(columns, 0, -1)),
        *((0, y) for y in range(rows, 0, -1)),
    ]
    if size < 2 * (rows + columns):
        around = [(x, y) for x, y in around if not (x in (0, columns) and y in (0, rows))]
    return [around[i % len(around)] for i in range(size)]


def _row(length: int) -> list[Point]:
    """Returns the places of a row. A long one runs back below itself, so that neighbours stay together."""
    wide = math.ceil(length / math.ceil(length / _WIDE_ROW)) if length > _WIDE_ROW else max(length, 1)
    return [(wide - 1 - i % wide if i // wide % 2 else i % wide, i // wide) for i in range(length)]


def _ring(length: int) -> list[Point]:
    if length >= _LOOP:
        side = math.ceil(length / 4)
        sides = ((0, 0, 1, 0), (side, 0, 0, 1), (side, side, -1, 0), (0, side, 0, -1))
        found: list[Point] = []
        for i in range(length):
            x, y, right, down = sides[i // side]
            found.append((x + right * (i % side), y + down * (i % side)))
        return found
    half = math.ceil(length / 2)
    return [(i, 1) if i < half else (length - 1 - i, 0) for i in range(length)]


def _has_stores(game: Game, number: BoardId) -> bool:
    """Whether exactly two places of a ring, the last ones of its halves, differ from all others: the stores of a game of sowing."""
    length = len(game.boards[number].places)
    stores = [i in (length // 2 - 1, length - 1) for i in range(length)]
    columns = (one for one in game.about.columns if one.of == "board" and one.number == number)
    return 4 < length < _LOOP and length % 2 == 0 and any([*one.values] == stores for one in columns)


def _stores(length: int) -> list[Point]:
    """Returns two rows of houses, and the stores at their ends between them."""
    half = length // 2
    rows: list[Point] = [(i + 1, 1) if i < half else (length - 1 - i, 0) for i in range(length)]
    rows[half - 1], rows[-1] = (half, 0.5), (0, 0.5)
    return rows


def _neighbours(game: Game, board: BoardSpec) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of neighbours of a board whose routes have no names, from the table that is compiled for rules with `neighbours`."""
    for table in game.tables:
        if table.name == f"neighbours of {board.name}" and table.sizes == (len(board.places),):
            lists = [one if isinstance(one, tuple) else () for one in table.values]
            return tuple(
                (place, other)
                for place, near in enumerate(lists)
                for other in near
                if isinstance(other, int) and place < other
            )
    return ()


def _graph(board: BoardSpec, ends: Sequence[tuple[int, int]]) -> Sequence[Point]:
    """Returns the places of a graph: at their coordinates if they are named like squares, else where a simulation of springs between neighbours puts them."""
    named = [_SQUARE.fullmatch(name) for name in board.places]
    squares = [(one[1], int(one[2])) for one in named if one is not None]
    if len(squares) == len(named):
        most = max((row for _, row in squares), default=0)
        return [(ord(column) - ord("a"), most - row) for column, row in squares]
    return _untangle(len(board.places), tuple(ends))


@lru_cache(maxsize=16)
def _untangle(count: int, ends: tuple[tuple[int, int], ...]) -> Sequence[Point]:
    """Returns the places where springs leave the fewest lines across each other, of several orders in which places begin on a circle."""
    best = _simulate_springs(count, ends, 0)
    fewest = _count_tangles(best, ends)
    for start in range(1, min(_STARTS, _WORK // max(count * count, 1))):
        if not fewest:
            break
        at = _simulate_springs(count, ends, start)
        if (found := _count_tangles(at, ends)) < fewest:
            best, fewest = at, found
    return best


def _count_tangles(at: Sequence[Point], ends: Sequence[tuple[int, int]]) -> int:
    """Returns the number of times that lines cross each other, or come too near to a place where they do not end."""

    def side(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (x, y) = at[a], at[b], at[c]
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    found = 0
    for i, (a, b) in enumerate(ends):
        for c, d in ends[:i]:
            if {a, b}.isdisjoint((c, d)):
                found += side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        found += sum(c not in (a, b) and _distance(at[a], at[b], one) < _NEAR for c, one in enumerate(at))
    return found


def _distance(a: Point, b: Point, one: Point) -> float:
    """Returns the distance of a point from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    x, y = one[0] - a[0], one[1] - a[1]
    part = max(0.0, min(1.0, (x * dx + y * dy) / max(_NEAREST, dx * dx + dy * dy)))
    return math.hypot(x - part * dx, y - part * dy)


def _order_of(count: int, start: int) -> list[int]:
    """Returns the order in which places begin on their circle: first as they are declared, then shuffled."""
    found = [*range(count)]
    chance = start
    for i in range(count - 1 if start else 0, 0, -1):
        chance = (chance * 1103 + 12345) % 65536
        j = chance % (i + 1)
        found[i], found[j] = found[j], found[i]
    return found


def _simulate_springs(count: int, ends: Sequence[tuple[int, int]], start: int) -> list[Point]:
    size = math.sqrt(count)
    turns = [2 * math.pi * i / count for i in _order_of(count, start)]
    at = [[math.cos(turn) * size, math.sin(turn) * size] for turn in turns]
    for step in range(_STEPS):
        push = [[0.0, 0.0] for _ in range(count)]
        for i, (x, y) in enumerate(at):
            for j, (other_x, other_y) in enumerate(at):
                if i != j:
                    force = _PUSH / max(_NEAREST, (x - other_x) ** 2 + (y - other_y) ** 2)
                    push[i][0] += (x - other_x) * force
                    push[i][1] += (y - other_y) * force
        for a, b in (*ends, *((to, origin) for origin, to in ends)):
            push[a][0] += (at[b][0] - at[a][0]) * _PULL
            push[a][1] += (at[b][1] - at[a][1]) * _PULL
        heat = _HEAT * (1 - step / _STEPS)
        for one, moved in zip(at, push, strict=True):
            one[0] += heat * moved[0]
            one[1] += heat * moved[1]
    return _spread([(x, y) for x, y in at])


def _spread(at: Sequence[Point]) -> list[Point]:
    """Returns places turned so that the longest distance is horizontal, and moved apart vertically where they are crowded."""
    x, y = (sum(one[axis] for one in at) / len(at) for axis in (0, 1))
    moved = [(one[0] - x, one[1] - y) for one in at]
    angle = math.atan2(2 * sum(dx * dy for dx, dy in moved), sum(dx * dx - dy * dy for dx, dy in moved)) / 2
    cos, sin = math.cos(angle), math.sin(angle)
    turned = [(dx * cos + dy * sin, dy * cos - dx * sin) for dx, dy in moved]
    wide, high = (max(one[axis] for one in turned) - min(one[axis] for one in turned) for axis in (0, 1))
    factor = min(_MOST, max(1.0, wide * _LEAST / max(high, _NEAREST)))
    return [(along, across * factor) for along, across in turned]

"""Built-in functions of places: neighbours, directions and lines."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    BoardId,
    Direction,
    Enum,
    Int,
    ListOf,
    Position,
    SetOf,
    Value,
)
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.board_tables import links_of, position_of, rays_of
from gamedsl.semantics.formulas.builtin_calls import Given, Make
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import BoardSymbol
from gamedsl.semantics.model.types import describe, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.problems import (
    Mismatch,
    WrongArguments,
    WrongSort,
)
from gamedsl.syntax import tree


def _whole_board(w: World, g: Given) -> tuple[Board, Position] | None:
    """The grid that an argument names."""

    ref = refer(w, g.args[0], g.scope, None) if isinstance(g.args[0], tree.Name) else None
    if not isinstance(ref, BoardSymbol) or w.boards[ref.id].kind not in ("grid", "hex"):
        w.problem(WrongSort(g.args[0].span, words(g.args[0]), "no grid", "a grid"))
        return None
    return w.boards[ref.id], Position(ref.id, len(w.boards[ref.id].spec.places))


def _grid_lines(w: World, g: Given) -> expressions.Expr:
    """`rows(B)`, `columns(B)`, `diagonals(B)`: whole lines, diagonals of two places and more."""
    found = _whole_board(w, g)
    if found is None:
        return BROKEN
    board, place = found
    rows, columns = range(board.rows), range(board.columns)
    at = {(r, c): r * board.columns + c for r in rows for c in columns}
    if g.name == "rows":
        lines = tuple(tuple(at[r, c] for c in columns) for r in rows)
    elif g.name == "columns":
        lines = tuple(tuple(at[r, c] for r in rows) for c in columns)
    else:
        falling = [tuple(at[r, r + d] for r in rows if r + d in columns) for d in range(1 - board.rows, board.columns)]
        rising = [tuple(at[r, d - r] for r in rows if d - r in columns) for d in range(board.rows + board.columns - 1)]
        lines = tuple(line for line in (*falling, *rising) if len(line) > 1)
    return expressions.Const(lines, ListOf(ListOf(place, max(map(len, lines), default=0)), len(lines)))


def _neighbours(w: World, g: Given) -> expressions.Expr:
    found = position_of(w, g, 0)
    if found is None:
        return BROKEN
    place, board = found
    table = links_of(w, place.type)
    assert table is not None
    site = w.site(g.e.span, g.scope.where)
    if len(g.args) == 1:
        return constants.folded(w, expressions.Lookup(table, (place,), SetOf(place.type), site), place)
    direction = w.check.formula(g.args[1], g.scope, DIRECTION)
    many = isinstance(direction.type, ListOf | SetOf) and direction.type.of == DIRECTION
    if not many:
        direction = conversions.coerce(w, g.scope, direction, DIRECTION, g.args[1].span)
    if is_broken(direction):
        return BROKEN
    near = tuple((r[0],) if r else () for r in board.rays)
    rays = w.table(f"next to {board.spec.name}", (0, 0), (len(board.neighbours), 8), cast("tuple[Value, ...]", near))
    if many:
        local = w.local("it", DIRECTION)
        return expressions.FlatMap(
            direction, local.id, expressions.Lookup(rays, (place, local), SetOf(place.type), site), SetOf(place.type)
        )
    return constants.folded(w, expressions.Lookup(rays, (place, direction), SetOf(place.type), site), place, direction)


def _ray(w: World, g: Given) -> expressions.Expr:
    found = position_of(w, g, 0)
    direction = w.check.typed(g.args[1], g.scope, DIRECTION)
    if found is None or is_broken(direction):
        return BROKEN
    place, board = found
    longest = max((len(r) for r in board.rays), default=0)
    return constants.folded(
        w,
        expressions.Lookup(
            rays_of(w, board), (place, direction), ListOf(place.type, longest), w.site(g.e.span, g.scope.where)
        ),
        place,
        direction,
    )


def _step(w: World, g: Given) -> expressions.Expr:
    found = position_of(w, g, 0)
    direction = w.check.typed(g.args[1], g.scope, DIRECTION)
    steps = w.check.integer(g.args[2], g.scope) if len(g.args) == 3 else number(1)
    if found is None or is_broken(direction) or is_broken(steps):
        return BROKEN
    place, board = found
    return expressions.Along(rays_of(w, board), place, direction, steps, optional(place.type))


def _turn(w: World, g: Given) -> expressions.Expr:
    direction = w.check.typed(g.args[0], g.scope, DIRECTION)
    eighths = w.check.integer(g.args[1], g.scope)
    if is_broken(direction) or not isinstance(eighths.type, Int):
        return BROKEN
    site = w.site(g.e.span, g.scope.where)
    reach = Int(min(0, eighths.type.low), 7 + max(0, eighths.type.high))
    turned = expressions.Arithmetic("+", direction, eighths, reach, site)
    return constants.folded(w, expressions.Arithmetic("mod", turned, number(8), Direction(), site), direction, eighths)


def _lines(w: World, g: Given) -> expressions.Expr:

    ref = refer(w, g.args[0], g.scope, None) if isinstance(g.args[0], tree.Name) else None
    if not isinstance(ref, BoardSymbol):
        w.problem(WrongSort(g.args[0].span, words(g.args[0]), "no board", "a board"))
        return BROKEN
    board = w.boards[ref.id]
    place = Position(ref.id, len(board.spec.places))
    if board.kind == "graph":
        rows = board.paths
    elif len(g.args) == 1:
        w.problem(WrongArguments(g.e.span, "lines", "a board and the length of the lines", 1))
        return BROKEN
    else:
        n = w.check.integer(g.args[1], g.scope)
        if not isinstance(n, expressions.Const) or not isinstance(n.value, int) or n.value < 1:
            if not is_broken(n):
                w.problem(Mismatch(g.args[1].span, "a fixed number", describe(w, n.type)))
            return BROKEN
        rows = straight_lines(board, int(n.value))
    longest = max((len(r) for r in rows), default=0)
    return expressions.Const(rows, ListOf(ListOf(place, longest), len(rows)))


def straight_lines(board: Board, n: int) -> tuple[tuple[int, ...], ...]:
    """Runs of n places in a straight line, each once: by first place, then direction E, SE, S, SW (hex: those of its three axes)."""
    found: list[tuple[int, ...]] = []
    for place in range(len(board.neighbours)):
        for direction in (2, 3, 4, 5):
            ray = board.rays[place * 8 + direction]
            if len(ray) >= n - 1:
                found.append((place, *ray[: n - 1]))
    return tuple(dict.fromkeys(found))


def _line(w: World, g: Given) -> expressions.Expr:
    found = position_of(w, g, 0)
    if found is None:
        return BROKEN
    place, board = found
    if board.around is None:
        w.problem(Mismatch(g.args[0].span, "a place of a ring around a grid", describe(w, place.type)))
        return BROKEN
    inner = Position(board.around, len(w.boards[board.around].spec.places))
    longest = max(len(v) for v in board.views)
    table = w.table(f"lines of {board.spec.name}", (0,), (len(board.views),), cast("tuple[Value, ...]", board.views))
    return constants.folded(
        w, expressions.Lookup(table, (place,), ListOf(inner, longest), w.site(g.e.span, g.scope.where)), place
    )


def _across(w: World, g: Given) -> expressions.Expr:
    """The place opposite on a ring, mirrored at the axis through the second place."""
    place, axis = position_of(w, g, 0), position_of(w, g, 1)
    if place is None or axis is None:
        return BROKEN
    n = len(place[1].spec.places)
    if place[1].kind != "ring" or axis[1] is not place[1]:
        w.problem(Mismatch(g.e.span, "two places of one ring", describe(w, axis[0].type)))
        return BROKEN
    table = w.table(
        f"across {place[1].spec.name}", (0, 0), (n, n), tuple((2 * a - p) % n for p in range(n) for a in range(n))
    )
    return constants.folded(
        w,
        expressions.Lookup(table, (place[0], axis[0]), place[0].type, w.site(g.e.span, g.scope.where)),
        place[0],
        axis[0],
    )


def _ends(w: World, g: Given) -> expressions.Expr:
    route = w.check.formula(g.args[0], g.scope)
    for i, board in enumerate(w.boards):
        if isinstance(route.type, Enum) and board.edges == route.type.id:
            place = Position(BoardId(i), len(board.spec.places))
            table = w.table(
                f"ends of {board.spec.name}", (0,), (len(board.ends),), tuple(tuple(sorted(p)) for p in board.ends)
            )
            return constants.folded(
                w, expressions.Lookup(table, (route,), SetOf(place), w.site(g.e.span, g.scope.where)), route
            )
    if not is_broken(route):
        w.problem(Mismatch(g.args[0].span, "a route of a graph", describe(w, route.type)))
    return BROKEN


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
}

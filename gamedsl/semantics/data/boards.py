"""Builds boards: places with names, neighbours, rays in eight directions, lines."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from gamedsl.graph.model.game import BoardSpec
from gamedsl.graph.model.types import BoardId, EnumId
from gamedsl.semantics.data.graphs import GraphRows
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.problems.terms import about
from gamedsl.source import Span
from gamedsl.syntax.tree import data

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The (row, column) step of each direction."""
SIDES = (0, 2, 4, 6)
HEX_SIDES = (0, 1, 2, 4, 5, 6)
"""The directions of neighbours on a rhombic hexagon board: all but NW and SE."""


def sides(decl: data.Grid) -> tuple[int, ...]:
    """Returns the directions in which the places of a grid have neighbours."""
    return HEX_SIDES if decl.hex else tuple(range(8)) if decl.eight is not None else SIDES


def edges(decl: data.Grid) -> list[tuple[int, int, str, tuple[int, int]]]:
    """Returns the edges of a grid, one between any two neighbours: row and column of the first place, the side of the edge, both places."""
    found: list[tuple[int, int, str, tuple[int, int]]] = []
    ahead = [d for d in sides(decl) if STEPS[d] > (0, 0)]
    for r in range(1, decl.rows + 1):
        for c in range(1, decl.columns + 1):
            for side in ahead:
                row, column = r + STEPS[side][0], c + STEPS[side][1]
                if row <= decl.rows and 1 <= column <= decl.columns:
                    ends = (r - 1) * decl.columns + c - 1, (row - 1) * decl.columns + column - 1
                    found.append((r, c, DIRECTIONS[side], ends))
    return found


def grid(decl: data.Grid, between: EnumId | None = None) -> Board:
    """Builds a grid. `between` is the type of the edges of `grid … by …`."""
    rows, columns, name = decl.rows, decl.columns, decl.name.text
    at = tuple((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
    index = {p: i for i, p in enumerate(at)}
    neighbours = tuple(
        tuple(sorted(index[q] for d in sides(decl) if (q := (r + STEPS[d][0], c + STEPS[d][1])) in index))
        for r, c in at
    )
    rays: list[tuple[int, ...]] = []
    for r, c in at:
        for d, (dr, dc) in enumerate(STEPS):
            ray: list[int] = []
            row, column = r + dr, c + dc
            while (row, column) in index and not (decl.hex and d not in HEX_SIDES):
                ray.append(index[row, column])
                row, column = row + dr, column + dc
            rays.append(tuple(ray))
    kind: Literal["grid", "hex"] = "hex" if decl.hex else "grid"
    spec = BoardSpec(name, kind, tuple(f"{name}[{r}, {c}]" for r, c in at), at)
    return Board(
        spec, kind, rows, columns, {}, neighbours, tuple(rays), (), (), None, between,
        tuple(places for *_, places in edges(decl)) if between is not None else (),
    )  # fmt: skip


def _ring_neighbours(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted({(i - 1) % n, (i + 1) % n} - {i})) for i in range(n))


def ring(decl: data.Ring) -> Board:
    name, n = decl.name.text, decl.size
    spec = BoardSpec(
        name, "ring", tuple(f"{name}[{i}]" for i in range(1, n + 1)), tuple((1, i) for i in range(1, n + 1))
    )
    return Board(spec, "ring", 1, n, {}, _ring_neighbours(n), ((),) * (8 * n), (), (), None, None, ())


def track(decl: data.Track) -> Board:
    """Builds a row of places, like a ring that does not close. `+ 1` leads eastwards; at the end it leads to none."""
    name, n = decl.name.text, decl.size
    spec = BoardSpec(
        name, "grid", tuple(f"{name}[{i}]" for i in range(1, n + 1)), tuple((1, i) for i in range(1, n + 1))
    )
    near = tuple(tuple(j for j in (i - 1, i + 1) if 0 <= j < n) for i in range(n))
    rays: list[tuple[int, ...]] = []
    for i in range(n):
        for direction in range(8):
            rays.append(
                tuple(range(i + 1, n)) if direction == 2 else tuple(range(i - 1, -1, -1)) if direction == 6 else ()
            )
    return Board(spec, "row", 1, n, {}, near, tuple(rays), (), (), None, None, ())


CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


def ring_around(world: World, decl: data.RingAround, inner: BoardId, board: Board) -> Board:
    """Builds the rim of a grid, clockwise from the corner in the first row of the declaration."""
    rows, columns, name = board.rows, board.columns, decl.name.text
    rim = [(0, c) for c in range(columns + 1)] + [(r, columns + 1) for r in range(rows + 1)]
    rim += [(rows + 1, c) for c in range(columns + 1, 0, -1)] + [(r, 0) for r in range(rows + 1, 0, -1)]
    corners = {
        "top_left": (0, 0),
        "top_right": (0, columns + 1),
        "bottom_right": (rows + 1, columns + 1),
        "bottom_left": (rows + 1, 0),
    }
    names: dict[tuple[int, int], str] = {}
    first: tuple[int, int] | None = None
    heading = decl.rows.rows[0] if decl.rows.rows else None
    if heading is not None and [c.text for c in heading.cells if isinstance(c, data.CellName)] != ["name", "corner"]:
        world.problem(BadData(heading.span, DataFlaw.RING_HEADING))
    spans: dict[str, Span] = {}
    for row in decl.rows.rows[1:]:
        label, corner = (c.text if isinstance(c, data.CellName) else "" for c in (*row.cells, data.CellBlank())[:2])
        if len(row.cells) != 2 or corner not in corners:
            world.problem(BadData(row.span, about(DataFlaw.RING_ROW, ", ".join(CORNERS))))
            continue
        if corner in spans:
            world.problem(DeclaredTwice(row.span, corner, spans[corner]))
        spans.setdefault(corner, row.span)
        names[corners[corner]] = label
        first = first if first is not None else corners[corner]
    start = rim.index(first) if first is not None else 0
    rim = rim[start:] + rim[:start]
    places = tuple(names.get(p, f"{name}[{i}]") for i, p in enumerate(rim, 1))
    views = tuple(_look_in(p, rows, columns) for p in rim)
    spec = BoardSpec(name, "ring", places, tuple((r + 1, c + 1) for r, c in rim))
    n = len(rim)
    return Board(spec, "ring", 1, n, {}, _ring_neighbours(n), ((),) * (8 * n), (), views, inner, None, ())


def _look_in(place: tuple[int, int], rows: int, columns: int) -> tuple[int, ...]:
    """Returns the line of grid places that starts at a place of the rim, nearest first: a row, a column, or a diagonal from a corner."""
    r, c = place
    dr = 1 if r == 0 else -1 if r == rows + 1 else 0
    dc = 1 if c == 0 else -1 if c == columns + 1 else 0
    seen: list[int] = []
    r, c = r + dr, c + dc
    while 1 <= r <= rows and 1 <= c <= columns:
        seen.append((r - 1) * columns + c - 1)
        r, c = r + dr, c + dc
    return tuple(seen)


def graph(decl: data.Graph, rows: GraphRows, edges: EnumId | None) -> Board:
    """Builds a graph. Two places next to each other in a line are neighbours."""
    index = {name: i for i, name in enumerate(rows.places)}
    lines = tuple(tuple(index[place.text] for place in line) for line in rows.lines)
    near: list[set[int]] = [set() for _ in index]
    for line in lines:
        for a, b in pairwise(line):
            near[a].add(b)
            near[b].add(a)
    n = len(index)
    spec = BoardSpec(decl.name.text, "graph", rows.places, tuple((1, i) for i in range(1, n + 1)))
    ends = tuple((index[a.text], index[b.text]) for a, b in (edge.ends for edge in rows.edges))
    return Board(
        spec,
        "graph",
        1,
        n,
        {},
        tuple(tuple(sorted(s)) for s in near),
        ((),) * (8 * n),
        lines,
        (),
        None,
        edges,
        ends if edges is not None else (),
    )

"""Declares boards, with the layers of their places."""

from __future__ import annotations

from bisect import bisect_right

from gamedsl.graph.model import expressions
from gamedsl.graph.model.about import place_names
from gamedsl.graph.model.types import UNKNOWN, BoardId, Position
from gamedsl.semantics.data import boards
from gamedsl.semantics.data.cells import column
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.graphs import GraphRows
from gamedsl.semantics.data.growing import growing, torus_of
from gamedsl.semantics.data.place_names import names_of_lines
from gamedsl.semantics.data.set_lines import Sets, as_cell, constant, root_name
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.effort import DECLARATION
from gamedsl.semantics.model.symbols import BoardSymbol, Column, EnumSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import (
    Amount,
    BadData,
    BadGrowth,
    DataFlaw,
    GrowthFlaw,
    TooMany,
    WrongHeight,
    WrongWidth,
)
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.syntax.tree import data, formulas
from gamedsl.values import evolve

MOST_PLACES = 512


def declare_graph(world: World, decl: data.Graph, rows: GraphRows) -> Board | None:
    """Declares a graph without the attributes of its edges and places."""
    route = world.symbols.get(decl.by.text) if decl.by is not None else None
    made = boards.graph(decl, rows, route.id if isinstance(route, EnumSymbol) else None)
    return made if _declare(world, decl, made) else None


def declare_growing(world: World, decl: data.GrowingGrid) -> None:
    """Declares a board without an edge."""
    name = decl.name.text
    if decl.hex and decl.eight is not None:
        world.problem(BadData(decl.eight.span, about(DataFlaw.EIGHT_OF_HEX, name)))
    for layer in decl.layers:
        world.problem(BadGrowth(layer.span, about(GrowthFlaw.LAYER, name, layer.name.text)))
    size = torus_of(decl).size
    if decl.pieces < 1:
        world.problem(BadGrowth(decl.name.span, about(GrowthFlaw.NO_PIECES, name)))
    elif size > MOST_PLACES:
        numbers = range(decl.pieces)
        most = bisect_right(numbers, MOST_PLACES, key=lambda number: torus_of(evolve(decl, pieces=number)).size) - 1
        world.problem(BadGrowth(decl.name.span, about(GrowthFlaw.TOO_MANY_PIECES, name, size, MOST_PLACES, most)))
    else:
        _declare(world, decl, growing(decl))


def declare_board(world: World, decl: data.Grid | data.Ring | data.Track | data.RingAround, sets: Sets) -> None:
    """Declares any other board, with the layers of its places."""
    if isinstance(decl, data.Grid | data.Ring | data.Track) and has_too_many_places(world, decl):
        return
    match decl:
        case data.Grid():
            if decl.hex and decl.eight is not None:
                world.problem(BadData(decl.eight.span, about(DataFlaw.EIGHT_OF_HEX, decl.name.text)))
            between = world.symbols.get(decl.by.text) if decl.by is not None else None
            made = boards.grid(decl, between.id if isinstance(between, EnumSymbol) else None)
            called = names_of_lines(decl)
            if isinstance(called, BadData):
                world.problem(called)
            else:
                made.column_names, made.row_names = called
        case data.Ring():
            made = boards.ring(decl)
        case data.Track():
            made = boards.track(decl)
        case data.RingAround():
            symbol = world.symbols.get(decl.grid.text)
            inner = world.boards[symbol.id] if isinstance(symbol, BoardSymbol) else None
            if inner is not None and inner.torus is not None:
                world.problem(BadGrowth(decl.grid.span, about(GrowthFlaw.NO_RIM, decl.grid.text)))
                return
            if not isinstance(symbol, BoardSymbol) or inner is None or inner.kind != "grid":
                world.problem(
                    UnknownName(decl.grid.span, decl.grid.text, Role.GRID, tuple(b.spec.name for b in world.boards))
                )
                return
            made = boards.ring_around(world, decl, symbol.id, inner)
    if _declare(world, decl, made) and isinstance(decl, data.Grid | data.Ring | data.Track):
        for layer in decl.layers:
            _layer(world, decl, made, layer, sets)


def _declare(
    world: World,
    decl: data.Grid | data.GrowingGrid | data.Ring | data.Track | data.RingAround | data.Graph,
    made: Board,
) -> bool:
    """Declares a board with the names of its places; returns whether it could be declared."""
    board = BoardId(len(world.boards))
    if len(made.spec.places) > MOST_PLACES:
        world.problem(TooMany(decl.name.span, about(Amount.PLACES, decl.name.text), len(made.spec.places), MOST_PLACES))
        return False
    if not claim(world, decl.name, BoardSymbol(board)):
        return False
    world.effort.spend(DECLARATION * len(made.spec.places) + sum(len(ray) for ray in made.rays) // 4)
    world.boards.append(made)
    if not isinstance(decl, data.RingAround) and decl.per is not None:
        if decl.per.text == "player":
            world.own_boards.add(decl.name.text)
        else:
            world.problem(UnknownName(decl.per.span, decl.per.text, Role.BOARD_OWNER, ("player",)))
    for i, place in enumerate(made.spec.places):
        if "[" not in place:
            world.values.setdefault(place, []).append(expressions.Const(i, Position(board, len(made.spec.places))))
    for i, name in enumerate(place_names(made.column_names, made.row_names)):
        world.values.setdefault(name, []).append(expressions.Const(i, Position(board, len(made.spec.places))))
    return True


def has_too_many_places(world: World, decl: data.Grid | data.Ring | data.Track) -> bool:
    places = decl.rows * decl.columns if isinstance(decl, data.Grid) else decl.size
    if places > MOST_PLACES:
        world.problem(TooMany(decl.name.span, about(Amount.PLACES, decl.name.text), places, MOST_PLACES))
    elif places < 1:
        world.problem(BadData(decl.name.span, about(DataFlaw.NO_PLACES, decl.name.text)))
    return not 1 <= places <= MOST_PLACES


def _layer(world: World, decl: data.Grid | data.Ring | data.Track, board: Board, layer: data.Layer, sets: Sets) -> None:
    places = len(board.spec.places)
    board.layers[layer.name.text] = Column(UNKNOWN, (None,) * places)
    if isinstance(decl, data.Grid):
        if len(layer.rows.rows) != decl.rows:
            world.problem(WrongHeight(layer.span, about(Amount.ROWS, layer.name.text), decl.rows, len(layer.rows.rows)))
            return
        for row in layer.rows.rows:
            if len(row.cells) != decl.columns:
                world.problem(WrongWidth(row.span, decl.columns, len(row.cells)))
                return
    cells = [c for r in layer.rows.rows for c in r.cells]
    if len(cells) != places:
        world.problem(WrongHeight(layer.span, about(Amount.CELLS, layer.name.text), places, len(cells)))
        return
    sets.heads.setdefault(decl.name.text, set()).add(layer.name.text)
    for line in sets.values:
        world.work(line.span, 1)
        place = line.place
        if (
            isinstance(place, formulas.Attribute)
            and place.name.text == layer.name.text
            and root_name(place) == decl.name.text
        ):
            at = _place_index(world, place.of)
            sets.used.add(id(line))
            if at is not None:
                cells[at] = as_cell(world, line.value)
    board.layers[layer.name.text] = column(world, layer.name.text, cells)


def _place_index(world: World, node: formulas.Expr) -> int | None:
    found = constant(world, node)
    return (
        int(found.value)
        if isinstance(found, expressions.Const) and isinstance(found.type, Position) and isinstance(found.value, int)
        else None
    )

"""Declares the data of one setup: types, boards, components and tables, with the `set` lines applied to their cells."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import DIRECTION
from gamedsl.semantics.data import boards
from gamedsl.semantics.data.board_declarations import declare_board, declare_graph, declare_growing, has_too_many_places
from gamedsl.semantics.data.components import Start, declare_component
from gamedsl.semantics.data.copies import with_set_copies
from gamedsl.semantics.data.enums import declare_enum, declare_options, declare_record_columns, declare_routes, new_enum
from gamedsl.semantics.data.graphs import GraphRows, declare_columns, read_graph
from gamedsl.semantics.data.set_lines import Sets, report_unused
from gamedsl.semantics.data.shapes import declare_shapes
from gamedsl.semantics.data.tables import declare_list_table, declare_row_table
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import data, declarations
from gamedsl.syntax.tree.node import Ident


def declare_data(world: World, merged: Merged) -> list[Start]:
    """Fills the world's types, boards, classes and tables; returns the start zones of pieces."""
    sets = Sets(
        [s for s in merged.sets if isinstance(s, declarations.SetValue)],
        [s for s in merged.sets if isinstance(s, declarations.SetCopies)],
    )
    for i, seat in enumerate(world.seats):
        world.values.setdefault(seat, []).append(expressions.Const(i, world.player))
    for i, direction in enumerate(boards.DIRECTIONS):
        world.values.setdefault(direction, []).append(expressions.Const(i, DIRECTION))
    of = [d for d in merged.decls if isinstance(d, data.EnumType | data.RecordType)]
    for decl in of:
        declare_enum(world, decl)
    declare_shapes(world, merged.decls)
    graphs = [(d, read_graph(world, d, sets)) for d in merged.decls if isinstance(d, data.Graph)]
    for graph, rows in graphs:
        if graph.by is not None:
            declare_routes(world, rows.edges, graph.by)
    for grid in (d for d in merged.decls if isinstance(d, data.Grid)):
        if grid.by is not None and not has_too_many_places(world, grid):
            names = [f"{grid.by.text}_{r}_{c}_{side}" for r, c, side, _ in boards.edges(grid)]
            new_enum(world, grid.by, tuple(Ident(n, span=grid.by.span) for n in names))
    declare_options(world, merged)
    for record in of:
        if isinstance(record, data.RecordType):
            declare_record_columns(world, record, sets)
    drawn: list[tuple[GraphRows, Board]] = []
    for board in merged.decls:
        if isinstance(board, data.Grid | data.Ring | data.Track | data.RingAround):
            declare_board(world, board, sets)
        elif isinstance(board, data.GrowingGrid):
            declare_growing(world, board)
        elif isinstance(board, data.Graph):
            rows = next(rows for graph, rows in graphs if graph is board)
            made = declare_graph(world, board, rows)
            drawn += [] if made is None else [(rows, made)]
    for rows, made in drawn:
        declare_columns(world, rows, made)
    starts: list[Start] = []
    for component in merged.decls:
        if isinstance(component, data.Component):
            starts.extend(declare_component(world, component, sets))
    starts = with_set_copies(world, starts, sets, merged)
    for table in merged.decls:
        if isinstance(table, data.ListTable):
            declare_list_table(world, table, sets)
        elif isinstance(table, data.RowTable):
            declare_row_table(world, table, sets)
    report_unused(world, sets)
    return starts

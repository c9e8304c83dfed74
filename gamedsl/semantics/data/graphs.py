"""Reads the edges of graphs, and the tables of their edges and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gamedsl.graph.model.types import EnumId
from gamedsl.semantics.data.cells import cell_text, column, nameless, rows_with_sets
from gamedsl.semantics.data.set_lines import Sets
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadCell, BadData, DataFlaw
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.source import Span
from gamedsl.syntax.tree import data, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve, frozen

NAME, FROM, TO = "name", "from", "to"
"""The headings of the table of edges that are no attributes."""


@frozen
class Edge:
    """An edge, with the places at its ends."""

    name: str
    ends: tuple[Ident, Ident]
    span: Span


@frozen
class GraphRows:
    """The parts of a graph. A table begins with its heading; without one it is empty."""

    lines: tuple[tuple[Ident, ...], ...]
    """The paths; an edge of the table is a path of two places."""
    edges: tuple[Edge, ...]
    """The edges of the paths, then those of the table."""
    places: tuple[str, ...]
    edge_table: tuple[data.Row, ...]
    place_table: tuple[data.Row, ...]


def read_graph(world: World, decl: data.Graph, sets: Sets) -> GraphRows:
    """Reads the rows and the tables of a graph."""
    edge_rows, place_rows = _tables(world, decl)
    edge_table: list[data.Row] = []
    place_table: list[data.Row] = []
    if edge_rows is not None and decl.by is not None and _has_ends(world, decl.by, edge_rows):
        edge_table = rows_with_sets(world, decl.by.text, with_names(edge_rows), sets)
    if place_rows is not None and place_rows.rows:
        place_table = _drop_repeated(world, rows_with_sets(world, decl.name.text, place_rows, sets))
    edges, lines = list(_edges_of_paths(decl)), [path.places for path in decl.paths]
    written = list(_edges_of_table(world, edge_table))
    mentioned = [place for line in (*lines, *(edge.ends for edge, _ in written)) for place in line]
    places = [cell_text(row.cells[0]) for row in place_table[1:]]
    if not place_table:
        places = list(dict.fromkeys(place.text for place in mentioned if place.text != formulas.UNREAD))
    for place in mentioned:
        if place.text not in (*places, formulas.UNREAD):
            world.problem(UnknownName(place.span, place.text, about(Role.PLACE_OF, decl.name.text), tuple(places)))
    edges = [edge for edge in edges if _is_known(edge.ends, places)]
    lines = [line for line in lines if _is_known(line, places)]
    for edge, row in written:
        if _is_known(edge.ends, places):
            edges.append(edge)
            lines.append(edge.ends)
        else:
            edge_table.remove(row)
    return GraphRows(tuple(lines), tuple(edges), tuple(places), tuple(edge_table), tuple(place_table))


def declare_columns(world: World, rows: GraphRows, board: Board) -> None:
    """Declares the attributes of edges and places, once all names of values are known."""
    if rows.place_table:
        heading, *body = rows.place_table
        for i, cell in enumerate(heading.cells[1:], 1):
            if isinstance(cell, data.CellName):
                board.layers[cell.text] = column(world, cell.text, [row.cells[i] for row in body])
    if rows.edge_table and board.edges is not None:
        heading, *body = rows.edge_table
        blanks = [data.CellBlank(span=edge.span) for edge in rows.edges[: len(rows.edges) - len(body)]]
        for i, cell in enumerate(heading.cells):
            if isinstance(cell, data.CellName) and cell.text not in (NAME, FROM, TO):
                found = column(world, cell.text, [*blanks, *(row.cells[i] for row in body)])
                world.enum_columns[(EnumId(board.edges), cell.text)] = found


def with_names(rows: data.Rows) -> data.Rows:
    """Adds the column of names to a table of edges that has none: an edge is then called after its two ends."""
    heads = [cell_text(cell) for cell in rows.rows[0].cells] if rows.rows else []
    if heads[:1] != [FROM] or TO not in heads:
        return rows
    heading, *body = rows.rows
    at = (heads.index(FROM), heads.index(TO))
    named = [evolve(heading, cells=(data.CellName(NAME, span=heading.span), *heading.cells))]
    for row in body:
        ends = [cell_text(row.cells[i]) if i < len(row.cells) else "." for i in at]
        named.append(evolve(row, cells=(data.CellName("_".join(ends), span=row.span), *row.cells)))
    return evolve(rows, rows=tuple(named))


# ---------------------------------------------------------------- tables


def _tables(world: World, decl: data.Graph) -> tuple[data.Rows | None, data.Rows | None]:
    """Returns the table of the edges and the table of the places."""
    found: dict[str, data.Layer] = {}
    known = (decl.name.text,) if decl.by is None else (decl.by.text, decl.name.text)
    for table in decl.tables:
        if table.name.text not in known:
            world.problem(UnknownName(table.name.span, table.name.text, Role.TABLE, known))
        elif found.setdefault(table.name.text, table) is not table:
            world.problem(DeclaredTwice(table.name.span, table.name.text, found[table.name.text].name.span))
    rows = {name: table.rows for name, table in found.items()}
    return rows.get(decl.by.text) if decl.by is not None else None, rows.get(decl.name.text)


def _has_ends(world: World, by: Ident, rows: data.Rows) -> bool:
    """Whether the heading of the table of edges names their two ends; reports it otherwise."""
    if not rows.rows:
        return False
    heads = [cell_text(cell) for cell in rows.rows[0].cells]
    if heads.count(FROM) == heads.count(TO) == 1 and heads[0] in (NAME, FROM):
        return True
    world.problem(BadData(rows.rows[0].span, about(DataFlaw.EDGE_HEADING, by.text)))
    return False


def _edges_of_paths(decl: data.Graph) -> Iterator[Edge]:
    for path in decl.paths:
        for one, other in pairwise(path.places):
            is_named = path.name is not None and len(path.places) == 2
            name = path.name.text if is_named and path.name is not None else f"{one.text}_{other.text}"
            yield Edge(name, (one, other), path.span)


def _edges_of_table(world: World, table: Sequence[data.Row]) -> Iterator[tuple[Edge, data.Row]]:
    """Yields the edges of the table with their rows."""
    heads = [cell_text(cell) for cell in table[0].cells] if table else []
    for row in table[1:]:
        one, other = (_place(world, row, heads.index(end), end) for end in (FROM, TO))
        yield Edge(cell_text(row.cells[0]), (one, other), row.span), row


def _place(world: World, row: data.Row, at: int, head: str) -> Ident:
    """Returns the place that a cell names."""
    cell = row.cells[at]
    if isinstance(cell, data.CellName):
        return Ident(cell.text, span=cell.span)
    if cell.span != row.span:  # otherwise the row is too short, which is reported
        world.problem(BadCell(cell.span, cell_text(cell), head, Thing.PLACE_OF_BOARD))
    return Ident(formulas.UNREAD, span=cell.span)


def _drop_repeated(world: World, table: list[data.Row]) -> list[data.Row]:
    """Returns the rows of different places; reports the others."""
    heading, *body = table
    nameless(world, [row.cells[0] for row in body], cell_text(heading.cells[0]))
    first: dict[str, data.Row] = {}
    for row in body:
        name = cell_text(row.cells[0])
        if isinstance(row.cells[0], data.CellBlank):
            continue
        if first.setdefault(name, row) is not row:
            world.problem(DeclaredTwice(row.cells[0].span, name, first[name].cells[0].span))
    return [heading, *first.values()]


def _is_known(places: Sequence[Ident], known: Sequence[str]) -> bool:
    return all(place.text in known for place in places)

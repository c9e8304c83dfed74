"""Converts the data of a setup to things: types, boards, components and tables, with the cells changed by `set` lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Aspect, Cell, Line, Members, Sort, Thing
from gamedsl.graph.model import types
from gamedsl.graph.model.types import ClassId, EnumId, KindId
from gamedsl.graph.text.names import raw_text
from gamedsl.pipeline.setups import seat_names
from gamedsl.semantics.data.boards import DIRECTIONS
from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.data.components import OTHER_SIDES, Start
from gamedsl.semantics.data.declarations import declare_data
from gamedsl.semantics.data.graphs import FROM, NAME, TO
from gamedsl.semantics.formula_checker import new_world
from gamedsl.semantics.model import symbols
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.world import World
from gamedsl.semantics.state.members import declare_lets
from gamedsl.syntax.tree import data, declarations, fields
from gamedsl.values import evolve

_Board = data.Grid | data.GrowingGrid | data.Ring | data.Track | data.RingAround | data.Graph
_Data = data.EnumType | data.RecordType | data.Shapes | data.Component | data.ListTable | data.RowTable | _Board
_NOTHING = ""
"""The column of a table that has only one."""


def data_things(text: SourceText, merged: Merged) -> Iterator[Thing]:
    """Yields the data of a setup."""
    names = seat_names(merged, None)
    world = new_world(names, len(names) - len(merged.seats), Effort(), frozenset())
    declare_lets(world, merged.decls)
    starts = declare_data(world, merged)
    for decl in merged.decls:
        if isinstance(decl, data.Shapes):
            yield evolve(_shapes(decl, merged), source=text.block(decl))
        elif isinstance(decl, _Data):
            yield evolve(_thing(text, world, starts, decl), source=text.block(decl))


def data_names(text: SourceText, merged: Merged) -> Iterator[Thing]:
    """Yields the same declarations with their names only, for setups whose data are known to be equal."""
    for decl in merged.decls:
        if isinstance(decl, _Data):
            yield Thing(_sort(decl), decl.name.text, source=text.block(decl))


def _sort(decl: _Data) -> Sort:
    match decl:
        case data.EnumType() | data.RecordType() | data.Shapes():
            return Sort.TYPE
        case data.Component():
            return Sort.COMPONENT
        case data.ListTable() | data.RowTable():
            return Sort.TABLE
        case _:
            return Sort.BOARD


def data_key(merged: Merged) -> object:
    """Returns everything on which the data of a setup depend: two setups with equal keys have equal data."""
    decls = tuple(
        d
        for d in merged.decls
        if isinstance(d, _Data | data.Shape | fields.Define | declarations.Option | fields.Fields)
    )
    return decls, merged.sets, merged.setup, tuple(seat.name for seat in merged.seats)


def _thing(text: SourceText, world: World, starts: Sequence[Start], decl: _Data) -> Thing:
    name, symbol = decl.name.text, world.symbols.get(decl.name.text)
    match decl, symbol:
        case data.EnumType(), symbols.EnumSymbol(id):
            return Thing(Sort.TYPE, name, doc=decl.doc or "", members=(Members("values", world.enums[id].values),))
        case data.RecordType(), symbols.EnumSymbol(id):
            cells = tuple(_record_cells(world, id))
            members = (Members("values", world.enums[id].values),)
            return Thing(Sort.TYPE, name, doc=decl.rows.doc or "", members=members, cells=cells)
        case data.Component(), symbols.ClassSymbol(id):
            return _component(text, world, starts, decl, id)
        case data.ListTable(), symbols.ListTableSymbol(table=table, cell=cell):
            spec = world.tables[table]
            texts = (value_text(world, value, cell) for value in spec.values)
            listed = tuple(Cell(str(i), _NOTHING, said) for i, said in enumerate(texts, decl.first))
            return Thing(Sort.TABLE, name, doc=decl.doc or "", cells=listed)
        case data.RowTable(), symbols.RowTableSymbol():
            return Thing(Sort.TABLE, name, doc=decl.rows.doc or "", cells=tuple(_table_cells(world, symbol)))
        case (
            data.Grid() | data.GrowingGrid() | data.Ring() | data.Track() | data.RingAround() | data.Graph(),
            symbols.BoardSymbol(id),
        ):
            return _board(text, world, world.boards[id], decl)
        case _:
            # Checking reports the mistake in this declaration, so only its text is compared.
            return Thing(_sort(decl), name, lines=(Line(0, decl, text.of(decl)),))


# ---------------------------------------------------------------- tables


def _record_cells(world: World, id: EnumId) -> Iterator[Cell]:
    columns = {head: column for (enum, head), column in world.enum_columns.items() if enum == id}
    yield from _column_cells(world, world.enums[id].values, columns)


def _column_cells(world: World, rows: Sequence[str], columns: Mapping[str, symbols.Column]) -> Iterator[Cell]:
    """Yields cells row by row."""
    for i, row in enumerate(rows):
        for head, column in columns.items():
            yield Cell(row, head, value_text(world, column.values[i], column.type))


def _table_cells(world: World, symbol: symbols.RowTableSymbol) -> Iterator[Cell]:
    if symbol.key_type is None:
        rows = world.tables[symbol.id].row_names
    else:
        rows = tuple(value_text(world, key, symbol.key_type) for key in symbol.keys)
    rows = _number_equal(rows)
    yield from _column_cells(world, rows, symbol.columns)
    width = len(symbol.numbered)
    for i, row in enumerate(rows):
        for j, number in enumerate(symbol.numbered):
            value = symbol.cells.values[i * width + j]
            yield Cell(row, str(number), value_text(world, value, symbol.cells.type))


def _number_equal(rows: Sequence[str]) -> tuple[str, ...]:
    """Numbers rows with equal keys: `Red`, `Red (2)`."""
    seen: Counter[str] = Counter()
    named: list[str] = []
    for row in rows:
        seen[row] += 1
        named.append(row if seen[row] == 1 else f"{row} ({seen[row]})")
    return tuple(named)


# ---------------------------------------------------------------- shapes


def _shapes(decl: data.Shapes, merged: Merged) -> Thing:
    """Converts shapes, including shapes that other declarations add."""
    added = [other for other in merged.decls if isinstance(other, data.Shape) and other.of.text == decl.name.text]
    pictures = {one.name.text: one.rows for one in decl.pictures} | {one.name.text: one.rows for one in added}
    aspects = [Aspect("ways to lie", decl.by.text, decl.by.text)]
    for name, allowed in (("hex", decl.hex), ("turns", decl.turns), ("flips", decl.flips)):
        if allowed:
            aspects.append(Aspect(name, "yes", "yes"))
    cells = tuple(Cell(name, "picture", _picture(rows)) for name, rows in pictures.items())
    members = (Members("shapes", tuple(pictures)),)
    return Thing(Sort.TYPE, decl.name.text, doc=decl.doc or "", aspects=tuple(aspects), members=members, cells=cells)


def _picture(rows: data.Rows) -> str:
    return " / ".join(" ".join(map(cell_text, row.cells)) for row in rows.rows)


# ---------------------------------------------------------------- components


def _component(text: SourceText, world: World, starts: Sequence[Start], decl: data.Component, cls: ClassId) -> Thing:
    kinds = [kind for kind in world.kinds_of((cls,)) if _is_compared(world, kind)]
    names = {kind: _kind_name(world, kind) for kind in kinds}
    cells = (*_copies(world, starts, names), *_attributes(world, cls, names))
    aspects = tuple(_component_aspects(decl))
    members = (Members("kinds", tuple(names.values())),)
    lines = tuple(Line(0, own, f"let {own.name.text} = {text.of(own.value)}") for own in decl.lets)
    doc = decl.doc or (decl.rows.doc if decl.rows is not None else None) or ""
    return Thing(Sort.COMPONENT, decl.name.text, "", doc, aspects, members, cells, lines)


def _component_aspects(decl: data.Component) -> Iterator[Aspect]:
    if decl.total is not None:
        yield Aspect("total", decl.total, str(decl.total))
    if decl.per is not None:
        yield Aspect("for each", decl.per, decl.per.text)
    if decl.back is not None:
        yield Aspect("back", decl.back, decl.back.text)
    if decl.side is not None:
        yield Aspect("other side", decl.side, decl.side.text)
    if decl.called is not None:
        yield Aspect("called", decl.called, ", ".join(decl.called))


def _is_compared(world: World, kind: KindId) -> bool:
    """Whether the kind is compared. If every person has the same kinds, only those of the first person are compared."""
    owner = world.kinds[kind].owner
    return owner is None or owner == 0 or owner >= world.humans


def _kind_name(world: World, kind: KindId) -> str:
    spec = world.kinds[kind]
    return spec.name.removesuffix(f".{world.seats[0]}") if spec.owner == 0 else spec.name


def _copies(world: World, starts: Sequence[Start], names: Mapping[KindId, str]) -> Iterator[Cell]:
    counted: dict[KindId, Counter[str]] = {kind: Counter() for kind in names}
    for start in starts:
        if start.zone != OTHER_SIDES and start.kind in counted:
            counted[start.kind][start.zone] += start.count
    for kind, zones in counted.items():
        for zone, number in sorted(zones.items()):
            yield Cell(names[kind], "copies" if zone == "box" else f"copies in {zone}", str(number))


def _attributes(world: World, cls: ClassId, names: Mapping[KindId, str]) -> Iterator[Cell]:
    first = world.classes[cls].first
    for (owner, head), column in world.attributes.items():
        if owner == cls and head != "owner":
            for kind, name in names.items():
                yield Cell(name, head, value_text(world, column.values[kind - first], column.type))


# ---------------------------------------------------------------- boards


def _board(text: SourceText, world: World, board: Board, decl: _Board) -> Thing:
    cells = tuple(_column_cells(world, board.spec.places, board.layers))
    doc = (decl.rows.doc if isinstance(decl, data.RingAround) else decl.doc) or ""
    form = _form(decl)
    aspects = [Aspect("form", form, form)]
    if not isinstance(decl, data.RingAround) and decl.per is not None:
        aspects.append(Aspect("for each", decl.per, decl.per.text))
    members: tuple[Members, ...] = ()
    lines: tuple[Line, ...] = ()
    if isinstance(decl, data.Graph):
        rows = (*map(_row, decl.paths), *(row for table in decl.tables for row in _edge_rows(table)))
        members = (Members("places", board.spec.places), Members("rows", rows, is_ordered=False))
        if board.edges is not None:
            cells += tuple(_record_cells(world, board.edges))
    if isinstance(decl, data.RingAround):
        lines = tuple(Line(0, row, " ".join(map(cell_text, row.cells))) for row in decl.rows.rows)
    return Thing(Sort.BOARD, decl.name.text, "", doc, tuple(aspects), members, cells, lines)


def _form(decl: _Board) -> str:
    match decl:
        case data.Grid():
            hex = ", hex" if decl.hex else ""
            edges = "" if decl.by is None else f", edges {decl.by.text}"
            eight = ", eight neighbours" if decl.eight else ""
            return f"grid {decl.rows} by {decl.columns}{hex}{edges}{eight}{_labels_text(decl)}"
        case data.GrowingGrid():
            hex = ", hex" if decl.hex else ""
            laid = "pieces" if decl.of is None else decl.of.text
            return f"grid without edge, for {decl.pieces} {laid}{hex}{', eight neighbours' if decl.eight else ''}"
        case data.Ring():
            return f"ring of {decl.size}"
        case data.Track():
            return f"row of {decl.size}"
        case data.RingAround():
            return f"ring around {decl.grid.text}"
        case data.Graph():
            return "graph" if decl.by is None else f"graph, links called {decl.by.text}"


def _labels_text(decl: data.Grid) -> str:
    """Returns the players' names for columns and rows in the form of the rules."""
    columns = "" if decl.columns_called is None else f", columns {_labels(decl.columns_called)}"
    match decl.rows_called:
        case data.Called() as called:
            return f"{columns}, rows {_labels(called)}"
        case data.RowsFromBelow():
            return f"{columns}, rows from below"
        case None:
            return columns


def _labels(called: data.Called) -> str:
    without = "" if called.without is None else f" without {called.without.text}"
    return f"{called.first.text} to {called.last.text}{without}"


def _edge_rows(table: data.Layer) -> Iterator[str]:
    """Describes the edges in a table of edges, without their attributes: `ferry: Dover – Calais`."""
    heads = [cell_text(cell) for cell in table.rows.rows[0].cells] if table.rows.rows else []
    if FROM in heads and TO in heads:
        for row in table.rows.rows[1:]:
            texts = dict(zip(heads, map(cell_text, row.cells), strict=False))
            name = f"{texts[NAME]}: " if NAME in texts else ""
            yield f"{name}{texts.get(FROM, '.')} – {texts.get(TO, '.')}"


def _row(path: data.Path) -> str:
    """Describes a path: `Dover – Calais`, or with its name `ferry: Dover – Calais`."""
    places = " – ".join(place.text for place in path.places)
    return places if path.name is None else f"{path.name.text}: {places}"


def value_text(world: World, value: types.Value, of: types.Type) -> str:
    """Returns a value as in a cell of a table: `Rainy`, `3`, `yes`, `.` for none."""
    match of, value:
        case types.Optional(inner), _:
            return value_text(world, value, inner)
        case ((types.ListOf(inner) | types.SetOf(inner)), tuple()):
            return f"[{', '.join(value_text(world, item, inner) for item in value)}]"
        case _, bool() | None | tuple():
            return raw_text(value)
        case types.Enum(id), int():
            return world.enums[id].values[value]
        case types.Position(board), int():
            return world.boards[board].spec.places[value]
        case types.Row(table), int():
            return world.tables[table].row_names[value]
        case types.Player(), int():
            return world.seats[value]
        case types.Kind(), int():
            return world.kinds[value].name
        case types.Direction(), int():
            return DIRECTIONS[value]
        case _:
            return raw_text(value)

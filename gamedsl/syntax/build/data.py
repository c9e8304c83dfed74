"""Actions for components, tables, boards, rows and cells."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, Lost, Said, drop_lost, number, string
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import SaidTwice
from gamedsl.syntax.problems.nesting import IncompleteBlock
from gamedsl.syntax.problems.pictures import GluedCell
from gamedsl.syntax.problems.words import ReservedName
from gamedsl.syntax.tree import data, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define


@define
class _Kinds:
    """The rows of a component, and the formulas below them."""

    rows: data.Rows
    lets: tuple[fields.Define, ...]


@define
class _Modifier:
    """A part of a component's heading."""

    sort: Literal["each", "by", "in", "back", "other side", "called"]
    names: tuple[Ident, ...]
    span: Span
    called: tuple[str, str] | None = None


@define
class _GridPart:
    """A part of a grid's heading after a comma."""

    sort: Literal["eight neighbours", "columns", "rows", "each"]
    span: Span
    eight: data.EightNeighbours | None = None
    columns: data.Called | None = None
    rows: data.Called | data.RowsFromBelow | None = None
    each: Token | None = None


@define
class _GridParts:
    """The parts of a grid's heading after commas, in any order."""

    eight: data.EightNeighbours | None = None
    columns: data.Called | None = None
    rows: data.Called | data.RowsFromBelow | None = None
    each: Token | None = None


@define
class _Moved:
    """The ways in which shapes may be moved before they are laid."""

    turns: bool
    flips: bool


def _in_a_line(doc: str | None, rows: tuple[data.Row, ...]) -> data.Rows:
    """Makes a picture of rows that are written on one line."""
    return data.Rows(doc, rows, span=rows[0].span.to(rows[-1].span))


class DataActions(Actions):
    """Builds components, tables, boards, rows and cells."""

    __slots__ = ()

    # ------------------------------------------------------------ components

    def on_component(
        self, at: Span, total: Token | None, name: Token, *modifiers: _Modifier, doc: Token | None
    ) -> data.Component:
        return self._component(at, total, name, modifiers, doc=doc)

    def on_component_kinds(
        self, at: Span, total: Token | None, name: Token, *modifiers: _Modifier, kinds: _Kinds
    ) -> data.Component:
        return self._component(at, total, name, modifiers, rows=kinds.rows, lets=kinds.lets)

    def on_component_numbers(
        self,
        at: Span,
        total: Token | None,
        name: Token,
        *modifiers: _Modifier,
        numbers: formulas.Expr,
        doc: Token | None,
        lets: tuple[fields.Define, ...] | None,
    ) -> data.Component:
        return self._component(at, total, name, modifiers, numbers=numbers, doc=doc, lets=lets)

    def on_component_csv(
        self,
        at: Span,
        total: Token | None,
        name: Token,
        *modifiers: _Modifier,
        path: Token,
        lets: tuple[fields.Define, ...] | None,
    ) -> data.Component:
        return self._component(at, total, name, modifiers, csv=path, lets=lets)

    def _component(
        self,
        at: Span,
        total: Token | None,
        name: Token,
        modifiers: tuple[_Modifier, ...],
        *,
        rows: data.Rows | None = None,
        numbers: formulas.Expr | None = None,
        csv: Token | None = None,
        doc: Token | None = None,
        lets: tuple[fields.Define, ...] | None = None,
    ) -> data.Component:
        said: dict[str, tuple[Ident, ...]] = {}
        called: tuple[str, str] | None = None
        for part in modifiers:
            if part.sort in said:
                self.problems.append(SaidTwice(part.span, part.sort))
            said.setdefault(part.sort, part.names)
            called = called or part.called
        per, pivot, start, back, side = (said.get(sort, ()) for sort in ("each", "by", "in", "back", "other side"))
        return data.Component(
            None if total is None else number(total),
            self.declare(name),
            per[0] if per else None,
            (pivot[0], pivot[1]) if pivot else None,
            start[0] if start else None,
            back[0] if back else None,
            rows,
            numbers,
            string(csv),
            string(doc),
            lets or (),
            side[0] if side else None,
            called,
            span=at,
        )

    def on_kinds(
        self, at: Span, doc: str | None, *rows: data.Row | Lost, lets: tuple[fields.Define, ...] | None
    ) -> _Kinds:
        read = drop_lost(rows)
        end = read[-1].span.end if read and lets else at.end
        return _Kinds(data.Rows(doc, read, span=Span(at.source, at.start, end)), lets or ())

    def on_no_kinds(self, at: Span, doc: str | None, lets: tuple[fields.Define, ...]) -> _Kinds:
        self.problems.append(IncompleteBlock(lets[0].span, "component", ("NAME",)))
        return _Kinds(data.Rows(doc, (), span=Span(at.source, at.start, at.start)), lets)

    def on_per_element_count(self, at: Span, *names: Token) -> _Modifier:
        return _Modifier("each", self.idents(names), at)

    def on_pivot(self, at: Span, *names: Token) -> _Modifier:
        return _Modifier("by", self.idents(names), at)

    def on_start_zone(self, at: Span, *names: Token) -> _Modifier:
        return _Modifier("in", self.idents(names), at)

    def on_back(self, at: Span, *names: Token) -> _Modifier:
        return _Modifier("back", self.idents(names), at)

    def on_other_side(self, at: Span, *names: Token) -> _Modifier:
        return _Modifier("other side", self.idents(names), at)

    def on_called_pieces(self, at: Span, one: Token, several: Token) -> _Modifier:
        return _Modifier("called", (), at, (one[1][1:-1], several[1][1:-1]))

    # ------------------------------------------------------------ shapes

    def on_shapes(
        self,
        at: Span,
        name: Token,
        by: Token,
        is_hex: Said | None,
        moved: _Moved | None,
        doc: str | None,
        *pictures: data.Picture | Lost,
    ) -> data.Shapes:
        turns, flips = (moved.turns, moved.flips) if moved is not None else (False, False)
        named, pose = self.declare(name), self.declare(by)
        return data.Shapes(named, pose, is_hex is not None, turns, flips, doc, drop_lost(pictures), span=at)

    def on_with_turns(self, at: Span) -> _Moved:
        return _Moved(turns=True, flips=False)

    def on_with_flips(self, at: Span) -> _Moved:
        return _Moved(turns=False, flips=True)

    def on_with_both(self, at: Span) -> _Moved:
        return _Moved(turns=True, flips=True)

    def on_picture_line(self, at: Span, name: Token, *rows: data.Row) -> data.Picture:
        return data.Picture(self.declare(name), _in_a_line(None, rows), span=at)

    def on_picture(self, at: Span, name: Token, rows: data.Rows) -> data.Picture:
        return data.Picture(self.declare(name), rows, span=at)

    def on_shape_line(self, at: Span, name: Token, of: Token, *rows: data.Row, doc: Token | None) -> data.Shape:
        return data.Shape(self.declare(name), self.ident(of), _in_a_line(string(doc), rows), span=at)

    def on_shape(self, at: Span, name: Token, of: Token, rows: data.Rows) -> data.Shape:
        return data.Shape(self.declare(name), self.ident(of), rows, span=at)

    # ------------------------------------------------------------ tables

    def on_list_table(
        self, at: Span, name: Token, first: int | None, *cells: data.Cell, doc: Token | None
    ) -> data.ListTable:
        return data.ListTable(self.declare(name), 1 if first is None else first, cells, string(doc), span=at)

    def on_table_csv(self, at: Span, name: Token, path: Token) -> data.CsvTable:
        return data.CsvTable(self.declare(name), string(path) or "", span=at)

    # ------------------------------------------------------------ boards

    def on_grid(
        self,
        at: Span,
        name: Token,
        rows: Token,
        columns: Token,
        is_hex: Said | None,
        by: Token | None,
        parts: _GridParts | None,
        doc: str | None = None,
        *layers: data.Layer | Lost,
    ) -> data.Grid:
        named, edges, size = self.declare(name), self.maybe_declare(by), (number(rows), number(columns))
        said = parts or _GridParts()
        return data.Grid(
            named, *size, is_hex is not None, doc, drop_lost(layers), edges, self.maybe(said.each), said.eight, said.columns, said.rows,
            span=at,
        )  # fmt: skip

    def on_grid_parts(self, at: Span, *parts: _GridPart) -> _GridParts:
        del at
        said: dict[str, _GridPart] = {}
        for part in parts:
            if part.sort in said:
                self.problems.append(SaidTwice(part.span, part.sort))
            said.setdefault(part.sort, part)
        eight, columns, rows, each = (said.get(sort) for sort in ("eight neighbours", "columns", "rows", "each"))
        return _GridParts(
            None if eight is None else eight.eight,
            None if columns is None else columns.columns,
            None if rows is None else rows.rows,
            None if each is None else each.each,
        )

    def on_eight_neighbours(self, at: Span) -> _GridPart:
        return _GridPart("eight neighbours", at, eight=data.EightNeighbours(span=at))

    def on_columns_called(self, at: Span, called: data.Called) -> _GridPart:
        return _GridPart("columns", at, columns=called)

    def on_rows_called(self, at: Span, called: data.Called) -> _GridPart:
        return _GridPart("rows", at, rows=called)

    def on_rows_from_below(self, at: Span) -> _GridPart:
        return _GridPart("rows", at, rows=data.RowsFromBelow(span=at))

    def on_board_each(self, at: Span, of: Token) -> _GridPart:
        return _GridPart("each", at, each=of)

    def on_called_by_letters(self, at: Span, first: Token, last: Token, without: Token | None) -> data.Called:
        return data.Called(self.ident(first), self.ident(last), self.maybe(without), span=at)

    def on_called_by_numbers(self, at: Span, first: Token, last: Token) -> data.Called:
        return data.Called(self.ident(first), self.ident(last), span=at)

    def on_growing_grid(
        self,
        at: Span,
        name: Token,
        pieces: Token,
        of: Token,
        is_hex: Said | None,
        parts: _GridParts | None,
        doc: str | None = None,
        *layers: data.Layer | Lost,
    ) -> data.GrowingGrid:
        said = parts or _GridParts()
        component = None if of[1] == "pieces" else self.ident(of)
        return data.GrowingGrid(
            self.declare(name), number(pieces), is_hex is not None, doc, drop_lost(layers), self.maybe(said.each), said.eight, component, span=at
        )  # fmt: skip

    def on_ring(
        self,
        at: Span,
        name: Token,
        size: Token,
        per: Token | None,
        doc: str | None = None,
        *layers: data.Layer | Lost,
    ) -> data.Ring:
        return data.Ring(self.declare(name), number(size), doc, drop_lost(layers), self.maybe(per), span=at)

    def on_track(
        self,
        at: Span,
        name: Token,
        size: Token,
        per: Token | None,
        doc: str | None = None,
        *layers: data.Layer | Lost,
    ) -> data.Track:
        return data.Track(self.declare(name), number(size), doc, drop_lost(layers), self.maybe(per), span=at)

    def on_graph(
        self,
        at: Span,
        name: Token,
        by: Token | None,
        per: Token | None,
        doc: str | None,
        *rows: data.Path | data.Layer | Lost,
    ) -> data.Graph:
        readable = drop_lost(rows)
        paths = tuple(row for row in readable if isinstance(row, data.Path))
        tables = tuple(row for row in readable if isinstance(row, data.Layer))
        return data.Graph(self.declare(name), self.maybe(by), doc, paths, self.maybe(per), tables, span=at)

    # ------------------------------------------------------------ rows and cells

    def on_snum(self, at: Span, value: Token) -> int:
        return number(value)

    def on_neg_snum(self, at: Span, value: Token) -> int:
        return -number(value)

    def on_cell_name(self, at: Span, name: Token) -> data.CellName:
        if name[1] in self.refused:
            self.problems.append(ReservedName(at, name[1], is_cell=True))
        return data.CellName(name[1], span=at)

    def on_cell_yes(self, at: Span) -> data.CellFlag:
        return data.CellFlag(True, span=at)

    def on_cell_no(self, at: Span) -> data.CellFlag:
        return data.CellFlag(False, span=at)

    def on_cell_blank(self, at: Span) -> data.CellBlank:
        before, behind = Span("", max(0, at.start - 1), at.start), Span("", at.end, at.end + 1)
        if (self.text(before) + self.text(behind)).strip(" \t\r\n:#"):
            self.problems.append(GluedCell(at))
        return data.CellBlank(span=at)

    def on_cell_none(self, at: Span) -> data.CellBlank:
        return data.CellBlank(span=at)

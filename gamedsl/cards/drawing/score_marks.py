"""Draws score sheets and tables of the rules as marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.fitting import LEADING, Area, Ink, break_text, fit_text
from gamedsl.cards.drawing.marks import POINT, At, Box, Line, Mark, Ruler
from gamedsl.cards.needed.score import ScoreRow, ScoreSheet, ValueTable
from gamedsl.cards.pieces import Size
from gamedsl.page.colours import FAINT, INK, LINE, SOFT
from gamedsl.values import evolve, frozen

_HEAD, _SEATS, _ROW, _GAP = 10.0, 8.0, 8.5, 8.0
_NAME = 5.2
"""The height of the name of a line that has a sentence."""
_NAMES, _LETTERS = 10.5, 7.0
"""The letters of names and of sentences, in points."""
_NARROW, _WIDE = 17.0, 30.0
"""The least and the greatest width of the column of a player."""
_CELL, _STEP = 14.0, 7.0
"""The usual width and the height of a cell of a table."""


@frozen
class _Row:
    """A line with the lines of its sentence and its height."""

    name: str
    note: tuple[str, ...]
    height: float
    is_total: bool = False


def score_sheets(ruler: Ruler, sheet: ScoreSheet, title: str, room: Size) -> tuple[tuple[Mark, ...], ...]:
    """Returns the score sheets, one for each page, repeated down the page as often as they fit."""
    if not sheet.rows:
        return ()
    wide = max(_NARROW, min(_WIDE, 0.62 * room.width / len(sheet.seats)))
    first = room.width - wide * len(sheet.seats)
    rows = [_row(ruler, row, first) for row in sheet.rows]
    if len(rows) > 1:
        rows.append(_Row("Total", (), _ROW, is_total=True))
    top = _HEAD + (_height(break_text(ruler, sheet.note, room.width, _LETTERS)) + 1.5 if sheet.note else 0.0)
    pages: list[tuple[Mark, ...]] = []
    for part in _parts(rows, room.height - top - _SEATS):
        high = top + _SEATS + sum(row.height for row in part)
        many = max(1, int((room.height + _GAP) // (high + _GAP)))
        starts = [number * (high + _GAP) for number in range(many)]
        drawn = (_sheet(ruler, sheet, part, title, Area(0, y, room.width, high), wide, top) for y in starts)
        pages.append(tuple(mark for marks in drawn for mark in marks))
    return tuple(pages)


def _row(ruler: Ruler, row: ScoreRow, width: float) -> _Row:
    note = break_text(ruler, row.note, width - 3.0, _LETTERS) if row.note else ()
    return _Row(row.name, note, max(_ROW, _NAME + _height(note) + 1.2) if note else _ROW)


def _height(lines: Sequence[str]) -> float:
    return len(lines) * _LETTERS * LEADING * POINT


def _parts(rows: Sequence[_Row], height: float) -> Iterator[list[_Row]]:
    """Divides lines among pages."""
    part: list[_Row] = []
    for row in rows:
        if part and sum(one.height for one in part) + row.height > height:
            yield part
            part = []
        part.append(row)
    yield part


def _sheet(
    ruler: Ruler, sheet: ScoreSheet, rows: Sequence[_Row], title: str, area: Area, wide: float, top: float
) -> Iterator[Mark]:
    first = area.width - wide * len(sheet.seats)
    yield from fit_text(ruler, title, Area(area.x, area.y, area.width, _HEAD - 2), Ink(15, INK, True), "left")
    for number, line in enumerate(break_text(ruler, sheet.note, area.width, _LETTERS) if sheet.note else ()):
        at = Area(area.x, area.y + _HEAD - 1.5 + _height([""]) * number, area.width, _height([""]))
        yield from fit_text(ruler, line, at, Ink(_LETTERS, SOFT), "left")
    head = area.y + top
    for number, seat in enumerate(sheet.seats):
        x = area.x + first + number * wide
        yield from fit_text(ruler, seat, Area(x + 1, head + 0.5, wide - 2, 3), Ink(6.5, SOFT), "left")
    y = head + _SEATS
    for row in rows:
        at = Area(area.x, y, first, row.height)
        if row.is_total:
            yield Box(area.x, y, area.width, row.height, FAINT)
        yield from _heading(ruler, row, at)
        yield Line(area.x, y, area.x + area.width, y, LINE, 0.25)
        y += row.height
    for number in range(len(sheet.seats)):
        x = area.x + first + number * wide
        yield Line(x, head, x, y, LINE, 0.25)
    yield Box(area.x, head, area.width, y - head, None, INK, 0.35)


def _heading(ruler: Ruler, row: _Row, area: Area) -> Iterator[Mark]:
    inner = area.inner(1.5, 0.6)
    ink = Ink(_NAMES, INK, row.is_total)
    if not row.note:
        yield from fit_text(ruler, row.name, inner, ink, "left")
        return
    yield from fit_text(ruler, row.name, evolve(inner, height=_NAME - 0.6), ink, "left")
    for number, line in enumerate(row.note):
        step = _height([""])
        yield from fit_text(
            ruler, line, Area(inner.x, area.y + _NAME + number * step, inner.width, step), Ink(_LETTERS, SOFT), "left"
        )


# ---------------------------------------------------------------- tables


def tables_height(ruler: Ruler, tables: Sequence[ValueTable], width: float) -> float:
    """Returns the height of tables below each other."""
    return sum(_table_height(ruler, table, width) + _GAP for table in tables) - _GAP


def table_marks(ruler: Ruler, tables: Sequence[ValueTable], room: Size) -> tuple[Mark, ...]:
    """Draws tables of the rules below each other."""
    marks: list[Mark] = []
    y = 0.0
    for table in tables:
        high = _table_height(ruler, table, room.width)
        marks += _table(ruler, table, Area(0, y, room.width, high))
        y += high + _GAP
    return tuple(marks)


def table_pages(ruler: Ruler, tables: Sequence[ValueTable], title: str, room: Size) -> tuple[tuple[Mark, ...], ...]:
    """Returns pages with the tables of the rules."""
    pages: list[list[ValueTable]] = []
    free = room.height - _HEAD - 2.0
    for table in tables:
        if not pages or tables_height(ruler, [*pages[-1], table], room.width) > free:
            pages.append([])
        pages[-1].append(table)
    heading = fit_text(ruler, title, Area(0, 0, room.width, _HEAD - 2), Ink(15, INK, True), "left")
    return tuple((*heading, At(0, _HEAD + 2.0, table_marks(ruler, part, room))) for part in pages)


def _table_height(ruler: Ruler, table: ValueTable, width: float) -> float:
    return _lead(_note(ruler, table, width)) + (len(table.rows) + 1) * _STEP


def _note(ruler: Ruler, table: ValueTable, width: float) -> tuple[str, ...]:
    return break_text(ruler, table.note, width, _LETTERS + 1) if table.note else ()


def _lead(note: Sequence[str]) -> float:
    return _STEP + len(note) * (_LETTERS + 1) * LEADING * POINT + 1.5


def _table(ruler: Ruler, table: ValueTable, area: Area) -> Iterator[Mark]:
    note = _note(ruler, table, area.width)
    yield from fit_text(ruler, table.title, Area(area.x, area.y, area.width, _STEP - 1), Ink(12, INK, True), "left")
    step = (_LETTERS + 1) * LEADING * POINT
    for number, line in enumerate(note):
        at = Area(area.x, area.y + _STEP - 0.5 + number * step, area.width, step)
        yield from fit_text(ruler, line, at, Ink(_LETTERS + 1, SOFT), "left")
    lines = (table.head, *table.rows)
    first = min(50.0, max(ruler.width(line[0], _NAMES, True) for line in lines) + 5.0)
    wide = min(max(_CELL, *_widths(ruler, lines)), (area.width - first) / (len(table.head) - 1))
    right = area.x + first + wide * (len(table.head) - 1)
    top = area.y + _lead(note)
    yield Box(area.x, top, right - area.x, _STEP, FAINT)
    for number, cells in enumerate(lines):
        y = top + number * _STEP
        yield Line(area.x, y, right, y, LINE, 0.25)
        yield from fit_text(ruler, cells[0], Area(area.x + 1.5, y, first - 3, _STEP), Ink(_NAMES, INK, True), "left")
        for column, text in enumerate(cells[1:]):
            at = Area(area.x + first + column * wide + 0.6, y, wide - 1.2, _STEP)
            yield from fit_text(ruler, text, at, Ink(_NAMES, SOFT if number == 0 else INK, number == 0))
    yield Box(area.x, top, right - area.x, len(lines) * _STEP, None, INK, 0.35)
    yield Line(area.x + first, top, area.x + first, top + len(lines) * _STEP, LINE, 0.25)


def _widths(ruler: Ruler, lines: Sequence[Sequence[str]]) -> Iterator[float]:
    """Yields the widths of the texts in the cells, with some space around them."""
    for line in lines:
        for text in line[1:]:
            yield ruler.width(text, _NAMES, True) + 4.0

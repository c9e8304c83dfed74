"""Draws score sheets as marks."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cards.box import ScoreSheet
from gamedsl.cards.drawing.colours import FAINT, INK, LINE, SOFT
from gamedsl.cards.drawing.fitting import Area, Ink, fitted
from gamedsl.cards.drawing.marks import Box, Line, Mark, Ruler
from gamedsl.cards.pieces import Size

_HEAD, _SEATS, _ROW, _LEAST = 11.0, 8.0, 10.0, 6.5
_PART = 24
"""The most lines of one score sheet; further lines are on another one."""


def score_sheets(ruler: Ruler, sheet: ScoreSheet, title: str, room: Size) -> tuple[tuple[Mark, ...], ...]:
    """Returns the score sheets, one for each page, repeated down the page as often as they fit."""
    pages: list[tuple[Mark, ...]] = []
    for first in range(0, len(sheet.rows), _PART):
        rows = sheet.rows[first : first + _PART]
        has_total = first + _PART >= len(sheet.rows) and sum(not row.is_tracked for row in sheet.rows) > 1
        lines = len(rows) + has_total
        step = max(_LEAST, min(_ROW, (room.height - _HEAD - _SEATS) / lines))
        high = _HEAD + _SEATS + lines * step + 8
        many = max(1, int((room.height + 8) // high))
        part = ScoreSheet(rows, sheet.seats)
        pages.append(
            tuple(
                mark
                for i in range(many)
                for mark in _sheet(ruler, part, title, has_total, Area(0, i * high, room.width, high - 8), step)
            )
        )
    return tuple(pages)


def _sheet(ruler: Ruler, sheet: ScoreSheet, title: str, has_total: bool, area: Area, step: float) -> Iterator[Mark]:
    first = min(62.0, area.width * 0.4)
    wide = (area.width - first) / len(sheet.seats)
    yield from fitted(ruler, title, Area(area.x, area.y, area.width, _HEAD - 2), Ink(15, INK, True), "left")
    top = area.y + _HEAD
    for number, seat in enumerate(sheet.seats):
        x = area.x + first + number * wide
        yield from fitted(ruler, seat, Area(x + 1, top + 0.5, wide - 2, 3), Ink(6.5, SOFT), "left")
    y = top + _SEATS
    scored = sum(not row.is_tracked for row in sheet.rows)
    for number, row in enumerate(sheet.rows):
        if number == scored and has_total:
            yield from _row(ruler, "Total", "", Area(area.x, y, first, step), is_total=True)
            y += step
        yield from _row(
            ruler, row.name, row.note or ("in play" if row.is_tracked else ""), Area(area.x, y, first, step)
        )
        y += step
    if has_total and scored == len(sheet.rows):
        yield from _row(ruler, "Total", "", Area(area.x, y, first, step), is_total=True)
        y += step
    yield from _grid(area, top, y, first, wide, step, len(sheet.seats))


def _row(ruler: Ruler, name: str, note: str, area: Area, is_total: bool = False) -> Iterator[Mark]:
    if is_total:
        yield Box(area.x, area.y, area.width, area.height, FAINT)
    inner = area.inner(1.2, 0.6)
    if not note:
        yield from fitted(ruler, name, inner, Ink(11, INK, is_total), "left")
        return
    yield from fitted(ruler, name, Area(inner.x, inner.y, inner.width, inner.height * 0.48), Ink(10.5), "left")
    low = Area(inner.x, inner.y + inner.height * 0.5, inner.width, inner.height * 0.5)
    yield from fitted(ruler, note, low, Ink(6.5, SOFT), "left")


def _grid(area: Area, top: float, bottom: float, first: float, wide: float, step: float, seats: int) -> Iterator[Mark]:
    y = top + _SEATS
    yield Box(area.x, top, area.width, bottom - top, None, INK, 0.35)
    while y < bottom - 0.01:
        yield Line(area.x, y, area.x + area.width, y, LINE, 0.25)
        y += step
    for number in range(seats):
        x = area.x + first + number * wide
        yield Line(x, top, x, bottom, LINE, 0.25)

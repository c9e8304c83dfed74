"""Prints the index of a printed book: in columns of the same height, below the last chapter if there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gamedsl.rulebook.formats.pdf_pages import is_at_top, room, set_font

if TYPE_CHECKING:
    from fpdf import FPDF

_TITLE, _SIZE, _LINE = 17.0, 9.0, 4.6
"""The sizes of letters in points, and the height of a line in millimetres."""
_BEFORE, _HEADING = 8.0, 12.0
"""The space above the heading, and its height with the space below."""
_COLUMNS, _GUTTER = 3, 6.0
"""The columns, and the space between them."""
_SET_IN = "   "
"""The beginning of an entry's second line."""


def print_index(paper: FPDF, entries: Sequence[str]) -> int:
    """Prints the entries below a heading, from the top of each column to its end, and returns the first page of the index: a new one if the page that has begun
    cannot hold them all."""
    set_font(paper, "", _SIZE)
    width = (paper.epw - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    lines = [line for entry in entries for line in _break_entry(paper, entry, width)]
    if not is_at_top(paper):
        if room(paper) < _BEFORE + _HEADING + _rows(lines) * _LINE:
            paper.add_page()
        else:
            paper.ln(_BEFORE)
    first = paper.page_no()
    paper.start_section("Index")
    set_font(paper, "B", _TITLE)
    paper.cell(0, _HEADING, "Index", new_x="LMARGIN", new_y="NEXT")
    while lines:
        rows = min(_rows(lines), int(room(paper) / _LINE))
        top = paper.y
        set_font(paper, "", _SIZE)
        for at, line in enumerate(lines[: _COLUMNS * rows]):
            paper.set_xy(paper.l_margin + at // rows * (width + _GUTTER), top + at % rows * _LINE)
            paper.cell(width, _LINE, line)
        lines = lines[_COLUMNS * rows :]
        if lines:
            paper.add_page()
    return first


def _break_entry(paper: FPDF, entry: str, width: float) -> Iterator[str]:
    """Yields the lines of an entry."""
    line = ""
    for word in entry.split(" "):
        longer = f"{line} {word}" if line else word
        if line.strip() and paper.get_string_width(longer) > width - 2 * paper.c_margin:
            yield line
            longer = f"{_SET_IN}{word}"
        line = longer
    yield line


def _rows(lines: Sequence[str]) -> int:
    return -(-len(lines) // _COLUMNS)

"""Prints tables: their columns as wide as they need, and their pages broken where people read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from gamedsl.rulebook.formats.pdf_pages import SOFT, is_at_top, room, set_font
from gamedsl.rulebook.model import Table, spans

if TYPE_CHECKING:
    from fpdf import FPDF

_SIZE, _LINE, _PADDING, _RIGHT = 9.0, 4.6, 0.6, 1.5
"""The size of letters in points; the heights of a line and of the space above and below a row, and the space to the right of a cell, in millimetres."""
_COLUMNS = 11
"""The most columns of a table besides the first one; a wider table is divided."""
_BESIDE, _NARROW = 4.0, 9.0
"""The width that a cell needs beside its text, and a width that has room for a letter."""
_LONG, _ROWS, _WHOLE, _BETWEEN = 12, 3, 60.0, 8.0
"""Narrow tables with more rows have two parts side by side, this far from each other; the fewest rows on each page of a table; the height up to which a table
stands on one page."""

_Rows: TypeAlias = Sequence[Sequence[str]]


def print_table(paper: FPDF, table: Table) -> None:
    """Prints a table. A narrow long one has two parts side by side; one that does not fit begins a new page, and a very long one has at least three rows on
    each of its pages."""
    for part in _parts(table):
        _print_part(paper, part)


def least_height(paper: FPDF, table: Table) -> float:
    """Returns the height of the part of a table that has to stay on one page: the whole table if it is short, otherwise its first rows."""
    heights = _heights(paper, *_in_columns(paper, _parts(table)[0]))
    return sum(heights if sum(heights) <= _WHOLE else heights[: _ROWS + 1])


def _print_part(paper: FPDF, rows: _Rows) -> None:
    (head, *body), widths = _in_columns(paper, rows)
    while body:
        heights = _heights(paper, [head, *body], widths)
        fit = sum(one <= room(paper) for one in accumulate(heights)) - 1
        if fit < len(body) and not is_at_top(paper) and (fit < _ROWS or sum(heights) <= _WHOLE):
            paper.add_page()
            continue
        if fit < len(body):
            fit = max(1, min(fit, max(len(body) - _ROWS, _ROWS)))
        _print_rows(paper, [head, *body[:fit]], widths)
        body = body[fit:]
        if body:
            paper.add_page()
    paper.ln(3)


def _print_rows(paper: FPDF, rows: _Rows, widths: Sequence[float]) -> None:
    from fpdf.enums import TableBordersLayout
    from fpdf.fonts import FontFace

    set_font(paper, "", _SIZE)
    paper.set_draw_color(*SOFT)
    paper.set_fill_color(255)
    paper.set_line_width(0.15)
    with paper.table(
        rows,
        align="L",
        text_align="L",
        v_align="T",
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        col_widths=tuple(widths),
        width=min(sum(widths), paper.epw),
        line_height=_LINE,
        padding=(_PADDING, _RIGHT, _PADDING, 0),
        headings_style=FontFace(emphasis="BOLD"),
    ):
        pass


# ---------------------------------------------------------------- columns


def _parts(table: Table) -> list[list[list[str]]]:
    """Returns the cells of a table, in parts that are not too wide, each with the first column."""
    rows = [["".join(span.text for span in spans(cell)) for cell in row] for row in (table.head, *table.rows)]
    return [
        [row[:1] + row[first : first + _COLUMNS] for row in rows]
        for first in range(1, max(len(table.head), 2), _COLUMNS)
    ]


def _in_columns(paper: FPDF, rows: _Rows) -> tuple[_Rows, list[float]]:
    """Returns the rows as they are printed, with the widths of their columns."""
    widths = _widths(paper, rows)
    tight = _tight(paper, rows)
    if len(rows) <= _LONG or 2 * sum(tight) + _BETWEEN > paper.epw:
        return rows, widths
    widths = tight if 2 * sum(widths) + _BETWEEN > paper.epw else widths
    return _fold(rows), [*widths, _BETWEEN, *widths]


def _fold(rows: _Rows) -> list[list[str]]:
    """Returns a table whose second half stands beside the first half."""
    head, *body = rows
    half = (len(body) + 1) // 2
    empty = [""] * len(head)
    beside = [*body[half:], *([empty] if len(body) % 2 else [])]
    pairs = [(head, head), *zip(body[:half], beside, strict=True)]
    return [[*left, "", *right] for left, right in pairs]


def _tight(paper: FPDF, rows: _Rows) -> list[float]:
    """Returns the widths of columns whose headings may need several lines."""
    set_font(paper, "B", _SIZE)
    columns = list(zip(*rows, strict=True))
    words = [(*head.split(), *cells) for head, *cells in columns]
    return [max(map(paper.get_string_width, one)) + _BESIDE for one in words]


def _widths(paper: FPDF, rows: _Rows) -> list[float]:
    """Returns the widths of the columns: each as wide as its longest cell. If that is too much, each is as wide as its longest word, and the remaining
    space is shared by the columns that need more. If that is too much, too, words are divided; every column has room for a letter."""
    set_font(paper, "B", _SIZE)
    width = paper.get_string_width
    columns = list(zip(*rows, strict=True))
    wanted = [max(map(width, column)) + _BESIDE for column in columns]
    least = [max(width(word) for cell in column for word in cell.split() or ("",)) + _BESIDE for column in columns]
    if sum(wanted) <= paper.epw:
        return wanted
    if sum(least) > paper.epw:
        wanted, least = least, [min(one, _NARROW) for one in least]
    share = (paper.epw - sum(least)) / (sum(wanted) - sum(least))
    return [one + (more - one) * share for one, more in zip(least, wanted, strict=True)]


def _heights(paper: FPDF, rows: _Rows, widths: Sequence[float]) -> list[float]:
    """Returns the heights of rows."""
    set_font(paper, "B", _SIZE)
    counts = [
        [_count_lines(paper, cell, wide - _RIGHT) for cell, wide in zip(row, widths, strict=True)] for row in rows
    ]
    return [max(lines) * _LINE + 2 * _PADDING for lines in counts]


def _count_lines(paper: FPDF, cell: str, width: float) -> int:
    """Counts the lines of a cell."""
    lines, used = 1, 0.0
    for word in cell.split():
        wide = paper.get_string_width(f"{word} ")
        if used and used + wide > width:
            lines, used = lines + 1, 0.0
        used += wide
    return lines

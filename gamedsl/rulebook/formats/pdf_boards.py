"""Prints boards that are drawn with letters: a square or hexagon for each place, with the names of rows and columns beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.rulebook.formats.pdf_pages import MARGIN, SOFT, set_font
from gamedsl.rulebook.model import HEXAGON, Drawing, plain

if TYPE_CHECKING:
    from fpdf import FPDF

_FULL = (246, 238, 220)
"""The colour of a place on which something lies."""
_PLACE, _HIGHEST = 11.0, 200.0
"""The width of a place, and the most that a board is high, in millimetres."""
_AROUND = 12.0
"""The height of the names above a board and of the space below it."""


def board_height(board: Drawing) -> float:
    """Returns about the height of a board, in millimetres."""
    return min(len(board.rows) * _PLACE, _HIGHEST) + _AROUND


def place_side(paper: FPDF, board: Drawing) -> float:
    """Returns the width of a place, in millimetres: smaller ones where a board is large."""
    width, height = max(map(len, board.rows), default=0), len(board.rows)
    columns = width + (height - 1) / 2 if board.is_hex else width
    return min(_PLACE, (paper.epw - 6) / max(columns, 1), _HIGHEST / max(height, 1))


def needs_page(paper: FPDF, board: Drawing) -> bool:
    """Whether this page has too little room for a board."""
    return bool(paper.will_page_break(len(board.rows) * place_side(paper, board) + _AROUND))


def print_board(paper: FPDF, board: Drawing) -> None:
    """Prints a board below everything printed so far. Its height is that of its rows (each `place_side` high), and a little more."""
    side = place_side(paper, board)
    top, left = paper.y + 4, MARGIN + 5
    paper.set_draw_color(*SOFT)
    paper.set_fill_color(*_FULL)
    for x, name in enumerate(board.across):
        _print_name(paper, left + x * side, top - 4, side, 4, name)
    pitch = side * 0.866 if board.is_hex else side
    for y, row in enumerate(board.rows):
        shift = y * side / 2 if board.is_hex else 0
        _print_name(paper, left + shift - 5, top + y * pitch, 5, side, board.down[y])
        for x, cell in enumerate(row):
            _print_place(paper, left + shift + x * side, top + y * pitch, side, plain(cell), board.is_hex)
    paper.set_xy(MARGIN, top + (len(board.rows) - 1) * pitch + side + 4)


def _print_name(paper: FPDF, x: float, y: float, width: float, height: float, text: str) -> None:
    set_font(paper, "", 7)
    paper.set_text_color(*SOFT)
    paper.set_xy(x, y)
    paper.cell(width, height, text, align="C")


def _print_place(paper: FPDF, x: float, y: float, side: float, text: str, is_hex: bool) -> None:
    style = "DF" if text else "D"
    if is_hex:
        paper.polygon([(x + side * right, y + side * down) for right, down in HEXAGON], style=style)
    else:
        paper.rect(x, y, side, side, style=style)
    if not text:
        return
    lines = text.split(" ") if text.count(" ") in (1, 2) else [text]
    set_font(paper, "", 8)
    widest = max(paper.get_string_width(line) for line in lines)
    size = min(8.0, 8.0 * (side - 1) / max(widest, 0.1))
    set_font(paper, "", size)
    height = size * 0.42
    for at, line in enumerate(lines):
        paper.set_xy(x, y + side / 2 + (at - len(lines) / 2) * height)
        paper.cell(side, height, line, align="C")

"""The page of a printed book: its letters and colours, and the room that is left on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fpdf import FPDF

MARGIN, LINE = 20.0, 5.0
"""The space around what is printed, and the height of a line, in millimetres."""
Line: TypeAlias = list[tuple[str, str]]
"""Parts of a text with their styles, as fpdf2 calls them."""
INK, SOFT = (36, 33, 28), (120, 112, 100)
_HEAD = 14.0
"""The height of a heading at the top of a page, in millimetres."""


def set_font(paper: FPDF, style: str, size: float) -> None:
    """Takes letters of a size in points, in the colour of texts."""
    paper.set_font("serif", style, size)
    paper.set_text_color(*INK)


def room(paper: FPDF) -> float:
    """Returns the height that is left on the page, in millimetres."""
    return paper.page_break_trigger - paper.y


def is_at_top(paper: FPDF) -> bool:
    """Whether nothing but a heading stands on the page."""
    return paper.y <= paper.t_margin + _HEAD

"""Paper: its formats, its margins, and the pages and sheets made from it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gamedsl.cards.drawing.marks import Mark
from gamedsl.cards.pieces import Size
from gamedsl.values import frozen

Part: TypeAlias = Literal["cards", "tokens", "boards", "score"]
PARTS: tuple[Part, ...] = ("cards", "tokens", "boards", "score")
Backs: TypeAlias = Literal["duplex", "fold", "none"]
PAPERS = {"a4": Size(210.0, 297.0), "letter": Size(215.9, 279.4)}

MARGIN = 7.5
"""The distance to the edges of the paper within which only marks are printed."""


@frozen
class Page:
    """A page. `what` describes it, and `holds` lists the keys of the pieces whose fronts are on it, in order. `is_back`: it is the back of the sheet before it."""

    size: Size
    marks: tuple[Mark, ...]
    what: str
    holds: tuple[tuple[str, str], ...] = ()
    is_back: bool = False


@frozen
class Sheet:
    """A sheet of paper: its front, and its back unless that is empty."""

    front: Page
    back: Page | None = None


def room(paper: Size) -> Size:
    """Returns the printable size of a paper."""
    return Size(paper.width - 2 * MARGIN, paper.height - 2 * MARGIN)


def lying(paper: Size) -> Size:
    """Returns the paper turned by a quarter."""
    return Size(paper.height, paper.width)

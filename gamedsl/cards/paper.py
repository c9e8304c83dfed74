"""Paper: its formats, its margins, and the pages and sheets that are made of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gamedsl.cards.marks import Mark
from gamedsl.cards.pieces import Size
from gamedsl.values import frozen

Part: TypeAlias = Literal["cards", "tokens", "boards", "score"]
PARTS: tuple[Part, ...] = ("cards", "tokens", "boards", "score")
Backs: TypeAlias = Literal["duplex", "fold", "none"]
PAPERS = {"a4": Size(210.0, 297.0), "letter": Size(215.9, 279.4)}

MARGIN = 7.5
"""Nothing but marks is printed nearer to an edge of the paper."""


@frozen
class Page:
    """A page. `what` says what is on it, and `holds` the keys of the pieces of which it shows a front, in their order. `is_back`: it is the back of the
    sheet before it."""

    size: Size
    marks: tuple[Mark, ...]
    what: str
    holds: tuple[tuple[str, str], ...] = ()
    is_back: bool = False


@frozen
class Sheet:
    """A sheet of paper: its front, and its back if something stands there."""

    front: Page
    back: Page | None = None


def room(paper: Size) -> Size:
    """The part of a paper that is printed on."""
    return Size(paper.width - 2 * MARGIN, paper.height - 2 * MARGIN)


def lying(paper: Size) -> Size:
    """The same paper turned by a quarter."""
    return Size(paper.height, paper.width)

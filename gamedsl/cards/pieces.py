"""A piece of cardboard that is cut out: a card or a token, with what is on both sides."""

from __future__ import annotations

import re

from gamedsl.cards.faces import Face
from gamedsl.values import frozen

_SIZE = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)\s*[x×X*]\s*(\d{1,4}(?:\.\d{1,2})?)(?:\s*mm)?")

LEAST = 15.0
"""Nothing smaller than this is cut out, in millimetres."""


@frozen
class Size:
    """Width and height in millimetres."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


def size_of(text: str | None) -> Size | None:
    """The size that a text says, as `63x88`; None if it says none."""
    found = _SIZE.fullmatch(text.strip()) if text else None
    return Size(float(found[1]), float(found[2])) if found else None


@frozen
class Piece:
    """`copies` of a face. `other` is the face on the other side, if there is one; else the back shows `back` in the colour `back_colour` (both as the
    look file says it). `number` is that of its component, which colours backs. `owner` is whose it is. `size` is None for tokens of the usual size."""

    key: tuple[str, str]
    component: str
    number: int
    face: Face
    copies: int
    other: Face | None = None
    back: str = ""
    back_colour: str | None = None
    owner: str = ""
    size: Size | None = None

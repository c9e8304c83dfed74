"""A card or token of cardboard that is cut out, with both its sides."""

from __future__ import annotations

import re

from gamedsl.cards.faces import Face
from gamedsl.values import frozen

_SIZE = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)\s*[x×X*]\s*(\d{1,4}(?:\.\d{1,2})?)(?:\s*mm)?")

LEAST = 15.0
"""The smallest side that is cut out, in millimetres."""


@frozen
class Size:
    """Width and height in millimetres."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


def size_of(text: str | None) -> Size | None:
    """Reads a size such as `63x88`; None for any other text."""
    found = _SIZE.fullmatch(text.strip()) if text else None
    return Size(float(found[1]), float(found[2])) if found else None


@frozen
class Piece:
    """A printed piece: `copies` of a face. `other` is the face on the other side, if there is one; else the back shows `back` in the colour
    `back_colour` (both from the look file). `number` is that of its component, which determines the colour of backs. `owner` is the name of its owner.
    `size` is None for tokens of the usual size."""

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

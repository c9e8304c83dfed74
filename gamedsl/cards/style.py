"""The look of a value: its colour and its emblem."""

from __future__ import annotations

from gamedsl.page.colours import Colour
from gamedsl.values import frozen


@frozen
class Style:
    """The look of a value: its colour, its emblem (a `symbol` of pages, a `glyph`, or a `picture` of somebody's own by its file), and its word."""

    colour: Colour
    word: str
    symbol: str | None = None
    glyph: str | None = None
    picture: str | None = None

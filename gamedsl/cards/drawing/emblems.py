"""Draws emblems of values."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import Image, Mark, Ruler, Sign
from gamedsl.cards.drawing.signs import sign
from gamedsl.cards.style import Style
from gamedsl.page.colours import INK, Colour, ink_on, mix


def emblem(ruler: Ruler, style: Style, area: Area, colour: Colour, ground: Colour) -> Iterator[Mark]:
    """Draws an emblem as large as an area: a sign if there is a drawing, else the glyph as a letter, else the first letter of the word."""
    side = min(area.width, area.height)
    if style.picture is not None:
        yield Image(
            style.picture,
            area.x + (area.width - side) / 2,
            area.y + (area.height - side) / 2,
            side,
            side,
            is_whole=True,
        )
        return
    name = style.glyph or style.symbol or "o-roundel"
    if ink_on(colour) == INK and ink_on(ground) == INK:
        colour = strong(colour)
    if sign(name) is not None:
        yield Sign(name, area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, colour, ground)
        return
    text = name if ruler.knows(name) else style.word[:1].upper()
    yield from fit_text(ruler, text, area, Ink(side * 2.6, colour, True))


def strong(colour: Colour) -> Colour:
    """Returns a darker colour that is readable on paper."""
    return mix(colour, INK, 0.55 if ink_on(colour) == INK else 0.9)

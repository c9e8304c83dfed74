"""Draws cards with a rank and a suit as a real deck has them: pips in their pattern, and courts with a frame that reads the same upside down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import Box, Line, Mark, Ruler, Sign, Turned
from gamedsl.cards.faces import Face
from gamedsl.page.colours import INK, PAPER, SOFT, mix

_LEFT, _MIDDLE, _RIGHT = 0.32, 0.5, 0.68
"""The columns of pips, as parts of the width."""
_ENDS, _THIRDS = (0.16, 0.84), (0.16, 0.387, 0.613, 0.84)
"""The rows of pips, as parts of the height."""
_SIDES = tuple((x, y) for y in _ENDS for x in (_LEFT, _RIGHT))
_SIX = (*_SIDES, (_LEFT, 0.5), (_RIGHT, 0.5))
_EIGHT = tuple((x, y) for y in _THIRDS for x in (_LEFT, _RIGHT))
_PIPS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "2": ((_MIDDLE, _ENDS[0]), (_MIDDLE, _ENDS[1])),
    "3": ((_MIDDLE, _ENDS[0]), (_MIDDLE, 0.5), (_MIDDLE, _ENDS[1])),
    "4": _SIDES,
    "5": (*_SIDES, (_MIDDLE, 0.5)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, 0.33)),
    "8": (*_SIX, (_MIDDLE, 0.33), (_MIDDLE, 0.67)),
    "9": (*_EIGHT, (_MIDDLE, 0.5)),
    "10": (*_EIGHT, (_MIDDLE, 0.274), (_MIDDLE, 0.726)),
}
"""Where the pips of a rank are, as parts of width and height."""
_COURTS = {"J": "i-sword", "Q": "i-flower", "K": "i-crown"}
"""The things that the courts hold."""
_PIP, _ACE = 11.0, 30.0
"""The sides of a pip, and of the only one of a card, in millimetres."""


def playing_card(ruler: Ruler, face: Face, whole: Area, unit: float) -> Iterator[Mark]:
    """Draws rank and suit in two corners, and between them pips, a court, or one large suit with the text of the card."""
    corner = Area(whole.x + 1.2 * unit, whole.y + 2 * unit, 10 * unit, 9.5 * unit)
    below = Area(corner.x + 2 * unit, corner.y + 10 * unit, 6 * unit, 6 * unit)
    index = (
        *fit_text(ruler, face.rank or "", corner, Ink(26 * unit, face.style.colour, True)),
        *emblem(ruler, face.style, below, face.style.colour, PAPER),
    )
    yield from _draw_twice(index, whole)
    rank = face.rank or ""
    if rank in _COURTS and not face.text:
        yield from _court(ruler, face, whole, unit)
    elif rank in _PIPS and not face.text:
        for x, y in _PIPS[rank]:
            yield from _pip(ruler, face, whole, (x, y), _PIP * unit)
    else:
        yield from _pip(ruler, face, whole, (_MIDDLE, 0.42 if face.text else 0.5), _ACE * unit)
    if face.text:
        words = Area(whole.x + 8 * unit, whole.y + whole.height * 0.66, whole.width - 16 * unit, 12 * unit)
        yield from fit_text(ruler, face.text, words, Ink(9 * unit, SOFT))


def _draw_twice(marks: tuple[Mark, ...], whole: Area) -> Iterator[Mark]:
    """Yields marks, and once more upside down."""
    yield from marks
    yield Turned(whole.x + whole.width / 2, whole.y + whole.height / 2, marks)


def _pip(ruler: Ruler, face: Face, whole: Area, at: tuple[float, float], side: float) -> Iterator[Mark]:
    """Draws a pip; pips below the middle are upside down."""
    x, y = whole.x + at[0] * whole.width, whole.y + at[1] * whole.height
    pip = tuple(emblem(ruler, face.style, Area(x - side / 2, y - side / 2, side, side), face.style.colour, PAPER))
    if at[1] > _MIDDLE:
        yield Turned(x, y, pip)
    else:
        yield from pip


def _court(ruler: Ruler, face: Face, whole: Area, unit: float) -> Iterator[Mark]:
    """Draws a frame in two halves, each with the letter of the court card, the thing that the figure holds, and its suit."""
    colour = face.style.colour
    frame = Area(whole.x + 11.5 * unit, whole.y + 6 * unit, whole.width - 23 * unit, whole.height - 12 * unit)
    yield Box(frame.x, frame.y, frame.width, frame.height, mix(colour, PAPER, 0.08), colour, 0.5, 1.5 * unit)
    inner = frame.inner(1.2 * unit)
    yield Box(inner.x, inner.y, inner.width, inner.height, None, mix(colour, PAPER, 0.55), 0.25, 1 * unit)
    middle = whole.y + whole.height / 2
    yield Line(inner.x, middle + 3.5 * unit, inner.x + inner.width, middle - 3.5 * unit, colour, 0.4)
    held = 11 * unit
    letter = Area(inner.x + 2 * unit, inner.y + 12.5 * unit, inner.width - 4 * unit, middle - inner.y - 17.5 * unit)
    suit = Area(inner.x + 1.8 * unit, inner.y + 2 * unit, 7.5 * unit, 7.5 * unit)
    half = (
        *emblem(ruler, face.style, suit, colour, PAPER),
        Sign(_COURTS[face.rank or ""], inner.x + inner.width - held - 2 * unit, inner.y + 2 * unit, held, mix(INK, colour, 0.25), PAPER),
        *fit_text(ruler, face.rank or "", letter, Ink(66 * unit, colour, True)),
    )  # fmt: skip
    yield from _draw_twice(half, whole)

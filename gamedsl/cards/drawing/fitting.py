"""Fits text into areas: wraps it, makes it smaller, and cuts it off when it would become too small to read."""

from __future__ import annotations

import re

from gamedsl.cards.drawing.marks import POINT, Anchor, Box, Ruler, Words
from gamedsl.page.colours import INK, Colour
from gamedsl.values import frozen

SMALLEST = 3.5
"""The smallest size of letters, in points."""
LEADING = 1.18
"""The distance between lines, relative to the size of letters."""
_STEP = 0.93
_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_PIECE = re.compile(f" ?[{_WIDE}][、。，！？」）]*| ?[^{_WIDE} ]+")
"""Lines may end at spaces, and after each East Asian character with its punctuation."""
_CAPITAL = 0.66
"""The height of capitals, relative to the size of letters."""


@frozen
class Area:
    """A rectangle on a page, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    def inner(self, across: float, down: float | None = None) -> Area:
        """Returns the area without a border of this width."""
        vertical = across if down is None else down
        return Area(
            self.x + across, self.y + vertical, max(self.width - 2 * across, 0.1), max(self.height - 2 * vertical, 0.1)
        )


@frozen
class Ink:
    """The look of letters: the largest size in points, the colour, and whether they are bold."""

    size: float
    colour: Colour = INK
    is_bold: bool = False


def box(area: Area, fill: Colour | None, border: Colour | None = None, line: float = 0.2, radius: float = 0.0) -> Box:
    """Returns the box of an area, with a fill, a border, or both."""
    return Box(area.x, area.y, area.width, area.height, fill, border, line, radius)


def fit_text(ruler: Ruler, text: str, area: Area, ink: Ink, anchor: Anchor = "middle") -> tuple[Words, ...]:
    """Fits a text into an area, vertically centred, as large as possible but not larger than `ink`."""
    lines, size = _fit(ruler, text, area, ink)
    step = size * LEADING * POINT
    capital = size * _CAPITAL * POINT
    first = area.y + area.height / 2 - (len(lines) - 1) * step / 2 + capital / 2
    x = area.x + {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * area.width
    return tuple(
        Words(x, first + i * step, line, size, ruler.width(line, size, ink.is_bold), ink.colour, ink.is_bold, anchor)
        for i, line in enumerate(lines)
    )


def break_text(ruler: Ruler, text: str, width: float, size: float) -> tuple[str, ...]:
    """Breaks a text into lines of at most this width, in letters of this size."""
    return tuple(_wrap(ruler, pieces(text), width, size, is_bold=False))


def _fit(ruler: Ruler, text: str, area: Area, ink: Ink) -> tuple[list[str], float]:
    words = pieces(text)
    size = min(ink.size, max(area.height / POINT / LEADING, 0.5))
    while True:
        lines = _wrap(ruler, words, area.width, size, ink.is_bold)
        widest = max((ruler.width(line, size, ink.is_bold) for line in lines), default=0.0)
        if widest <= area.width and _height(len(lines), size) <= area.height + 0.01:
            return lines, size
        if size * _STEP < SMALLEST:
            break
        size *= _STEP
    return _cut(ruler, " ".join(text.split()), area, size, ink.is_bold), size


def _height(lines: int, size: float) -> float:
    return (1 + (lines - 1) * LEADING) * size * POINT if lines else 0.0


def pieces(text: str) -> list[str]:
    """Returns the parts between which a line may end; a part after a space begins with the space."""
    return [piece for word in text.split() for piece in _PIECE.findall(f" {word}")]


def _wrap(ruler: Ruler, pieces: list[str], width: float, size: float, is_bold: bool) -> list[str]:
    lines: list[str] = []
    for piece in pieces:
        longer = (lines[-1] if lines else "") + piece
        if lines and ruler.width(longer, size, is_bold) <= width:
            lines[-1] = longer
        else:
            lines.append(piece.strip())
    return lines


def _cut(ruler: Ruler, text: str, area: Area, size: float, is_bold: bool) -> list[str]:
    """Breaks lines anywhere, and replaces the rest that does not fit by an ellipsis."""
    most = max(1, int((area.height / (size * POINT) - 1) / LEADING + 1))
    lines = [""]
    for sign in text:
        if ruler.width(lines[-1] + sign, size, is_bold) <= area.width:
            lines[-1] += sign
        elif len(lines) < most:
            lines.append(sign.strip())
        else:
            while lines[-1] and ruler.width(f"{lines[-1]}…", size, is_bold) > area.width:
                lines[-1] = lines[-1][:-1]
            lines[-1] += "…"
            break
    return [line for line in lines if line and ruler.width(line, size, is_bold) <= area.width]

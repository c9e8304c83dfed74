"""Draws the values of a card: in a list where its text would be, in small entries at its foot, and its price in goods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.emblems import emblem, strong
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import Box, Circle, Line, Mark, Ruler
from gamedsl.cards.drawing.running_text import LEAST_READABLE
from gamedsl.cards.faces import Face, Foot
from gamedsl.page.colours import FAINT, INK, PAPER, SOFT
from gamedsl.values import evolve

_COUNTS_EMBLEM = re.compile(r"(?:icons?|symbols?)", re.IGNORECASE)
"""A number that says how often the emblem of a card counts."""
_PIPS = 6
"""The largest number that is shown by pips."""


def list_feet(face: Face) -> list[Foot]:
    """Returns the entries at the foot of a card besides its price, without a number that its emblems already show. A value with the emblem of the card stays:
    an emblem alone does not say what it stands for, nor for which column."""
    more = [one for one in face.more if one.text not in {foot.text for foot in face.feet}]
    is_drawn = not is_numbered(face) and face.has_emblem
    return [
        one
        for one in (*_costs_apart(face.feet), *more)
        if not (is_drawn and one.number is not None and _COUNTS_EMBLEM.fullmatch(one.name))
    ]


def badge_lines(ruler: Ruler, feet: Sequence[Foot], width: float, high: float) -> Iterator[list[Foot]]:
    """Yields the entries at the foot of a card in lines: one line if they can be read beside each other, else as many as that takes."""
    line: list[Foot] = []
    for foot in feet:
        if line and _badge_scale(ruler, [*line, foot], width, high) * _badge_letters(high) < LEAST_READABLE:
            yield line
            line = []
        line.append(foot)
    if line:
        yield line


def _badge_letters(high: float) -> float:
    """Returns the size of letters in entries of this height, in points."""
    return high * 1.45


def _badge_scale(ruler: Ruler, feet: Sequence[Foot], width: float, high: float) -> float:
    """Returns how much entries beside each other are made smaller to fit into a width: 1 if they fit."""
    wide = sum(_badge_width(ruler, foot, _badge_letters(high), high) for foot in feet)
    return min(1.0, width / (wide + high * 0.5 * (len(feet) - 1)))


def draw_badges(ruler: Ruler, face: Face, feet: Sequence[Foot], line: Area) -> Iterator[Mark]:
    """Draws the entries at the foot of a card, beside each other: emblems with their words, small numbers as pips, others after their names."""
    size = _badge_letters(line.height)
    widths = [_badge_width(ruler, foot, size, line.height) for foot in feet]
    gap = line.height * 0.5
    scale = _badge_scale(ruler, feet, line.width, line.height)
    x = line.x + (line.width - scale * (sum(widths) + gap * (len(feet) - 1))) / 2
    for foot, width in zip(feet, widths, strict=True):
        area = Area(x, line.y, width * scale, line.height)
        yield from _badge(ruler, face, foot, area, size * scale)
        x += (width + gap) * scale


def _badge_width(ruler: Ruler, foot: Foot, size: float, high: float) -> float:
    name = 0.0 if _says_itself(foot) else ruler.width(foot.name, size, False) + 0.35 * high
    pips = _pips_of(foot)
    if pips:
        return name + pips * 0.5 * high + 0.5 * high
    drawn = 0.95 * high if foot.style is not None else 0.0
    return name + drawn + ruler.width(with_minus(foot.text), size, True) + 0.5 * high


def _badge(ruler: Ruler, face: Face, foot: Foot, area: Area, size: float) -> Iterator[Mark]:
    high = area.height
    scale = size / _badge_letters(high)
    yield Box(area.x, area.y + 0.06 * high, area.width, 0.88 * high, PAPER, FAINT, 0.2, 0.3 * high)
    x = area.x + 0.25 * high * scale
    if not _says_itself(foot):
        wide = ruler.width(foot.name, size, False)
        yield from fit_text(ruler, foot.name, Area(x, area.y, wide * 1.02, high), Ink(size, SOFT), "left")
        x += wide + 0.35 * high * scale
    if pips := _pips_of(foot):
        for number in range(pips):
            yield Circle(
                x + (number + 0.4) * 0.5 * high * scale,
                area.y + high / 2,
                0.17 * high * scale,
                strong(face.style.colour),
            )
        return
    if foot.style is not None:
        side = 0.7 * high * scale
        at = Area(x, area.y + (high - side) / 2, side, side)
        yield from emblem(ruler, foot.style, at, foot.style.colour, PAPER)
        x += 0.95 * high * scale
    text = with_minus(foot.text)
    yield from fit_text(ruler, text, Area(x, area.y, area.x + area.width - x, high), Ink(size, INK, True), "left")


def _says_itself(foot: Foot) -> bool:
    """Whether a value needs no name before it: it is a word with an emblem, or contains the name."""
    return foot.name == foot.text or (foot.style is not None and foot.number is None)


def _pips_of(foot: Foot) -> int:
    """Returns how many pips show a number of something, such as dots; 0 if it is written, as a cost is."""
    is_of_things = foot.style is None and foot.name.endswith("s")
    return foot.number if is_of_things and foot.number is not None and 0 < foot.number <= _PIPS else 0


def with_minus(text: str) -> str:
    """Returns a number with a minus sign, and not a hyphen."""
    return f"−{text[1:]}" if text.startswith("-") else text


def _costs_apart(feet: Sequence[Foot]) -> list[Foot]:
    return [one for one in feet if not one.is_price]


def draw_price(ruler: Ruler, feet: Sequence[Foot], line: Area) -> Iterator[Mark]:
    """Draws the price of a card in goods, as one line: a number before the emblem of each good."""
    yield Line(line.x, line.y, line.x + line.width, line.y, FAINT, 0.2)
    size = line.height * 0.74
    yield from fit_text(
        ruler, "Cost", Area(line.x, line.y, line.width / 4, line.height), Ink(line.height * 1.5, SOFT), "left"
    )
    right = line.x + line.width
    for foot in reversed(feet):
        if foot.style is None:
            continue
        yield from emblem(
            ruler,
            foot.style,
            Area(right - size, line.y + (line.height - size) / 2, size, size),
            foot.style.colour,
            PAPER,
        )
        yield from fit_text(
            ruler,
            foot.text,
            Area(right - 2.1 * size, line.y, size, line.height),
            Ink(line.height * 1.7, INK, True),
            "right",
        )
        right -= 2.6 * size


def is_numbered(face: Face) -> bool:
    """Whether a numeral is drawn. A card that shows anything else needs no zero."""
    return face.numeral is not None and not (face.numeral == 0 and (face.text or face.feet))


def is_own_emblem(face: Face) -> bool:
    """Whether the emblem is a picture, not a shape that stands for a colour or a coat of arms."""
    style = face.style
    return style.picture is not None or style.glyph is not None or (style.symbol or "").startswith("i-")


def emblem_count(face: Face) -> int:
    """Returns how many times the emblem of a card counts: the number in a column, or 1."""
    numbers = (one.number for one in face.feet if one.number is not None and _COUNTS_EMBLEM.fullmatch(one.name))
    return min(max(next(numbers, 1), 1), _PIPS)


def panel(paper: Area, unit: float) -> Box:
    """Returns the white panel below a text, or below the values of a card without one."""
    return Box(
        paper.x - 1.2 * unit, paper.y, paper.width + 2.4 * unit, paper.height - unit, PAPER, FAINT, 0.2, 1.5 * unit
    )


def row_height(rows: int, height: float, unit: float, *, is_bare: bool) -> float:
    """Returns the height of a value in the list of a card: a numeral or emblem above the list keeps a third of the card."""
    largest, share = (12.0, 1.0) if is_bare else (9.0, 0.66)
    return min(largest * unit, share * height / max(rows, 1))


def draw_rows(ruler: Ruler, feet: Sequence[Foot], area: Area, unit: float) -> Iterator[Mark]:
    """Draws the values of a card below each other: their names on the left, and on the right numbers and words with their emblems."""
    yield panel(area, unit)
    high = (area.height - unit) / len(feet)
    letters = min(15.0 * unit, high * 1.45)
    for number, foot in enumerate(feet):
        line = Area(area.x + 0.8 * unit, area.y + number * high, area.width - 1.6 * unit, high)
        if number:
            yield Line(line.x, line.y, line.x + line.width, line.y, FAINT, 0.2)
        text = with_minus(foot.text)
        wide = min(ruler.width(text, letters, True), line.width * 0.62)
        right = line.x + line.width
        side = 0.0 if foot.style is None else min(high * 0.72, 7 * unit)
        value = Area(right - wide - 0.1, line.y, wide + 0.1, high)
        if foot.style is not None:
            # Numbers stand before the emblem of what they count, words behind theirs.
            x = right - side if foot.number is not None else right - wide - side - unit
            value = evolve(value, x=value.x - side - unit) if foot.number is not None else value
            at = Area(x, line.y + (high - side) / 2, side, side)
            yield from emblem(ruler, foot.style, at, foot.style.colour, PAPER)
        yield from fit_text(ruler, text, value, Ink(letters, INK, True), "right")
        if foot.name != foot.text:
            left = line.width - wide - (side + unit if side else 0.0) - 1.5 * unit
            name = Area(line.x, line.y, max(left, 1.0), high)
            yield from fit_text(ruler, foot.name, name, Ink(letters * 0.8, SOFT), "left")

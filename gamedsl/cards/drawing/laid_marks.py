"""Draws cards, tiles and tokens by their layouts, with the top left corner of the cut piece at 0, 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.fitting import Area, Ink
from gamedsl.cards.drawing.marks import Box, Circle, Clip, Image, Mark, Ruler, Shape, Turned
from gamedsl.cards.drawing.running_text import LEAST_READABLE, Fitted, running_text
from gamedsl.cards.layouts import Laid, Part
from gamedsl.page.colours import FAINT, Colour, ink_on
from gamedsl.page.layouts import Format
from gamedsl.values import frozen

_EDGE = 0.01
"""Parts that are nearer to an edge than this touch it."""
_INNER = 0.72
"""The part of a circle or hexagon that a text may fill."""


@frozen
class Drawn:
    """A side of a piece as marks, and problems with its texts."""

    marks: tuple[Mark, ...]
    troubles: tuple[str, ...]


def draw_piece(ruler: Ruler, laid: Laid, bleed: float | None = None) -> Drawn:
    """Draws a piece including the bleed beyond its edges: `bleed`, or that of its layout."""
    over = laid.bleed if bleed is None else bleed
    troubles: list[str] = []
    marks: list[Mark] = [_paper(laid, over)]
    centre = laid.form.width / 2, laid.form.height / 2
    for number, part in enumerate(laid.parts):
        ground = _ground(laid, laid.parts[:number], part)
        drawn = tuple(_part(ruler, laid.form, part, ground, over, troubles))
        marks += drawn
        if part.is_twice:
            marks.append(Turned(*centre, drawn))
    if laid.form.is_hex:
        outline = Shape((hexagon(laid.form),), None, FAINT, 0.15)
        return Drawn((Clip(hexagon(laid.form, over), tuple(marks)), outline), tuple(troubles))
    return Drawn(tuple(marks), tuple(troubles))


def hexagon(form: Format, over: float = 0.0) -> tuple[tuple[float, float], ...]:
    """Returns the corners of a tile with six sides, which are `over` further out than its edges."""
    middle, centre = form.width / 2, form.height / 2
    grown = (form.width + 2 * over) / form.width
    half, high = middle * grown, centre * grown
    return (
        (middle, centre - high),
        (middle + half, centre - high / 2),
        (middle + half, centre + high / 2),
        (middle, centre + high),
        (middle - half, centre + high / 2),
        (middle - half, centre - high / 2),
    )


def _paper(laid: Laid, over: float) -> Mark:
    form = laid.form
    if form.is_hex:
        return Shape((hexagon(form, over),), laid.paper)
    return Box(-over, -over, form.width + 2 * over, form.height + 2 * over, laid.paper)


def _ground(laid: Laid, below: Sequence[Part], part: Part) -> Colour:
    """Returns the colour on which a part lies: that of the last part below its middle, or the paper's."""
    x, y = part.x + part.width / 2, part.y + part.height / 2
    found = laid.paper
    for one in below:
        if one.x <= x <= one.x + one.width and one.y <= y <= one.y + one.height:
            found = one.fill or found
    return part.fill or found


def _part(ruler: Ruler, form: Format, part: Part, ground: Colour, over: float, troubles: list[str]) -> Iterator[Mark]:
    area = Area(part.x, part.y, part.width, part.height)
    reached = _with_bleed(area, form, over)
    if part.fill or part.border:
        yield _shape(part, area, reached)
    if part.picture is not None:
        inside = reached if part.fill is None else area
        yield Image(part.picture, inside.x, inside.y, inside.width, inside.height, part.is_whole)
    if part.runs:
        found = _text(ruler, ground, part, area)
        troubles += _troubles(part, found)
        yield from found.marks


def _with_bleed(area: Area, form: Format, over: float) -> Area:
    """Returns the area with the bleed at each edge of the card that it touches."""
    left = over if area.x < _EDGE else 0.0
    top = over if area.y < _EDGE else 0.0
    right = over if area.x + area.width > form.width - _EDGE else 0.0
    bottom = over if area.y + area.height > form.height - _EDGE else 0.0
    return Area(area.x - left, area.y - top, area.width + left + right, area.height + top + bottom)


def _shape(part: Part, area: Area, reached: Area) -> Mark:
    line = 0.35
    match part.shape:
        case "circle":
            radius = min(area.width, area.height) / 2
            middle = area.x + area.width / 2, area.y + area.height / 2
            return Circle(*middle, radius, part.fill, part.border, line)
        case "hex":
            corners = hexagon(Format(area.width, area.height))
            return Shape((tuple((area.x + x, area.y + y) for x, y in corners),), part.fill, part.border, line)
        case "round":
            radius = min(2.5, min(area.width, area.height) / 3)
            return Box(area.x, area.y, area.width, area.height, part.fill, part.border, line, radius)
        case _:
            return Box(reached.x, reached.y, reached.width, reached.height, part.fill, part.border, line)


def _text(ruler: Ruler, ground: Colour, part: Part, area: Area) -> Fitted:
    ink = part.ink or ink_on(ground)
    if part.shape in ("circle", "hex"):
        side = _INNER * min(area.width, area.height)
        area = Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side)
    elif part.fill or part.border:
        area = area.inner(min(1.5, 0.12 * area.width), min(1.2, 0.1 * area.height))
    return running_text(ruler, part.runs, area, Ink(part.size, ink, part.is_bold), part.align, ground, part.font)


def _troubles(part: Part, found: Fitted) -> Iterator[str]:
    has_words = any(isinstance(run, str) and run.strip() for run in part.runs)
    advice = "give it a larger place, or say less"
    if found.is_cut:
        yield f"{part.name}: a part of its text has no room and is missing: {advice}"
    elif has_words and found.size < LEAST_READABLE:
        yield f"{part.name}: its text needs letters of less than {LEAST_READABLE:g} points, which few people can read: {advice}"

"""Draws pieces small, as they lie on a table: cards, tokens, pawns, discs and backs. Words that would be too small to read are left out."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cards.drawing.emblems import emblem, strong
from gamedsl.cards.drawing.fitting import Area, Ink, box, fit_text
from gamedsl.cards.drawing.laid_marks import draw_piece
from gamedsl.cards.drawing.marks import At, Box, Circle, Line, Mark, Ruler, Sign
from gamedsl.cards.drawing.signs import sign
from gamedsl.cards.emblems import UPRIGHT
from gamedsl.cards.faces import Face, Foot
from gamedsl.cards.layouts import Laid, scale_layout
from gamedsl.cards.style import Style
from gamedsl.graph.model.game import Game
from gamedsl.page.colours import FAINT, INK, PAPER, SOFT, Colour, contrast, ink_on, mix

CARD = (15.0, 21.0)
"""Width and height of a card, in millimetres."""
SMALL = {"pawn": (7.0, 9.0), "stone": (8.0, 8.0), "token": (8.5, 8.5), "card": CARD}
"""The sizes of pieces beside boards, by their forms."""
_ACROSS = 30.0
"""The width of a piece that a layout makes wider than high, in millimetres."""
_MOST_FEET = 4
_FOOT = 0.24
"""The part of a card's height that its numbers below take."""


def small_size(face: Face) -> tuple[float, float]:
    """Returns the width and height of a piece beside boards, in millimetres."""
    laid = _across(face)
    return SMALL[face.form] if laid is None else (laid.form.width, laid.form.height)


def _across(face: Face) -> Laid | None:
    """Returns the layout of a piece that is wider than high, such as a domino, in the size in which it lies beside boards; None for all others."""
    laid = face.laid
    if laid is None or laid.form.is_hex or laid.form.width <= laid.form.height:
        return None
    return scale_layout(laid, _ACROSS / laid.form.width)


def piece(ruler: Ruler, face: Face, area: Area, *, is_second: bool = False) -> Iterator[Mark]:
    """Draws a piece inside an area. `is_second`: it belongs to the second of two players, whose discs have a ring."""
    match face.form:
        case "pawn":
            yield from _pawn(ruler, face.style, area)
        case "stone":
            yield from disc(ruler, face.style.colour, face.style.glyph or "", area, is_second=is_second)
        case "token":
            yield from _token(ruler, face, area)
        case "card" if (laid := _across(face)) is not None and area.width > area.height:
            yield At(area.x, area.y, draw_piece(ruler, laid).marks)
        case "card":
            yield from _card(ruler, face, area)


# ---------------------------------------------------------------- cards


def _card(ruler: Ruler, face: Face, area: Area) -> Iterator[Mark]:
    edge = strong(face.style.colour)
    if face.rank is not None:
        yield from _playing_card(ruler, face, area)
        return
    high = min(area.height * 0.27, 5.6)
    colour = face.style.colour
    unit = area.width / CARD[0]
    yield box(area, PAPER, edge, 0.25, 1.2 * unit)
    yield Box(area.x, area.y, area.width, high, colour, edge, 0.25, 1.2 * unit)
    band = Area(area.x, area.y, area.width, high).inner(0.6 * unit, 0.4 * unit)
    yield from fit_text(ruler, face.title, band, Ink(7 * unit, ink_on(colour), True))
    feet = small_feet(face)
    of_feet = low = area.height * _FOOT if feet else 0.0
    words = " – ".join(one.text for one in face.feet if one.style is None and one.number is None and one.text)
    if words:
        line = Area(area.x, area.y + area.height - low - area.height * 0.16, area.width, area.height * 0.16)
        yield from fit_text(ruler, words, line.inner(0.4 * unit, 0.2 * unit), Ink(6 * unit, SOFT))
        low += line.height
    middle = Area(area.x, area.y + high, area.width, area.height - high - low).inner(0.8 * unit)
    if shows_number(face):
        yield from fit_text(ruler, str(face.numeral), middle, Ink(22 * unit, edge, True))
    else:
        yield from emblem(ruler, face.style, middle.inner(middle.height * 0.06), colour, PAPER)
    if feet:
        foot = Area(area.x, area.y + area.height - of_feet, area.width, of_feet).inner(0.7 * unit, 0.3 * unit)
        yield Line(area.x, foot.y, area.x + area.width, foot.y, FAINT, 0.15)
        step = foot.width / len(feet)
        for number, one in enumerate(feet):
            if one is None:
                continue
            yield from small_foot(ruler, one, Area(foot.x + number * step, foot.y, step, foot.height).inner(0.2, 0.4))


def shows_number(face: Face) -> bool:
    """Whether a small card shows a number in its middle. A card with none of what others count shows its emblem."""
    return face.numeral is not None and not (face.numeral == 0 and bool(face.counts))


def foot_height(face: Face) -> float:
    """Returns the height of the numbers below on a small card, which nothing may cover."""
    return (
        CARD[1] * _FOOT
        if face.form == "card" and face.rank is None and _across(face) is None and small_feet(face)
        else 0.0
    )


def small_feet(face: Face) -> list[Foot | None]:
    """Returns the columns that can be shown small: numbers and values with an emblem; None for a place that stays free on this card."""
    shown = [one for one in face.feet if one.style is not None or one.number is not None]
    numbers = {one.name: one for one in shown if one.number is not None}
    others = [one for one in shown if one.number is None]
    if not numbers or len(others) + len(face.slots) > _MOST_FEET or not numbers.keys() <= {*face.slots}:
        return [*shown[:_MOST_FEET]]
    return [*others, *(numbers.get(name) for name in face.slots)]


def small_foot(ruler: Ruler, foot: Foot, area: Area) -> Iterator[Mark]:
    """Draws a number with its sign, or an emblem, as it appears at the bottom of a small card."""
    if foot.style is None:
        yield from fit_text(ruler, foot.text, area, Ink(7, INK, True))
        return
    if foot.number is None:
        yield from emblem(ruler, foot.style, area, foot.style.colour, PAPER)
        return
    half = area.width / 2
    yield from fit_text(ruler, foot.text, Area(area.x, area.y, half, area.height), Ink(7, INK, True), "right")
    at = Area(area.x + half, area.y, half, area.height).inner(half * 0.08)
    yield from emblem(ruler, foot.style, at, foot.style.colour, PAPER)


def _playing_card(ruler: Ruler, face: Face, area: Area) -> Iterator[Mark]:
    unit = area.width / CARD[0]
    colour = face.style.colour
    yield box(area, PAPER, mix(INK, PAPER, 0.6), 0.25, 1.2 * unit)
    corner = Area(area.x + 0.6 * unit, area.y + 0.8 * unit, 4.4 * unit, 4.4 * unit)
    yield from fit_text(ruler, face.rank or "", corner, Ink(12 * unit, colour, True))
    below = Area(corner.x + 0.5 * unit, corner.y + 4.6 * unit, 3.4 * unit, 3.4 * unit)
    yield from emblem(ruler, face.style, below, colour, PAPER)
    side = 8.5 * unit
    large = Area(area.x + area.width - side - 0.9 * unit, area.y + area.height - side - 1.4 * unit, side, side)
    yield from emblem(ruler, face.style, large, colour, PAPER)


def back(colour: Colour, area: Area) -> Iterator[Mark]:
    """Draws the back of a card or a token that lies face down."""
    unit = min(area.width, area.height) / CARD[0]
    yield box(area, PAPER, mix(INK, PAPER, 0.6), 0.25, 1.2 * unit)
    inner = area.inner(1.1 * unit)
    yield box(inner, colour, None, 0, 0.7 * unit)
    light = mix(PAPER, colour, 0.45)
    yield box(inner.inner(0.9 * unit), None, light, 0.2, 0.4 * unit)
    x, y, half = area.x + area.width / 2, area.y + area.height / 2, min(area.width, area.height) * 0.18
    yield from (Circle(x, y, half * part, None, light, 0.25) for part in (1.0, 0.55))


# ---------------------------------------------------------------- what stands and lies on boards


def disc(ruler: Ruler, colour: Colour, text: str, area: Area, *, is_second: bool = False) -> Iterator[Mark]:
    """Draws a round piece with a short text or a sign on it."""
    x, y, radius = area.x + area.width / 2, area.y + area.height / 2, min(area.width, area.height) / 2
    yield Circle(x, y, radius, colour, _edge(colour), 0.3)
    if is_second and not text:
        yield Circle(x, y, radius * 0.62, None, mix(ink_on(colour), colour, 0.7), 0.3)
    if text and sign(text) is not None:
        side = radius * 1.1
        yield Sign(text, x - side / 2, y - side / 2, side, ink_on(colour), colour)
    elif text:
        inner = Area(x - radius * 0.7, y - radius * 0.6, radius * 1.4, radius * 1.2)
        yield from fit_text(ruler, text, inner, Ink(radius * 3.4, ink_on(colour), True))


def is_second(game: Game, seat: int | None) -> bool:
    """Whether a seat is the second of two. The second player's discs have a ring, so that they differ in black and white."""
    return len(game.seats) == 2 and seat == 1


def _edge(colour: Colour) -> Colour:
    """Returns the colour of the line round a piece, which sets it apart from any ground."""
    return mix(INK, colour, 0.75)


def _pawn(ruler: Ruler, style: Style, area: Area) -> Iterator[Mark]:
    """Draws a person's piece as a sign with a line round it."""
    name = style.glyph or ("ship" if style.symbol == "i-ship" else style.symbol if style.symbol in UPRIGHT else "pawn")
    if sign(name) is None:
        yield from disc(ruler, style.colour, name, area)
        return
    side = min(area.width, area.height)
    left, top = area.x + (area.width - side) / 2, area.y + (area.height - side) / 2
    yield Sign(name, left, top, side, style.colour, PAPER, _pawn_edge(style.colour))


def _pawn_edge(colour: Colour) -> Colour:
    return PAPER if contrast(colour, PAPER) > 3 else INK


def _token(ruler: Ruler, face: Face, area: Area) -> Iterator[Mark]:
    colour = face.style.colour
    side = min(area.width, area.height)
    square = Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side)
    if face.seat is not None:
        text = str(face.numeral) if face.numeral is not None else face.style.glyph or ""
        yield from disc(ruler, colour, text, square)
        return
    ground = mix(colour, PAPER, 0.14)
    yield box(square, ground, strong(colour), 0.35, side * 0.14)
    inner = square.inner(side * 0.14)
    if face.numeral is not None:
        yield from fit_text(ruler, str(face.numeral), inner, Ink(side * 1.7, strong(colour), True))
    else:
        yield from emblem(ruler, face.style, inner, colour, ground)


def badge(ruler: Ruler, text: str, right: float, bottom: float) -> Iterator[Mark]:
    """Draws a number at the lower right corner of the things that it counts."""
    wide = max(3.6, ruler.width(text, 7, True) + 1.2)
    area = Area(right - wide, bottom - 3.4, wide, 3.4)
    yield box(area, PAPER, SOFT, 0.2, 1.5)
    yield from fit_text(ruler, text, area.inner(0.3), Ink(7, INK, True))

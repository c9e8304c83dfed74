"""Draws cards and tokens as marks: fronts and backs, with their top left corner at 0, 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.cards.drawing.card_values import (
    badge_lines,
    draw_badges,
    draw_price,
    draw_rows,
    emblem_count,
    is_numbered,
    is_own_emblem,
    list_feet,
    panel,
    row_height,
    with_minus,
)
from gamedsl.cards.drawing.emblems import emblem, strong
from gamedsl.cards.drawing.fitting import Area, Ink, box, fit_text
from gamedsl.cards.drawing.laid_marks import draw_piece, hexagon
from gamedsl.cards.drawing.marks import Box, Circle, Clip, Image, Mark, Ruler, Shape, Sign
from gamedsl.cards.drawing.playing_cards import playing_card
from gamedsl.cards.drawing.running_text import LEAST_READABLE
from gamedsl.cards.drawing.signs import sign
from gamedsl.cards.emblems import RANKS
from gamedsl.cards.faces import Face
from gamedsl.cards.pieces import Cut, Piece, Size
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.page.colours import INK, PALETTE, PAPER, SOFT, Colour, ink_on, mix, read_colour
from gamedsl.page.layouts import Format
from gamedsl.page.pictures import is_picture
from gamedsl.reports.titles import title_of
from gamedsl.values import evolve

_USUAL = Size(63.0, 88.0)
_NOTE = 6.0
"""The letters of the note at the foot of a usual card, in points."""
_BACKS = (1, 0, 2, 4, 5, 3, 7, 6, 9, 8)
"""Indices into the palette for the colours of backs, by the number of the component."""


def front(ruler: Ruler, piece: Piece, size: Size, note: str) -> tuple[Mark, ...]:
    """Draws the front of a card, with a small `note` at its foot unless a layout draws the card, and the mark of the look file."""
    face = piece.face
    if piece.is_plain:
        face = evolve(face, style=evolve(face.style, colour=back_colour(piece)))
    marks = _side(ruler, face, size, note)
    return (*marks, *_mark(ruler, piece.mark, size)) if piece.mark else marks


def _mark(ruler: Ruler, text: str, size: Size) -> Iterator[Mark]:
    """Draws a mark at the right below the band, as `4+` on cards for four players and more."""
    unit = _unit(size)
    side = 9 * unit
    wide = max(side, ruler.width(text, 14 * unit, True) + 4 * unit)
    area = Area(size.width - 5 * unit - wide, 16.5 * unit, wide, side)
    yield Box(area.x, area.y, area.width, area.height, INK, None, 0.3, side / 2)
    yield from fit_text(ruler, text, area.inner(1 * unit), Ink(14 * unit, PAPER, True))


def back(ruler: Ruler, piece: Piece, cut: Cut, title: str, note: str) -> tuple[Mark, ...]:
    """Draws the other side of a card: another face, or a back that all cards of a component share, with the title of the game."""
    if piece.other is not None:
        return _side(ruler, piece.other, cut.size, note)
    return _draw_shared_back(ruler, piece, cut, title)


def _side(ruler: Ruler, face: Face, size: Size, note: str) -> tuple[Mark, ...]:
    if face.laid is not None:
        return draw_piece(ruler, face.laid).marks
    return tuple(_card(ruler, face, size, note))


def token(ruler: Ruler, face: Face, side: float) -> tuple[Mark, ...]:
    """Draws a side of a token."""
    return draw_piece(ruler, face.laid).marks if face.laid is not None else tuple(_token(ruler, face, side))


# ---------------------------------------------------------------- fronts


def _card(ruler: Ruler, face: Face, size: Size, note: str) -> Iterator[Mark]:
    unit = _unit(size)
    whole = Area(0, 0, size.width, size.height).inner(3 * unit)
    colour = face.style.colour
    if face.rank is not None:
        yield box(whole, PAPER, mix(INK, PAPER, 0.4), 0.25, 3 * unit)
        yield from playing_card(ruler, face, whole, unit)
        return
    yield box(whole, mix(colour, PAPER, 0.07), radius=3 * unit)
    foot = Area(whole.x + 2 * unit, whole.y + whole.height - 4.6 * unit, whole.width - 4 * unit, 3.8 * unit)
    if _NOTE * unit >= LEAST_READABLE:
        yield from fit_text(ruler, note, foot, Ink(_NOTE * unit, SOFT))
    yield from _draw_plain(ruler, face, whole, unit)
    yield box(whole, None, strong(colour), 0.25, 3 * unit)


def _unit(size: Size) -> float:
    """Returns the scale of a card: 1 for the usual size."""
    return min(size.width / _USUAL.width, size.height / _USUAL.height)


def _draw_plain(ruler: Ruler, face: Face, whole: Area, unit: float) -> Iterator[Mark]:
    """Draws a band with the name, below it a numeral or an emblem, then the text and the other columns."""
    colour, high = face.style.colour, 11.5 * unit
    yield Box(whole.x, whole.y, whole.width, high - 1 * unit, colour, radius=3 * unit)
    yield Box(whole.x, whole.y + 4 * unit, whole.width, high - 4 * unit, colour)
    lead = Area(whole.x + 1.6 * unit, whole.y + 1.5 * unit, 8.5 * unit, high - 3 * unit)
    on = ink_on(colour)
    if _has_number_in_band(face):
        yield from fit_text(ruler, with_minus(str(face.numeral)), lead, Ink(21 * unit, on, True))
    elif face.has_emblem:
        yield from emblem(ruler, face.style, lead, on, colour)
    else:
        lead = evolve(lead, width=1.5 * unit)
    name = Area(
        lead.x + lead.width + 1 * unit, whole.y + 1 * unit, whole.width - lead.width - 4 * unit, high - 2 * unit
    )
    yield from fit_text(ruler, _title(face), name, Ink(15 * unit, on, True), "left")
    rest = Area(
        whole.x + 3 * unit, whole.y + high + 1.5 * unit, whole.width - 6 * unit, whole.height - high - 6.5 * unit
    )
    yield from _middle(ruler, face, rest, unit)


def _has_number_in_band(face: Face) -> bool:
    """Whether the numeral stands before the name as well. A 0 does only on a card that has no name beside its colour: on others it stands for no number."""
    return is_numbered(face) and not face.counts and (face.numeral != 0 or face.title == face.style.word)


def _middle(ruler: Ruler, face: Face, rest: Area, unit: float) -> Iterator[Mark]:
    """Draws a numeral or an emblem, below it the text or else the list of values, and what is left at the foot."""
    feet = list_feet(face)
    # A card without a text lists its values where the text would be: there they are larger.
    rows = [] if face.text else feet
    price = [one for one in face.feet if one.is_price]
    step = min(6.6 * unit, 0.55 * rest.height / max(bool(feet) + bool(price), 1))
    badges = [] if rows else list(badge_lines(ruler, feet, rest.width, step))
    below = step * (len(badges) + bool(price))
    is_bare = not is_numbered(face) and not face.has_emblem
    high = row_height(len(rows), rest.height - below, unit, is_bare=is_bare)
    # The numeral is at the same height on cards with much text and on cards with little.
    share = 0.0 if is_bare else _UPPER * rest.height if face.text else rest.height - below - high * len(rows)
    middle = Area(rest.x, rest.y, rest.width, share)
    if is_bare:
        if not face.text and not rows:
            yield _arms(face, Area(rest.x, rest.y, rest.width, rest.height - below), unit)
    elif is_numbered(face) and not (face.counts == "" and face.text and is_own_emblem(face)):
        yield from _numeral(ruler, face, middle, unit)
    else:
        # A numeral that is in the band leaves the middle free for the picture.
        yield from _emblems(ruler, face, middle, unit)
    if face.text:
        paper = Area(rest.x, rest.y + share, rest.width, rest.height - below - share)
        yield panel(paper, unit)
        yield from fit_text(
            ruler, face.text, paper.inner(0.8 * unit, 1.5 * unit), Ink((14 if is_bare else 11.5) * unit)
        )
    elif rows:
        yield from draw_rows(ruler, rows, Area(rest.x, rest.y + share, rest.width, high * len(rows)), unit)
    bottom = rest.y + rest.height - below
    if price:
        yield from draw_price(ruler, price, Area(rest.x, bottom, rest.width, step))
        bottom += step
    for number, line in enumerate(badges):
        yield from draw_badges(ruler, face, line, Area(rest.x, bottom + number * step, rest.width, step))


def _arms(face: Face, middle: Area, unit: float) -> Sign:
    """Returns a pale coat of arms on a card that has nothing but its name, so that its middle is neither empty nor says the name again."""
    side, colour = min(middle.height, middle.width, 34 * unit), face.style.colour
    left, top = middle.x + (middle.width - side) / 2, middle.y + (middle.height - side) / 2
    return Sign(face.style.symbol or "o-roundel", left, top, side, mix(colour, PAPER, 0.16), mix(colour, PAPER, 0.07))


_UPPER = 0.38
"""The part of a card with a text, below its band, that its numeral or emblem has."""


def _emblems(ruler: Ruler, face: Face, middle: Area, unit: float) -> Iterator[Mark]:
    """Draws the emblem of a card, as often as it counts."""
    number = emblem_count(face)
    side = min(middle.height, 40 * unit, middle.width / (0.1 + 0.85 * number))
    left = middle.x + (middle.width - side * (0.15 + 0.85 * number)) / 2
    for at in range(number):
        area = Area(left + at * 0.85 * side, middle.y + (middle.height - side) / 2, side, side)
        inner = area.inner(side * (0.06 if number == 1 else 0.1))
        yield from emblem(ruler, face.picture or face.style, inner, face.style.colour, PAPER)


def _numeral(ruler: Ruler, face: Face, middle: Area, unit: float) -> Iterator[Mark]:
    """Draws a large numeral. Below it stand the word for the counted things and the value that determines the card's colour, unless the title contains them."""
    if face.counts and face.counts not in _title(face):
        deep = 4.5 * unit
        high = max(1.0, min(middle.height - deep - 1.5 * unit, 24 * unit))
        top = middle.y + (middle.height - high - deep) / 2
        counts = singular(face.counts.lower()) if face.numeral == 1 else face.counts.lower()
        yield from fit_text(ruler, counts, Area(middle.x, top + high, middle.width, deep), Ink(10 * unit, SOFT))
        middle = Area(middle.x, top, middle.width, high)
    word = face.style.word
    below = 7 * unit if _needs_word(face) else 0.0
    upper = Area(middle.x, middle.y, middle.width, max(middle.height - below, 1))
    yield from fit_text(ruler, with_minus(str(face.numeral)), upper, Ink(84 * unit, strong(face.style.colour), True))
    if not below:
        return
    wide = min(ruler.width(word, 12 * unit, True) + 8 * unit, middle.width)
    line = Area(middle.x + (middle.width - wide) / 2, upper.y + upper.height, wide, min(below, middle.height))
    yield from emblem(ruler, face.style, Area(line.x, line.y, 6.5 * unit, line.height), face.style.colour, PAPER)
    name = Area(line.x + 7.5 * unit, line.y, max(line.width - 7.5 * unit, 1), line.height)
    yield from fit_text(ruler, word, name, Ink(12 * unit, strong(face.style.colour), True), "left")


def _needs_word(face: Face) -> bool:
    """Whether the value that determines a card's colour has to stand below its numeral. Where the numeral counts another thing (`5 pay`) and the list below
    has the value, it would seem to be what is counted."""
    word = _without_number(face, face.style.word)
    is_listed = bool(face.counts) and any(foot.style is not None and foot.text == word for foot in face.feet)
    return bool(word) and word not in _title(face) and not is_listed


def _title(face: Face) -> str:
    """Returns the text of the band, which does not repeat the numeral."""
    return _without_number(face, face.title) or _without_number(face, face.style.word)


def _without_number(face: Face, text: str) -> str:
    """Returns a text without the numeral, either as a number or as a word."""
    if face.numeral is None:
        return text
    said = {str(face.numeral), *(word for word, rank in RANKS.items() if rank == str(face.numeral))}
    return " ".join(word for word in text.split(" ") if word.lower() not in said)


def unknown_glyphs(ruler: Ruler, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Returns the glyphs of pieces that are neither drawings nor in a font; the first letter of their word replaces them."""
    glyphs = (piece.face.style.glyph for piece in pieces)
    found = {glyph: None for glyph in glyphs if glyph and sign(glyph) is None and not ruler.knows(glyph)}
    return tuple(found)


# ---------------------------------------------------------------- backs


def _draw_shared_back(ruler: Ruler, piece: Piece, cut: Cut, title: str) -> tuple[Mark, ...]:
    """Draws the back that all cards of a component share, including the bleed beyond its edges: a picture of the look file, or the usual pattern."""
    width, height, over = cut.size.width, cut.size.height, cut.bleed
    whole = Area(-over, -over, width + 2 * over, height + 2 * over)
    if piece.back_colour is not None and is_picture(piece.back_colour):
        marks: tuple[Mark, ...] = (Image(piece.back_colour, whole.x, whole.y, whole.width, whole.height),)
    else:
        ground = (box(whole, back_colour(piece)),) if over or cut.is_hex else ()
        marks = (*ground, *_plain_back(ruler, piece, cut.size, title))
    return (Clip(hexagon(Format(width, height), over), marks),) if cut.is_hex else marks


def back_colour(piece: Piece) -> Colour:
    """Returns the colour of the back: the colour in the look file, or the owner's, or one for the component."""
    named = read_colour(piece.back_colour) if piece.back_colour else None
    if named is not None:
        return named
    return piece.face.style.colour if piece.owner else PALETTE[_BACKS[piece.number % len(_BACKS)]]


def _plain_back(ruler: Ruler, piece: Piece, size: Size, title: str) -> Iterator[Mark]:
    """Draws a field of lozenges inside a white border, with the name of the cards in the middle. It is the same on all cards that must look alike."""
    unit, colour = _unit(size), back_colour(piece)
    field = Area(0, 0, size.width, size.height).inner(4.5 * unit)
    yield Box(field.x, field.y, field.width, field.height, colour, radius=2.5 * unit)
    inner = field.inner(2.2 * unit)
    yield Box(inner.x, inner.y, inner.width, inner.height, None, mix(PAPER, colour, 0.75), 0.35, 1.5 * unit)
    yield _lozenges(inner.inner(1.5 * unit), 6 * unit, mix(PAPER, colour, 0.16))
    label = Area(inner.x + 3 * unit, size.height / 2 - 11 * unit, inner.width - 6 * unit, 22 * unit)
    yield Box(label.x, label.y, label.width, label.height, PAPER, colour, 0.4, 2 * unit)
    below = " · ".join(part for part in (title_of(piece.back), piece.owner) if part)
    upper = label.inner(2 * unit, 1.5 * unit)
    if below:
        upper = Area(upper.x, upper.y, upper.width, 12 * unit)
        yield from fit_text(
            ruler, below, Area(upper.x, label.y + 14 * unit, upper.width, 6 * unit), Ink(9.5 * unit, INK)
        )
    yield from fit_text(ruler, title, upper, Ink(16 * unit, mix(colour, INK, 0.85), True))


def _lozenges(area: Area, step: float, colour: Colour) -> Shape:
    across, down = max(1, round(area.width / step)), max(1, round(area.height / step / 1.3))
    wide, high = area.width / across, area.height / down
    gap = step / 30

    def lozenge(x: float, y: float) -> tuple[tuple[float, float], ...]:
        middle, half = x + wide / 2, y + high / 2
        return ((middle, y + gap), (x + wide - gap, half), (middle, y + high - gap), (x + gap, half))

    places = [(area.x + column * wide, area.y + row * high) for row in range(down) for column in range(across)]
    return Shape(tuple(lozenge(x, y) for x, y in places), colour)


# ---------------------------------------------------------------- tokens


def _token(ruler: Ruler, face: Face, side: float) -> Iterator[Mark]:
    """Draws a square with a border in its colour. A short mark (a number, a letter) fills it; otherwise the name is below the emblem."""
    colour, rim = face.style.colour, side * 0.06
    edge = strong(colour)
    inner = Area(rim, rim, side - 2 * rim, side - 2 * rim)
    if face.form == "pawn" or face.seat is not None:
        yield Circle(side / 2, side / 2, side / 2 - rim, colour, edge, 0.3)
        ground, ink = colour, ink_on(colour)
    else:
        # Tokens worth more than 1 are dark, so that they are not mistaken for tokens worth 1.
        ground, ink = (edge, PAPER) if face.mark else (mix(colour, PAPER, 0.14), colour)
        yield Box(inner.x, inner.y, inner.width, inner.height, ground, edge, 0.4, side * 0.12)
    mark = str(face.numeral) if face.numeral is not None else (face.style.glyph or "") if face.seat is not None else ""
    if mark and sign(mark) is None and ruler.knows(mark) and len(mark) <= 3:
        yield from fit_text(
            ruler, mark, inner.inner(side * 0.16), Ink(side * 1.7, ink if ground == colour else edge, True)
        )
        return
    is_round = face.form == "pawn" or face.seat is not None
    is_full = is_round or bool(face.mark)
    name = Area(inner.x + side * 0.03, side * 0.6, inner.width - side * 0.06, side * 0.3)
    if is_round:
        name = Area(side * 0.16, side * 0.57, side * 0.68, side * 0.26)
    written = fit_text(ruler, face.title, name, Ink(side * 0.42, ink if is_full else INK))
    if is_round and any(words.size < LEAST_READABLE for words in written):
        # The colour and the picture show the owner; letters would be too small to read.
        yield from emblem(ruler, face.style, inner.inner(side * 0.14), ink, ground)
        return
    picture = Area(inner.x, side * 0.13, inner.width, side * 0.45)
    if face.mark:
        half = inner.width / 2
        letters = Ink(side * 1.6, ink if is_full else edge, True)
        yield from fit_text(ruler, face.mark, Area(inner.x + 0.5, picture.y, half - 0.5, picture.height), letters)
        picture = Area(inner.x + half - 0.5, picture.y, half - 0.5, picture.height)
    yield from emblem(ruler, face.style, picture, ink, ground)
    yield from written

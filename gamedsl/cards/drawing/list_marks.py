"""Draws the list of the cards of a game: the number of copies and the text of each. Players look there for cards that may still come."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import LEADING, Area, Ink, break_text, fit_text
from gamedsl.cards.drawing.marks import POINT, At, Line, Mark, Ruler
from gamedsl.cards.pieces import Piece, Size
from gamedsl.page.colours import INK, LINE, PAPER, SOFT
from gamedsl.values import frozen

_HEAD, _NUMBER, _EMBLEM, _NAME = 14.0, 13.0, 9.0, 42.0
"""The height of the heading, and the widths of the columns in front of the text."""
_GAP = 12.0
"""The distance between two copies of the list."""
_LETTERS, _LEAST = 10.0, 8.0
"""The letters in points, and the least height of a line."""


@frozen
class _Entry:
    piece: Piece
    text: tuple[str, ...]
    height: float


def card_list(ruler: Ruler, cards: Sequence[Piece], title: str, room: Size, copies: int) -> tuple[Mark, ...]:
    """Returns the marks of a page with as many copies of the list below each other as fit, at most `copies`. Empty if the list does not fit, or is useless:
    it has one card, or all cards have equal numbers and no text."""
    kinds: dict[tuple[str, str], Piece] = {piece.key: piece for piece in cards if piece.face.rank is None}
    pieces = list(kinds.values())
    says_nothing = len({piece.copies for piece in pieces}) == 1 and not any(piece.face.text for piece in pieces)
    if len(pieces) < 2 or says_nothing:
        return ()
    rows = [_row(ruler, piece, room.width) for piece in pieces]
    height = _HEAD + sum(row.height for row in rows)
    number = min(copies, int((room.height + _GAP) // (height + _GAP)))
    listed = _list(ruler, rows, title, room.width)
    return tuple(At(0, at * (height + _GAP), listed) for at in range(number))


def _list(ruler: Ruler, rows: Sequence[_Entry], title: str, width: float) -> tuple[Mark, ...]:
    marks: list[Mark] = [*fit_text(ruler, title, Area(0, 0, width, _HEAD - 4), Ink(15, INK, True), "left")]
    y = _HEAD
    for row in rows:
        marks += _line(ruler, row, y, width)
        y += row.height
    marks.append(Line(0, y, width, y, LINE, 0.25))
    return tuple(marks)


def _row(ruler: Ruler, piece: Piece, width: float) -> _Entry:
    left = _NUMBER + _EMBLEM + _NAME
    text = break_text(ruler, piece.face.text, width - left - 2, _LETTERS) if piece.face.text else ()
    return _Entry(piece, text, max(_LEAST, len(text) * _LETTERS * LEADING * POINT + 2.4))


def _line(ruler: Ruler, row: _Entry, y: float, width: float) -> Sequence[Mark]:
    face = row.piece.face
    marks: list[Mark] = [Line(0, y, width, y, LINE, 0.25)]
    step = _LETTERS * LEADING * POINT
    top = Area(0, y + 0.8, _NUMBER - 2, _LEAST - 1.6)
    marks += fit_text(ruler, f"{row.piece.copies} ×", top, Ink(_LETTERS, SOFT), "right")
    if face.has_emblem:
        marks += emblem(ruler, face.style, Area(_NUMBER, y + 1.2, 5.6, 5.6), face.style.colour, PAPER)
    number = "" if face.numeral is None or str(face.numeral) in face.title else f"{face.numeral} · "
    name = Area(_NUMBER + _EMBLEM, y + 0.8, _NAME - 2, _LEAST - 1.6)
    marks += fit_text(ruler, f"{number}{face.title}", name, Ink(_LETTERS + 1, INK, True), "left")
    for at, line in enumerate(row.text):
        left = _NUMBER + _EMBLEM + _NAME
        area = Area(left, y + 1.6 + at * step, width - left, step)
        marks += fit_text(ruler, line, area, Ink(_LETTERS, INK), "left")
    return marks

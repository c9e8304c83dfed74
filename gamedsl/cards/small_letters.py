"""Finds texts whose letters are too small to read, except on pieces that layouts draw: `own_files.hard_to_read` checks these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.box import Contents
from gamedsl.cards.drawing.card_marks import front, token
from gamedsl.cards.drawing.marks import Mark, Ruler, words_in
from gamedsl.cards.drawing.running_text import LEAST_READABLE
from gamedsl.cards.paper import Page
from gamedsl.cards.sheets import Wishes, token_side

_CLOSE = 0.05


def small_letters(ruler: Ruler, box: Contents, wishes: Wishes, pages: Sequence[Page]) -> tuple[str, ...]:
    """Returns a sentence for each sort of pieces and each page that has texts with too small letters."""
    found: dict[str, list[str]] = {}
    for where, marks in _drawings(ruler, box, wishes, pages):
        small = [one.text for one in words_in(marks) if one.size < LEAST_READABLE - _CLOSE]
        if small:
            texts = found.setdefault(where, [])
            texts += [text for text in dict.fromkeys(small) if text not in texts]
    return tuple(
        f"{where}: letters of less than {LEAST_READABLE:g} points, which few people can read ({_quote_some(texts)})"
        for where, texts in found.items()
    )


def _drawings(
    ruler: Ruler, box: Contents, wishes: Wishes, pages: Sequence[Page]
) -> Iterator[tuple[str, tuple[Mark, ...]]]:
    """Yields the drawn things with their names: pieces without layouts, and pages without pieces."""
    side = token_side(box, wishes.paper)
    for piece in (*box.cards, *box.tokens):
        is_wanted = ("cards" if piece.face.form == "card" else "tokens") in wishes.parts
        for face in (piece.face, piece.other) if is_wanted else ():
            if face is not None and face.laid is None:
                size = piece.size
                is_card = face.form == "card" and size is not None
                marks = front(ruler, piece, size, "") if is_card and size is not None else token(ruler, face, side)
                yield piece.called[1], marks
    for page in pages:
        if not page.holds and not page.is_back:
            yield page.what, page.marks


def _quote_some(texts: Sequence[str]) -> str:
    shown = ", ".join(f"“{text}”" for text in texts[:3])
    return shown if len(texts) <= 3 else f"{shown} and {len(texts) - 3} more"

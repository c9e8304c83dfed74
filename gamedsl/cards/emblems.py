"""Emblems of names: ranks, signs, drawings for the words of a name, plain shapes for colours, coats of arms for everything else. `page/src/game/looks.ts` has the
same rules; `page/src/game/emblems.json` has the words of drawings for both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from gamedsl.cards.drawing.signs import read_emblems

ORDINARIES = (
    "chevron",
    "cross",
    "fess",
    "pale",
    "bend",
    "roundel",
    "lozenge",
    "paly",
    "saltire",
    "bordure",
    "quarter",
    "pile",
)
GLYPHS = {
    "hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠", "king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝",
    "knight": "♞", "horse": "♞", "pawn": "♟", "sunny": "☀", "rainy": "☂",
}  # fmt: skip
"""Words whose values have a glyph."""
RANKS = {
    "ace": "A", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
HUES = frozenset({
    "red", "blue", "green", "yellow", "purple", "violet", "orange", "pink", "black", "grey", "gray", "brown", "white",
    "teal", "ruby", "sapphire", "emerald", "jade", "topaz", "opal", "amber",
})  # fmt: skip
UPRIGHT = frozenset(f"i-{name}" for name in (
    "ship", "wheel", "paw", "wolf", "sheep", "fish", "tower", "house", "tree", "beetle", "snake", "mill",
))  # fmt: skip
"""The symbols that can stand for a person's piece."""
FLAT = re.compile(r"\b(?:disc|disk|stone|man|men|counter|checker|draughtsman)\b", re.IGNORECASE)
"""Names of pieces that lie flat on a board."""


def emblem_of(number: int, names: Sequence[str]) -> tuple[str | None, str | None]:
    """Returns the symbol or the glyph of one of several names. Names share a drawing only if all of them have the same one: then colours and words tell them
    apart."""
    keys = [name.lower() for name in names]
    key = keys[number]
    if is_rank(key, keys):
        return None, RANKS[key]
    if key in GLYPHS:
        return None, GLYPHS[key]
    if len(names) > 1 and _are_most(keys, HUES.__contains__):
        shapes = read_emblems()["colours"]
        return (f"i-{shapes[number % len(shapes)]}" if isinstance(shapes, list) else None), None
    own = drawing_of(key)
    alike = [one for one in keys if drawing_of(one) == own]
    if own is not None and (alike[0] == key or len(alike) == len(keys)):
        return f"i-{own}", None
    return f"o-{ORDINARIES[number % len(ORDINARIES)]}", None


def is_rank(key: str, keys: Sequence[str]) -> bool:
    """Whether a name is the rank of a card: most of these names are ranks, and it is one of them. All names are in small letters."""
    return key in RANKS and _are_most(keys, RANKS.__contains__)


def _are_most(keys: Sequence[str], known: Callable[[str], bool]) -> bool:
    return sum(map(known, keys)) * 2 > len(keys)


def drawing_of(key: str) -> str | None:
    """Returns the drawing for a word of a name: for its last word, or else for another one."""
    return next(drawings_of(key), None)


def drawings_of(key: str) -> Iterator[str]:
    """Yields the drawings for the words of a name, the one for its last word first."""
    words = read_emblems()["words"]
    drawn = words if isinstance(words, dict) else {}
    return (str(drawn[one]) for one in reversed(re.split(r"[\s_]+", key)) if one in drawn)

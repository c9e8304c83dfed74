"""Names the squares of a board together where they are too many for a list."""

from __future__ import annotations

from collections.abc import Sequence

_MANY = 40
"""More squares than this are named together."""


def squares_text(words: Sequence[str]) -> str:
    """Returns `any of 121, from a1 to k11` for many squares of one board; empty for other options."""
    boards = {word.rpartition(" ")[0] for word in words}
    if len(words) <= _MANY or len(boards) != 1 or not all(is_square(word.split(" ")[-1]) for word in words):
        return ""
    return f"any of {len(words)}, from {words[0]} to {words[-1]}"


def is_square(word: str) -> bool:
    """Whether a word is the name of a square: `e4`."""
    return len(word) in (2, 3) and word[:1].isalpha() and word[1:].isdigit()

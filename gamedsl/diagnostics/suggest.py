"""The known word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_NEAR = 0.7
"""Least likeness (0..1) of a suggestion; `b` is not `by`, `map` is not `may`."""

_LONGEST = 60
"""The longest word considered: comparing takes time that grows with the square of the length."""

_MOST = 1000
"""The most candidates considered."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The word of `known` most like `word` (the alphabetically first of equals), or None when nothing is near."""
    others = set(known) - {word}
    if len(word) > _LONGEST or len(others) > _MOST:
        return None
    near = [(-_likeness(word, other), other) for other in others]
    best = min(near, default=(0.0, ""))
    return best[1] if -best[0] >= _NEAR else None


def _likeness(word: str, other: str) -> float:
    """Likeness of two words, upper and lower case counted as nearly the same, swapped neighbours as one slip."""
    folded, known = word.casefold(), other.casefold()
    if folded == known:
        return 0.99
    if len(folded) == len(known) and sorted(folded) == sorted(known) and _differing(folded, known) == 2:
        return 0.95
    if 2 * min(len(folded), len(known)) < _NEAR * (len(folded) + len(known)):
        return 0.0  # At best all letters of the shorter word are shared.
    from difflib import SequenceMatcher  # not needed where nothing is mistyped

    matcher = SequenceMatcher(None, folded, known, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _NEAR else 0.0


def _differing(word: str, other: str) -> int:
    return sum(a != b for a, b in zip(word, other, strict=True))

"""Finds the known word that a misspelt one probably means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_NEAR = 0.7
"""The least likeness (0..1) of a suggestion; `b` is not `by`, `map` is not `may`."""

_LONGEST = 60
"""The longest word considered: the time of a comparison grows with the square of the length."""

_MOST = 1000
"""The most candidates considered."""


VERY_NEAR = 0.8
"""The likeness from which a word is certainly the intended one."""


def closest(word: str, known: Iterable[str], least: float = _NEAR) -> str | None:
    """Returns the word of `known` most like `word` (alphabetically first among equals), or None if none is near."""
    return next(iter(rank_by_likeness(word, known, least)), None)


def rank_by_likeness(word: str, known: Iterable[str], least: float = _NEAR) -> list[str]:
    """Returns the words of `known` that are like `word`, the most like it first, equals in alphabetical order."""
    others = set(known) - {word}
    if len(word) > _LONGEST or len(others) > _MOST:
        return []
    near = [(-_likeness(word, other), other) for other in others]
    return [other for likeness, other in sorted(near) if -likeness >= least]


def is_slip(word: str, meant: str) -> bool:
    """Whether one typing slip turns `meant` into `word`: two neighbours swapped, a letter lost or doubled, or a neighbouring key hit.

    Different numbers (`p1`, `p2`), and the singular and plural of one word, are different words.
    """
    shorter, longer = sorted((word, meant), key=len)
    if word == meant or len(shorter) < 3 or word[0].isupper() != meant[0].isupper():
        return False
    if len(shorter) == len(longer):
        differing = [i for i in range(len(word)) if word[i] != meant[i]]
        if len(differing) == 2:
            one, two = differing
            return two == one + 1 and (word[one], word[two]) == (meant[two], meant[one])
        return len(differing) == 1 and _are_beside(word[differing[0]].casefold(), meant[differing[0]].casefold())
    if len(longer) - len(shorter) > 1:
        return False
    at = next((i for i in range(len(shorter)) if shorter[i] != longer[i]), len(shorter))
    if shorter[at:] != longer[at + 1 :] or not longer[at].isalpha():
        return False
    is_doubled = at > 0 and longer[at] == longer[at - 1]
    if len(word) > len(meant):
        return is_doubled
    return is_doubled or at < len(shorter)


def _likeness(word: str, other: str) -> float:
    """Returns the likeness of two words: a difference only in case counts little, and swapped neighbours are one slip."""
    folded, known = word.casefold(), other.casefold()
    if folded == known:
        return 0.99
    is_same_case = word[:1].isupper() == other[:1].isupper() or (len(word) > 1 and word == other[1:])
    return _likeness_of_letters(folded, known) * (1 if is_same_case else _OTHER_CASE)


_OTHER_CASE = 0.8
"""The likeness of words that differ only in case. Values begin with capital letters and other names do not, so few people confuse them."""


def _likeness_of_letters(folded: str, known: str) -> float:
    if len(folded) == len(known):
        differing = [(a, b) for a, b in zip(folded, known, strict=True) if a != b]
        if len(differing) == 2 and differing[0] == differing[1][::-1]:
            return 0.95
        if len(differing) == 1 and len(folded) > 1 and _are_beside(*differing[0]):
            return 0.81 + 0.001 * len(folded)
    if len(folded) > 1 and known[1:] == folded:
        return 0.85
    if 2 * len(_letters(folded) & _letters(known)) < _NEAR * (len(folded) + len(known)):
        return 0.0
    from difflib import SequenceMatcher  # imported only for misspellings

    return SequenceMatcher(None, folded, known, autojunk=False).ratio()


@lru_cache(maxsize=4096)
def _letters(word: str) -> frozenset[tuple[str, int]]:
    """Returns the letters of a word, each with the number of equal ones before it, so that two words share as many as their sets do."""
    return frozenset((letter, word[:place].count(letter)) for place, letter in enumerate(word))


_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _are_beside(one: str, other: str) -> bool:
    """Whether two keys are neighbours, so that a finger easily hits the wrong one. Each row is shifted half a key to the right of the one above."""
    first, second = _place(one), _place(other)
    if first is None or second is None:
        return False
    (above, left), (below, right) = sorted((first, second))
    return abs(left - right) == 1 if above == below else below - above == 1 and left - right in (0, 1)


def _place(key: str) -> tuple[int, int] | None:
    """Returns the row and the column of a key."""
    return next(((i, row.index(key)) for i, row in enumerate(_KEYS) if key in row), None)

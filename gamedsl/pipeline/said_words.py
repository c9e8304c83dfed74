"""Tests whether a sentence mentions a number, or the thing that a name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamedsl.graph.analysis.number_words import WORDS


def says(text: str, name: str) -> bool:
    """Whether a text contains a name, or another form of it; for a long word its beginning is enough. A single small letter in a text, such as `a`, is not a
    name."""
    if len(name) == 1:
        return re.search(rf"\b{re.escape(name)}\b", text) is not None
    return (
        re.search(rf"\b{re.escape(name[:_STEM])}{'' if len(name) > _STEM else _ENDING}", text, re.IGNORECASE)
        is not None
    )


def says_number(text: str, number: int) -> bool:
    """Whether a text has a number in digits or in words: `24`, `twenty-four`, `the twenty-fourth`."""
    words = "|".join((str(number), *_number_words(number)))
    return re.search(rf"\b(?:{words})\b", text, re.IGNORECASE) is not None


def cardinals(number: int) -> tuple[str, ...]:
    """Returns the patterns of a number as an amount, in digits and in words: `24`, `twenty-four`."""
    return (str(number), *(cardinal for cardinal, _ in _spellings(number)))


def ordinal(number: int) -> str:
    """Returns a pattern of the place of a number in a row: `twenty-fourth`, of large numbers `1000th`."""
    return next((nth for _, nth in _spellings(number)), f"{number}th")


_STEM = 5
"""The letters of a word that its other forms share."""
_ENDING = r"(?:s|es|d|ed|[a-z]?ing|th)?\b"
"""The endings that other forms of a short word add."""
_SMALL = [*WORDS, "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NTH = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_ALSO: Mapping[int, str] = {
    2: "twice|double|doubled|both|pairs?|half|halves|other",
    3: "thrice|triple",
    4: "quarters?",
    12: "dozen",
    100: "hundred|hundredth",
    1000: "thousand|thousandth",
}
"""Other words for a number."""


def _number_words(number: int) -> Iterator[str]:
    """Yields the patterns of a number in words."""
    if number in _ALSO:
        yield _ALSO[number]
    for spelling in _spellings(number):
        yield from spelling


def _spellings(number: int) -> Iterator[tuple[str, str]]:
    """Yields the pattern of a number in words and the pattern of its ordinal, for each spelling; nothing for large numbers."""
    if not 0 <= number < 1000:
        return
    hundreds, rest = divmod(number, 100)
    before = f"(?:{_SMALL[hundreds]}|a) hundred" if hundreds else ""
    if hundreds and not rest:
        yield before, f"{before}th"
        return
    start = f"{before}(?: and)? " if before else ""
    if rest < len(_SMALL):
        yield f"{start}{_SMALL[rest]}", f"{start}{_nth(_SMALL[rest])}"
        return
    tens, units = _TENS[rest // 10], _SMALL[rest % 10]
    if rest % 10:
        yield f"{start}{tens}[- ]{units}", f"{start}{tens}[- ]{_nth(units)}"
    else:
        yield f"{start}{tens}", f"{start}{tens.removesuffix('y')}ieth"


def _nth(word: str) -> str:
    """Returns the ordinal of a small number in words."""
    return _NTH.get(word, f"{word}th")

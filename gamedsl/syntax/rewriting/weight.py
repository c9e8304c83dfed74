"""Words that no line may lose: what they say has to stand in the line that is proposed, in one way or another."""

from __future__ import annotations

import re

_WORDS = re.compile(r'"[^"\n]*"|\w+|[<>+-]=|\.\.|[^\s\w]')
_AS_LONG_AS_NOT = re.compile(r"\b(?:as long as|while)\b(.*?)\b(?:not|no)\b")
"""The same as *until*."""
_KEPT: tuple[tuple[str, str], ...] = (
    ("no not never cannot without nobody nothing neither nor", "not no none - -= < <= is some remove if min max .."),
    ("except besides", "not - <= box"),
    ("but", "not - <= and else if min max .."),
    ("less fewer more most least maximum minimum highest lowest fewest cheapest dearest largest smallest best worst",
     "> >= < <= + - += -= max min highest lowest then up most where else no"),
    ("different distinct unique", "distinct count not kinds only"),
    ("other others another opponent opponents", "not left right rival partner -"),
    ("half third quarter double triple per", "/ * count [ for each"),
    ("random randomly", "roll shuffle draw random"),
    ("until unless", "until not when up at - <= no"),
    ("next previous", "left right + - += -= step neighbours"),
    ("bottom second last", "first under last keep [ - 2 more"),
    ("may optional optionally", "may if any up choose require"),
    ("face", "seen together hidden openly reveal draw flip slot bag pile move"),
    ("secretly hidden secret private", "seen together hidden openly reveal draw flip slot bag pile"),
)  # fmt: skip
"""Words, and those of which one stands in a line that says the same."""


def lost_word(before: str, after: str) -> str:
    """Returns a word of a line whose meaning another line lacks; empty if there is none."""
    said, here = _WORDS.findall(_AS_LONG_AS_NOT.sub(r"until\1", before)), frozenset(_WORDS.findall(after))
    for words, kept in _KEPT:
        alike = words.split()
        word = next((one for one in said if one.lower() in alike and one.lower() not in here), "")
        if word and here.isdisjoint(kept.split()):
            return word
    return ""

"""Words that no line may lose: what they say has to stand in the line that is proposed, in one way or another."""

from __future__ import annotations

import re

_WORDS = re.compile(r'"[^"\n]*"|\w+|[<>+-]=|[^\s\w]')
_NOT = frozenset(["not", "no", "none", "-", "-=", "<", "<=", "is", "some", "remove", "if"])
_BEYOND = frozenset(
    [
        ">",
        ">=",
        "<",
        "<=",
        "+",
        "-",
        "+=",
        "-=",
        "max",
        "min",
        "highest",
        "lowest",
        "then",
        "up",
        "most",
        "where",
        "else",
    ]
)
_OTHERS = frozenset(["not", "left", "right", "rival", "partner", "-"])
_KEPT: tuple[tuple[str, frozenset[str]], ...] = (
    ("not|never|cannot|without|nobody|nothing|neither|nor", _NOT),
    ("except|besides", frozenset(["not", "-", "<=", "box"])),
    ("but", frozenset(["not", "-", "<=", "and", "else", "if"])),
    ("less|fewer|more|most|least|maximum|minimum|highest|lowest|fewest|cheapest|dearest|largest|smallest|best|worst", _BEYOND),
    ("different|distinct|unique", frozenset(["distinct", "count", "not", "kinds", "only"])),
    ("other|others|another|opponent|opponents", _OTHERS),
    ("half|third|quarter|double|triple|per", frozenset(["/", "*", "count", "[", "for", "each"])),
    ("random|randomly", frozenset(["roll", "shuffle", "draw", "random"])),
    ("until|unless", frozenset(["until", "not", "when", "up", "at", "-", "<=", "no"])),
    ("next|previous", frozenset(["left", "right", "+", "-", "+=", "-=", "step"])),
    ("bottom|second|last", frozenset(["first", "under", "last", "keep", "[", "-", "2", "more"])),
    ("may|optional|optionally", frozenset(["may", "if", "any", "up", "choose", "require"])),
    ("secretly|hidden|secret|private|face", frozenset(["seen", "together", "hidden", "openly", "reveal", "draw", "flip", "slot", "bag", "pile"])),
)  # fmt: skip
"""Words, and those of which one stands in a line that says the same."""


def lost_word(before: str, after: str) -> str:
    """Returns a word of a line whose meaning another line lacks; empty if there is none."""
    said, here = _WORDS.findall(before), frozenset(_WORDS.findall(after))
    for words, kept in _KEPT:
        alike = frozenset(words.split("|"))
        word = next((one for one in said if one in alike and one not in here), "")
        if word and kept.isdisjoint(here):
            return word
    return ""

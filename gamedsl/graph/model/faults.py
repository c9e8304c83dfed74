"""Codes of faults: errors that can occur while a match is played, although the rules were checked."""

from __future__ import annotations

FAULTS: dict[str, str] = {
    "E_BOUND": "a value outside its range",
    "E_CHOICE": "a choice without any option",
    "E_MISSING": "pieces that are not there",
    "E_FULL": "a zone that is full",
    "E_NONE": "a value that is none",
    "E_INDEX": "an index outside its table or board",
    "E_DIV": "a division by zero",
    "E_LIMIT": "more passes than the limit says",
    "E_PASS": "a round of turns in which nobody can act",
    "E_WHICH": "pieces of several kinds, and nothing says which",
    "E_TIE": "a tie that the rules do not resolve",
    "E_ONLY": "`only` of not exactly one element",
    "E_EMPTY": "`max` or `min` of nothing",
    "E_REFUSED": "an action whose requirement fails",
    "E_INVARIANT": "a broken invariant",
    "E_BUDGET": "more work than one move may take",
    "E_SECRET": "something hidden that can be told by what happens",
}

"""Edits for words of English inside a formula: `number of cards`, `other players`, `1 for each card in hand`, `any player.points >= 9`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit
from gamedsl.syntax.lines import Token

FUNCTIONS = {
    "number": "count", "amount": "count", "size": "count", "length": "count", "count": "count", "sum": "sum", "total": "sum", "maximum": "max",
    "max": "max", "minimum": "min", "min": "min",
}  # fmt: skip
"""Words that stand with `of`, and the functions that mean the same."""

_OTHERS = ("players", "where", "it", "is", "not", "me")
_ANY = frozenset(["any", "some", "a", "one", "another"])
_ENDS = frozenset(["COLON", "STRING", "COMMA", "RPAR"])


def english_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Yields the edits for a line; the words decide them, and not the place where the line does not fit."""
    words = [token[1] for token in tokens]
    for i, word in enumerate(words):
        following = words[i + 1 : i + 3]
        if following[:1] == ["of"] and word in FUNCTIONS:
            yield from _function(tokens, i)
        if word in ("other", "another", "opposing", "all_other") and following[:1] in (["player"], ["players"]):
            yield i, i + 2, (*(("one", "of") if words[i - 1] == ":" else ()), *_OTHERS)
        if word in ("opponents", "opponent") and (i == 0 or words[i - 1] != "."):
            yield i, i + 1, _OTHERS
        if word == "to" and 0 < i < len(words) - 1 and words[0] in ("choose", "may", "roll"):
            yield from _range(words, i)
        if following[:1] == ["each"] and word == "for" and i > 0 and words[i + 3 : i + 4] == ["in"]:
            yield from _for_each(tokens, i)
        if word in _ANY and following == ["player", "."]:
            end = next((at for at in range(i, len(tokens)) if tokens[at][0] in _ENDS), len(tokens))
            yield i, end, ("some", "(", "players", "where", *words[i + 3 : end], ")")


def _function(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields the edit of `number of deck`, also with a path behind it: `count(Ann.hand)`."""
    end = at + 3
    while end + 1 < len(tokens) and tokens[end][1] == ".":
        end += 2
    inner = tuple(token[1] for token in tokens[at + 2 : end])
    if inner and inner[0].isidentifier():
        yield at, end, (FUNCTIONS[tokens[at][1]], "(", *inner, ")")


def _range(words: Sequence[str], at: int) -> Iterator[Edit]:
    """Yields the edit of `choose n: 0 to coins` and `one of 1 to 6`."""
    is_named = words[at - 2] == ":"
    yield at - 1, at + 2, (*(("one", "of") if is_named else ()), words[at - 1], "..", words[at + 1])


def _for_each(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields the edit of `2 for each card in hand`: as many times as there are."""
    end = at + 5
    zone = tuple(token[1] for token in tokens[at + 4 : end])
    if zone and tokens[at - 1][0] in ("INT", "NAME"):
        yield at, end, ("*", "count", "(", *zone, ")")

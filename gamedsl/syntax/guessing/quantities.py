"""Edits for quantities and players as people say them inside a formula: `number of cards`, `2 for each card in hand`, `another player`, `any player.points >= 9`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit

FUNCTIONS = {
    "number": "count", "amount": "count", "size": "count", "length": "count", "count": "count", "sum": "sum", "total": "sum", "maximum": "max",
    "max": "max", "minimum": "min", "min": "min", "left": "left", "right": "right", "neighbours": "neighbours", "neighbors": "neighbours",
    "first": "first", "last": "last",
}  # fmt: skip
"""Words that stand with `of`, and the functions that mean the same."""

_OTHERS = ("players", "where", "it", "is", "not", "me")
_ANY = frozenset(["any", "some", "a", "one", "another"])
_CHOOSING = frozenset(["choose", "may", "roll"])
_ONE_OF = ("one", "of")


def quantity_edits(words: Sequence[str]) -> Iterator[Edit]:
    """Yields the edits for a line, from left to right."""
    for i, word in enumerate(words):
        before, after, second = (words[at] if 0 <= at < len(words) else "" for at in (i - 1, i + 1, i + 2))
        asked = _ONE_OF if before == ":" else ()
        if after == "of" and word in FUNCTIONS and second.isidentifier():
            end = end_of_path(words, i + 2)
            yield i, end, (FUNCTIONS[word], "(", *words[i + 2 : end], ")")
        if word in ("other", "another", "opposing") and after in ("player", "players"):
            yield i, i + 2, (*asked, *_OTHERS)
        if word in ("opponents", "opponent") and before != ".":
            yield i, i + 1, (*asked, *_OTHERS)
        if word == "to" and before and after and words[0] in _CHOOSING:
            yield i - 1, i + 2, (*(_ONE_OF if words[i - 2] == ":" else ()), before, "..", after)
        if (word, after) == ("for", "each") and before.isalnum() and words[i + 3 : i + 4] == ["in"] and words[i + 4 :]:
            yield i, i + 5, ("*", "count", "(", words[i + 4], ")")
        if word in _ANY and (after, second) == ("player", "."):
            end = next((at for at in range(i, len(words)) if words[at][0] in ':,)"'), len(words))
            yield i, end, ("some", "(", "players", "where", *words[i + 3 : end], ")")


def start_of_path(words: Sequence[str], end: int) -> int:
    """Returns the place where the path begins that ends in front of a word."""
    at = end - 1
    while at >= 2 and words[at - 1] == ".":
        at -= 2
    return max(0, at)


def end_of_path(words: Sequence[str], at: int) -> int:
    """Returns the place after a path that begins with a word: `Ann.hand`."""
    at += 1
    while at + 1 < len(words) and words[at] == ".":
        at += 2
    return at


def end_of_call(words: Sequence[str], at: int) -> int:
    """Returns the place after a path that begins with a word, and after what it takes in brackets: `count(Ann.hand)`."""
    at = end_of_path(words, at)
    depth = 0
    for end in range(at, len(words)):
        depth += (words[end] == "(") - (words[end] == ")")
        if depth <= 0:
            return end + 1 if end > at else at
    return at

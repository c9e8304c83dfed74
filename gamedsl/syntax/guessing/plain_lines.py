"""Guesses the intended line where somebody wrote a whole line as they would say it: `set tired to yes`, `choose steps: 1 or 2`, `then Ann has 3 coins`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS
from gamedsl.syntax.guessing.own_names import OwnNames
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS, implicit_name

_MANY = frozenset(["each", "every", "all"])
_PLAYERS = frozenset(["player", "players"])
_BETWEEN = {":": "or", "between": "and", "from": "to"}
"""The word before two numbers of which one is chosen, and that between them."""
_YES_OR_NO = ("yes", "/", "no")
_MOST_OF_A_NUMBER = "99"


def plain_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if not headers:
        yield from _ranking(words)
    elif headers in (("each",), ("shared",)):
        yield from _fields(words)
    elif headers[0] == "example":
        yield from _of_example(words, headers, own)
    else:
        yield from _orders(words, own)
    yield from _of_all(words, own)


def _ranking(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `highest coins wins`, `most coins win`."""
    match words:
        case [way, key, "win" | "wins"] if way in DIRECTIONS:
            yield 0, 3, ("ranking", "by", DIRECTIONS[way], key, ",", "ties", "shared")
        case _:
            pass


def _fields(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `tired: yes/no`, `coins: number starting at 0`, `deck: face down pile of card`."""
    if tuple(words[2:]) == _YES_OR_NO:
        yield 1, 5, ("=", "no")
    if word_at(words, 2) == "number" and words[-1].isdigit() and word_at(words, 3) in ("starting", "beginning", "from"):
        most = max(_MOST_OF_A_NUMBER, words[-1], key=int)
        yield 2, len(words), ("0", "..", most, "=", words[-1])
    for side, seen in (("down", (",", "seen", "by", "nobody")), ("up", ())):
        if list(words[2:4]) == ["face", side] and "of" in words:
            yield 2, len(words), (*words[4:], *seen)


def _of_example(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `then Ann has 3 coins`, and in what is given `Ann has 2 Pear`, `Ann has a Pear`."""
    start = 1 if words[0] == "then" else 0
    if word_at(words, start + 1) != "has" or not words[start].istitle():
        return
    number, thing = word_at(words, start + 2), word_at(words, start + 3)
    count = number if number.isdigit() else str(NUMBER_WORDS.get(number, "1" if number in ("a", "an") else ""))
    if thing in own.numbers and count:
        sign = "is" if start else "="
        yield start, start + 4, (words[start], ".", thing, sign, count)
    elif thing.istitle() and count and headers[-1] == "given" and len(words) == start + 4:
        many = () if count == "1" else (count,)
        yield 0, len(words), (words[0], ".", implicit_name("own", own, None, None), ":", *many, thing)


def _orders(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `set tired to yes`, `if rain > 4, coins -= 1`, `choose steps: 1 or 2`, `choose steps between 1 and 2`."""
    if words[0] == "set" and word_at(words, 1) in own.flags and word_at(words, 2) in ("to", "=", "as"):
        yield 0, 3, (words[1], "=")
    if words[0] == "if" and "," in words and ":" not in words:
        at = words.index(",")
        yield at, at + 1, (":",)
    if words[0] == "choose" and word_at(words, 1).isidentifier():
        low, between, high = word_at(words, 3), word_at(words, 4), word_at(words, 5)
        if low.isdigit() and high.isdigit() and _BETWEEN.get(word_at(words, 2)) == between:
            yield 1, 6, (words[1], ":", "one", "of", low, "..", high)


def _of_all(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `all players resting`, `all players are resting`: a flag that all have."""
    for i, word in enumerate(words):
        if word not in _MANY or word_at(words, i + 1) not in _PLAYERS:
            continue
        flag = i + 3 if word_at(words, i + 2) in ("is", "are", "has", "have") else i + 2
        if word_at(words, flag) in own.flags:
            yield i, flag + 1, ("all", "(", "p", ".", words[flag], "for", "p", "in", "players", ")")

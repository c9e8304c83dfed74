"""Guesses the intended line where somebody wrote a whole line as they would say it: `set tired to yes`, `choose steps: 1 or 2`, `then Ann has 3 coins`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS
from gamedsl.syntax.guessing.own_names import OwnNames
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS, implicit_name

_MANY = frozenset(["each", "every", "all"])
_PLAYERS = frozenset(["player", "players"])
_EVERYBODY = frozenset(["everyone", "everybody"])
_DRAWS = frozenset(["draws", "draw", "takes", "take", "gets", "get"])
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
    way = DIRECTIONS.get(words[0])
    if way is not None and len(words) == len(("most", "coins", "win")) and words[2] in ("wins", "win"):
        yield 0, 3, ("ranking", "by", way, words[1], ",", "ties", "shared")


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
    """Yields edits for `set tired to yes`, `if rain > 4, coins -= 1`, `choose steps: 1 or 2`, `choose steps between 1 and 2`, and what everybody draws."""
    if words[0] == "set" and word_at(words, 1) in own.flags and word_at(words, 2) in ("to", "=", "as"):
        yield 0, 3, (words[1], "=")
    if words[0] == "if" and "," in words and ":" not in words:
        at = words.index(",")
        yield at, at + 1, (":",)
    if words[0] == "choose" and word_at(words, 1).isidentifier():
        low, between, high = word_at(words, 3), word_at(words, 4), word_at(words, 5)
        if low.isdigit() and high.isdigit() and _BETWEEN.get(word_at(words, 2)) == between:
            yield 1, 6, (words[1], ":", "one", "of", low, "..", high)
    yield from _everybody_draws(words, own)


def _everybody_draws(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `each player draws 3 from deck`, `deal 3 to each player`."""
    to = implicit_name("own", own, None, None)
    if word_at(words, 0) in _MANY and word_at(words, 1) in _PLAYERS and word_at(words, 2) in _DRAWS:
        number = word_at(words, 3)
        source = words[-1] if word_at(words, 4) == "from" else implicit_name("deck", own, None, None)
        if number.isdigit():
            yield 0, len(words), ("each", "player", ":", "draw", number, "from", source, "to", to)
    if words[0] == "deal" and word_at(words, 1).isdigit() and word_at(words, 2) == "to":
        is_for_all = word_at(words, 3) in _EVERYBODY or (word_at(words, 3) in _MANY and word_at(words, 4) in _PLAYERS)
        if is_for_all:
            source = implicit_name("deck", own, None, None)
            yield 0, len(words), ("each", "player", ":", "draw", words[1], "from", source, "to", to)


def _of_all(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `all players resting`, `everybody is resting`: a flag that all have."""
    for i, word in enumerate(words):
        flag = i + 2 if word in _MANY and word_at(words, i + 1) in _PLAYERS else i + 1 if word in _EVERYBODY else 0
        flag += flag > 0 and word_at(words, flag) in ("is", "are", "has", "have")
        if flag and word_at(words, flag) in own.flags:
            yield i, flag + 1, ("all", "(", "p", ".", words[flag], "for", "p", "in", "players", ")")

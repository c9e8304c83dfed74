"""Guesses the intended line where somebody wrote a whole line as they would say it: `set tired to yes`, `choose steps: 1 or 2`, `then Ann has 3 coins`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS
from gamedsl.syntax.guessing.own_names import OwnNames
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS, implicit_name
from gamedsl.syntax.guessing.quantities import end_of_path

_ASKING = frozenset(["choose", "choice", "pick", "select", "ask", "input", "prompt", "chooses"])
_BEFORE_NUMBERS = frozenset([":", "between", "from", "of", "a", "number", "one", "any", "in"])
_BETWEEN_NUMBERS = frozenset(["or", "and", "to", "..", "-"])
_YES_OR_NO = ("yes", "/", "no")


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


def _ranking(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `highest coins wins`, `most coins win`, `most total wins, ties broken by coins`."""
    match words:
        case [way, key, "win" | "wins"] if way in DIRECTIONS:
            yield 0, 3, ("ranking", "by", DIRECTIONS[way], key, ",", "ties", "shared")
        case [way, key, "win" | "wins", ",", *tie] if way in DIRECTIONS and "by" in tie:
            *second, last = tie[tie.index("by") + 1 :] or [""]
            least = DIRECTIONS.get(word_at(second, 0), "highest")
            yield (
                0,
                len(words),
                ("ranking", "by", DIRECTIONS[way], key, "then", least, last, ",", "ties", "shared"),
            )
        case _:
            pass


def _fields(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `tired: yes/no`, `deck: face down pile of card`."""
    if tuple(words[2:]) == _YES_OR_NO:
        yield 1, 5, ("=", "no")
    for side, seen in (("down", (",", "seen", "by", "nobody")), ("up", ())):
        if list(words[2:4]) == ["face", side] and "of" in words:
            yield 2, len(words), (*words[4:], *seen)


def _of_example(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `then Ann has 3 coins`, and in what is given `Ann has 2 Pear`, `Ann has a Pear`."""
    for i, word in enumerate(words[1:], start=1):
        if word in ("x", "*", "times") and word_at(words, i + 1).isdigit() and words[i - 1].istitle():
            yield i - 1, i + 2, (words[i + 1], words[i - 1])
        if word in ("x", "*", "times") and words[i - 1].isdigit() and word_at(words, i + 1).istitle():
            yield i, i + 1, ()
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
    if words[0] == "set" and len(words) > 2:
        end = end_of_path(words, 1)
        if word_at(words, end) in ("to", "=", "as", ":"):
            yield 0, end + 1, (*words[1:end], "=")
    end = end_of_path(words, 0)
    if words[end - 1] in own.numbers and word_at(words, end) in ("+", "-") and "=" not in words:
        yield 0, 0, (*words[:end], "=")
    if words[0] == "if" and "," in words and ":" not in words:
        at = words.index(",")
        yield at, at + 1, (":",)
    if words[0] == "choose" and word_at(words, 1).isidentifier():
        yield from _choice_of_number(words, 0, 2, words[1])
    if word_at(words, 1) in ("=", ":") and word_at(words, 2) in _ASKING:
        yield from _choice_of_number(words, 0, 3, words[0])


def _choice_of_number(words: Sequence[str], start: int, at: int, name: str) -> Iterator[Edit]:
    """Yields edits for the numbers of a choice, from a word on: `: 1 or 2`, `between 1 and 2`, `from 0 to coins`, `0..coins`."""
    first = at
    while word_at(words, at) in _BEFORE_NUMBERS:
        at += 1
    if words[first:at] == [":"] and word_at(words, at + 1) == "..":
        return  # only its `one of` is missing
    low, between, high = word_at(words, at), word_at(words, at + 1), word_at(words, at + 2)
    if not low.isdigit() or between not in _BETWEEN_NUMBERS or not high[:1].isalnum():
        return
    end = end_of_path(words, at + 2)
    are_two = between == "or" and high.isdigit() and int(high) != int(low) + 1
    values = ("[", low, ",", high, "]") if are_two else (low, "..", *words[at + 2 : end])
    yield start, end, ("choose", name, ":", "one", "of", *values)

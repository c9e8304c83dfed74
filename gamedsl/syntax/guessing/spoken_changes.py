"""Guesses the intended line of change where a variant is told in English: `players start with 8 coins`, `no storm`, `change reward for 4 to 12`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import EARNING
from gamedsl.syntax.guessing.own_names import OwnNames

_CHANGING = frozenset(
    ["change", "set", "modify", "alter", "adjust", "update", "make", "increase", "decrease", "raise", "lower", "reduce"]
)
_TO = frozenset(["to", "=", "becomes", "is", "as"])
_FOR = frozenset(["for", "of", "at"])
_LACKING = frozenset(["no", "without", "skip", "omit", "remove", "delete", "drop"])
_FORBIDDEN = frozenset(["cannot", "can", "may", "not", "never"])
_SORTS = frozenset(
    [
        "action",
        "rule",
        "phase",
        "field",
        "zone",
        "table",
        "component",
        "option",
        "type",
        "let",
        "score",
        "invariant",
        "example",
    ]
)
_BEGINNING = frozenset(["start", "starts", "starting", "begin", "begins", "beginning", "have", "has", *EARNING])
_PLAYERS = frozenset(["player", "players", "everyone", "everybody", "all", "each", "every", "the"])
_LITTLE = frozenset(["the", "a", "an", "is", "becomes", "now", "=", ":", "to", "are", "has", "set"])
_PRICES = ("price", "cost", "fee", "value")
_WORTH = ("value", "worth", "points", "reward")
_MANY = frozenset(["more", "fewer", "extra", "new", "another"])


def change_edits(words: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields the edits for a line of a variant or of an option. `text` is the whole text."""
    yield from _new_values(words)
    yield from _attributes(words)
    yield from _copies(words, text)
    yield from _tables(words)
    yield from _limits(words)
    yield from _removals(words)
    yield from _calls(words, own)


def _new_values(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `players start with 8 coins`, `coins: 8`, `change coins from 6 to 8`, `change reward for 4 to 12`."""
    if words[0] == "set" and word_at(words, 1) in ("start", "starting", "initial") and word_at(words, 3) == "=":
        yield 1, 2, ()
    begin = next((i for i, word in enumerate(words) if word in _BEGINNING), -1)
    number = begin + 1 + (word_at(words, begin + 1) in ("with", "at", "out"))
    is_told = begin >= 0 and _PLAYERS.issuperset(words[:begin])
    if is_told and word_at(words, number).isdigit() and number + 2 == len(words) and words[-1] not in _MANY:
        yield 0, len(words), ("set", words[-1], "=", words[number])
    if words[0].isidentifier() and len(words) == 3 and words[1] in (":", "=") and words[2].isdigit():
        yield 0, 3, ("set", words[0], "=", words[2])
    match words:
        case ["start" | "starting" | "initial", name, ":" | "=", value] if value.isdigit():
            yield 0, len(words), ("set", name, "=", value)
        case [name, ":" | "=", value, "at" | "from", *_, "start" | "beginning"] if value.isdigit():
            yield 0, len(words), ("set", name, "=", value)
        case [name, of, place, "is" | "becomes", value] if of in _FOR and value.isdigit():
            yield 0, len(words), ("set", name, "[", place, "]", "=", value)
        case ["remove" | "delete" | "drop", "the", name, sort] if sort in _SORTS:
            yield 0, len(words), ("remove", name)
        case _:
            pass
    if words[0].isidentifier() and begin == 1 and len(words) == number + 1 and words[-1].isdigit():
        yield 0, len(words), ("set", words[0], "=", words[-1])
    if words[0] not in _CHANGING or len(words) < 4 or words[-2] not in _TO or not words[-1].isdigit():
        return
    match [word for word in words[1:-2] if word != "the"]:
        case [name] | [name, "from", _]:
            yield 0, len(words), ("set", name, "=", words[-1])
        case [name, of, place] | [name, of, place, "from", _] if of in _FOR:
            yield 0, len(words), ("set", name, "[", place, "]", "=", words[-1])
        case _:
            pass


def _attributes(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `Heather costs 7`, `the price of Heather is 7`, `Heather price 7`. The rules that a variant builds on know the name of the column."""
    told = [word for word in words if word not in _LITTLE and word not in _CHANGING]
    match told:
        case [kind, "costs" | "cost" | "price", number, *noun] if (
            kind.isidentifier() and number.isdigit() and len(noun) < 2
        ):
            for column in _PRICES:
                yield 0, len(words), ("set", f"{kind[0].upper()}{kind[1:]}", ".", column, "=", number)
        case [kind, column, number] if kind.istitle() and column.isidentifier() and number.isdigit():
            for name in dict.fromkeys((column, column.removesuffix("s"), *(_WORTH if column == "worth" else ()))):
                yield 0, len(words), ("set", kind, ".", name, "=", number)
        case [column, "of" | "for", kind, number] if kind.istitle() and number.isdigit():
            yield 0, len(words), ("set", kind, ".", column, "=", number)
        case _:
            pass


def _copies(words: Sequence[str], text: str) -> Iterator[Edit]:
    """Yields an edit for `9 Mint instead of 8`, `there are 9 Mint`, `Mint: 9`. The zone is taken from other such lines."""
    told = [word for word in words if word not in _LITTLE and word not in _CHANGING]
    if "instead" in told:
        told = told[: told.index("instead")]
    told = [word for word in told if word not in ("copies", "of", "only", "have", "use", "there")]
    kinds, numbers = [word for word in told if word.istitle()], [word for word in told if word.isdigit()]
    zones = dict.fromkeys(re.findall(r"copies of \w+ in (\w+)", text))
    if len(told) == 2 and kinds and numbers:
        for where in (*(("in", zone) for zone in zones), ()):
            yield 0, len(words), ("set", "copies", "of", kinds[0], *where, "=", numbers[0])


def _tables(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `reward: 0 1 3 6 12`, `set reward = 0, 1, 3`: a table is replaced as a whole, and may begin at 0."""
    told = [word for word in words if word not in ("set", "change", "table", "the", "new", "replace", ",")]
    if len(told) < 5 or not told[0].isidentifier() or told[1] not in (":", "=", "is", "becomes", "are"):
        return
    cells = told[2:]
    if all(cell.isdigit() for cell in cells):
        yield 0, len(words), ("replace", "table", told[0], *(("from", "0") if cells[0] == "0" else ()), ":", *cells)
        yield 0, len(words), ("replace", "table", told[0], *(() if cells[0] == "0" else ("from", "0")), ":", *cells)


def _limits(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `5 rounds`, `play 5 rounds`, `2 to 5 players`, `set component 12 contract each player`, `add action rest to walking before stop:`."""
    told = [word for word in words if word not in ("only", "just", "play")]
    if len(told) == 2 and told[0].isdigit() and told[1] == "rounds":
        yield 0, len(words), ("set", "rounds", "up", "to", told[0])
    if words[-1] == "players" and word_at(words, 1) in ("to", "-", "..", "or") and len(words) == 4:
        yield 0, 4, ("set", "players", words[0], "to", words[2])
    if list(words[:3]) in (["rounds", "up", "to"], ["rounds", "at", "most"]) and ":" not in words:
        yield 0, 0, ("set",)
    if list(words[:2]) == ["add", "action"] and word_at(words, 3) == "to" and word_at(words, 5) in ("after", "before"):
        yield 5, 7, ()
    if list(words[:2]) == ["set", "component"] and list(words[4:6]) == ["each", "player"]:
        yield 4, len(words), ()


def _removals(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `no storm`, `there is no storm`, `remove action rest from walking`."""
    start = 2 if list(words[:2]) in (["there", "is"], ["there", "are"]) else 0
    named = start + 1 + (word_at(words, start + 1) == "the")
    named += word_at(words, named) in _SORTS and word_at(words, named + 1).isidentifier()
    if (
        word_at(words, 0) in _PLAYERS | {"you", "nobody"}
        and word_at(words, len(words) - 2) in _FORBIDDEN
        and len(words) <= 4
    ):
        yield 0, len(words), ("remove", words[-1])
    is_whole = named + 1 == len(words) or word_at(words, named + 1) in ("from", "in")
    if word_at(words, start) in _LACKING and word_at(words, named).isidentifier() and is_whole:
        yield 0, len(words), ("remove", words[named])


def _calls(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `after trading: weather`, `weather after trading`, `add weather after trading`, if the same file adds the phase or the rule."""
    place = next((i for i, word in enumerate(words[:3]) if word in ("after", "before")), -1)
    if place < 0 or len(words) < 3:
        return
    followed, rule = word_at(words, place + 1), words[-1] if place == 0 else words[place - 1]
    if words[place] == "after" and rule in own.rules and followed.isidentifier() and len(words) in (3, 4, 5):
        yield 0, len(words), ("add", "whenever", followed, ":", rule)
    new = words[-1] if place == 0 else words[place - 1]
    if new in own.phases and word_at(words, place + 1).isidentifier() and len(words) in (3, 4, 5):
        yield 0, len(words), ("add", new, words[place], words[place + 1], "in", "rounds")

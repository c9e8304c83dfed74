"""Guesses the intended line of change where a variant is told in English: `players start with 8 coins`, `no storm`, `change reward for 4 to 12`."""

from __future__ import annotations

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
_MANY = frozenset(["more", "fewer", "extra", "new", "another"])


def change_edits(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line of a variant or of an option."""
    yield from _new_values(words)
    yield from _limits(words)
    yield from _removals(words)
    yield from _other_contents(words)
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


def _limits(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `5 rounds`, `play 5 rounds`, `2 to 5 players`, `set component 12 contract each player`."""
    told = [word for word in words if word not in ("only", "just", "play")]
    if len(told) == 2 and told[0].isdigit() and told[1] == "rounds":
        yield 0, len(words), ("set", "rounds", "up", "to", told[0])
    if words[-1] == "players" and word_at(words, 1) in ("to", "-", "..", "or") and len(words) == 4:
        yield 0, 4, ("set", "players", words[0], "to", words[2])
    if list(words[:3]) in (["rounds", "up", "to"], ["rounds", "at", "most"]) and ":" not in words:
        yield 0, 0, ("set",)
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


def _other_contents(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `replace score fame with 2 * fame`: `:` stands before the new content."""
    if words[0] == "replace" and word_at(words, 3) in ("with", "by", "=") and ":" not in words:
        yield 2, 4, (words[2], ":")


def _calls(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `after trading: weather`, `weather after trading`, if the same file adds the phase."""
    place = next((i for i, word in enumerate(words[:3]) if word in ("after", "before")), -1)
    if place < 0 or len(words) < 3:
        return
    new = words[-1] if place == 0 else words[place - 1]
    if new in own.phases and word_at(words, place + 1).isidentifier() and len(words) in (3, 4, 5):
        yield 0, len(words), ("add", new, words[place], words[place + 1], "in", "rounds")

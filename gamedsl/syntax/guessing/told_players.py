"""Guesses the intended line where something is told of players: `everyone rests`, `any player has 4 cards`, and in examples `Ann sells Pear`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, name_of_verb, same_name
from gamedsl.syntax.guessing.phrases import digits_of

_ALL, _SOME, _NONE = "all", "some", "no"
_SUBJECTS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("all", "of", "the", "players"), _ALL), (("all", "of", "them"), _ALL), (("all", "the", "players"), _ALL), (("all", "players"), _ALL),
    (("each", "player"), _ALL), (("every", "player"), _ALL), (("everyone",), _ALL), (("everybody",), _ALL),
    (("any", "player"), _SOME), (("some", "player"), _SOME), (("one", "player"), _SOME), (("a", "player"), _SOME), (("any", "of", "the", "players"), _SOME),
    (("someone",), _SOME), (("somebody",), _SOME), (("anyone",), _SOME), (("anybody",), _SOME),
    (("1", "player"), _SOME), (("no", "player"), _NONE), (("no", "one"), _NONE), (("nobody",), _NONE), (("no", "players"), _NONE),
)  # fmt: skip
"""Words for the players of whom something is told, longer ones first."""
SUBJECTS = frozenset(words[0] for words, _ in _SUBJECTS if len(words) == 1)
_BEING = frozenset(["is", "are", "has", "have", "does", "do", "been"])
_HAVING = frozenset(["has", "have", "with", "owns", "holds", "reaches", "reached", "gets", "collected", "collects"])
_SIGNS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("at", "least"), ">="), (("more", "than"), ">"), (("at", "most"), "<="), (("fewer", "than"), "<"), (("less", "than"), "<"), (("exactly",), "is"),
    ((">=",), ">="), ((">",), ">"), ((), ">="),
)  # fmt: skip
_SMALL = frozenset(["a", "an", "the", "to", "for", "with", "from", "at", "on", ":", "("])
_BETWEEN = frozenset(["and", ","])
_REFUSING = (("may", "not"), ("cannot",), ("can", "not"), ("must", "not"), ("never",))
_ENDINGS = re.compile(r"(?:ing|ed|es|s|e)$")


def told_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if headers and headers[0] == "example":
        yield from _guess_play(words, own)
    yield from conditions(words, own)


# ---------------------------------------------------------------- conditions


def conditions(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for conditions about players in a line."""
    for i in range(len(words)):
        yield from _condition(words, i, own)


def _condition(words: Sequence[str], i: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `everyone rests`, `no player has passed`, `any player has 4 cards`."""
    whose, length = subject_of(words[i:])
    if whose:
        yield from _with_flag(words, i, i + length, whose, own)
        yield from _with_number(words, i, i + length, whose, own)


def subject_of(words: Sequence[str]) -> tuple[str, int]:
    """Returns of how many players something is told (`all`, `some` or `no`), and how many words at the beginning of a line say so; empty if none do."""
    return next(
        ((whose, len(said)) for said, whose in _SUBJECTS if tuple(words[: len(said)]) == said),
        ("", 0),
    )


def _with_flag(words: Sequence[str], i: int, at: int, whose: str, own: OwnNames) -> Iterator[Edit]:
    while word_at(words, at) in _BEING:
        at += 1
    is_not = word_at(words, at) == "not"
    flag = find_flag(word_at(words, at + is_not), own)
    if flag:
        yield i, at + is_not + 1, _of_players(whose, ("not",) * is_not, flag, ())


def _with_number(words: Sequence[str], i: int, at: int, whose: str, own: OwnNames) -> Iterator[Edit]:
    if word_at(words, at) not in _HAVING:
        return
    at += 1
    sign = next((said, sign) for said, sign in _SIGNS if tuple(words[at : at + len(said)]) == said)
    at += len(sign[0])
    said = word_at(words, at)
    number = "0" if said == "no" else digits_of(said)
    # `has coins`, `has any coins left`: more than none.
    is_any = not number and not sign[0]
    at += not is_any or said in ("any", "some")
    thing = same_name(word_at(words, at), own.numbers)
    zone = "" if thing else _zone(word_at(words, at), own)
    if (number or is_any) and (thing or zone):
        test = (">", "0") if is_any else ("is", "0") if number == "0" else (sign[1], number)
        end = at + 1 + (word_at(words, at + 1) == "left")
        yield i, end, _of_players(whose, (), thing or zone, test, is_zone=bool(zone))


def _of_players(
    whose: str, before: tuple[str, ...], name: str, test: tuple[str, ...], *, is_zone: bool = False
) -> tuple[str, ...]:
    """Returns the words of a condition about all, some or no players."""
    path = ("p", ".", name) if whose == _ALL else (name,)
    value = ("count", "(", *path, ")") if is_zone else path
    if whose == _ALL:
        return ("all", "(", *before, *value, *test, "for", "p", "in", "players", ")")
    return (whose, "(", "players", "where", *before, *value, *test, ")")


def find_flag(word: str, own: OwnNames) -> str:
    """Returns the flag of the file that a verb or an adjective names: `resting` for `rests`."""
    stem = _ENDINGS.sub("", word)
    return next((flag for flag in own.flags if word and (flag == word or _ENDINGS.sub("", flag) in (stem, word))), "")


def _zone(word: str, own: OwnNames) -> str:
    """Returns the zone of each player with a name, or the only one for pieces of a name."""
    zones = [zone for zone in own.zones if zone.is_own]
    named = same_name(word, [zone.name for zone in zones])
    held = [zone.name for zone in zones if same_name(word, zone.pieces)]
    return named or (held[0] if len(held) == 1 else "")


# ---------------------------------------------------------------- orders and moves


def _guess_play(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `Ann sells Pear`, `Ann: sell Pear`, `Ann plays sell Pear`, `Ann rests`."""
    if not words[0].istitle() or not words[0].isidentifier():
        return
    refused = next((said for said in _REFUSING if tuple(words[1 : 1 + len(said)]) == said), ())
    verb = 1 + len(refused) if refused else 2 if word_at(words, 1) in ("plays", ":", "chooses", "does", "may") else 1
    named = name_of_verb(word_at(words, verb), own.actions)
    # The verb is no action, so each action with such a choice is tried.
    others = [action for action, chosen in own.actions.items() if len(chosen) == 1]
    for action in (named,) if named else others if refused or len(words) > verb + 1 else ():
        yield from _play(words, action, verb, refused, own)


def _play(words: Sequence[str], action: str, verb: int, refused: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    first = next((i for i in range(verb + 1, len(words)) if words[i] not in (",", "then", "and")), len(words))
    chosen, given = own.actions[action], [word for word in words[first:] if word not in (*_SMALL, ")")]
    values = [word for word in given if word not in _BETWEEN]
    way = ("may", "not") if refused else ("may",) if words[1] == "may" else ("plays",)
    move = (words[0], *way, action)
    if not given and not chosen:
        yield 0, len(words), move
    if len(chosen) == 1 and values and "=" not in given:
        is_one = "," not in given and "and" not in given
        listed = [part for one in values for part in (one, ",")][:-1]
        value = given if is_one else ["[", *listed, "]"]
        yield 0, len(words), (*move, "(", chosen[0], "=", *value, ")")

"""Every sentence of a rulebook that the table knows is no line of the language, is answered in a small game, and the answer checks clean there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from gamedsl.syntax.guessing.phrase_table import CONDITIONS, PHRASES, Phrase, Place
from gamedsl.syntax.parse import parse
from gamedsl.syntax.problems.forms import InWords
from share import share

GAME = """game fair:
    players 2 to 4

component 60 card in deck: 1..60

grid cell 3 by 3

ring circle 10

row track 10

each cell:
    mark: player or none = none

shared:
    deck: pile of card, seen by nobody
    discards: pile of card
    row: bag of card
    starter: player or none = none

each player:
    hand: bag of card, seen by owner
    coins: 0..99 = 9
    points: 0..99 = 9
    passed = no, each round
    place: track = track[1]
    cart: circle = circle[1]

setup:
    starter = first(players)
    for c in cell: c.mark = none

rounds up to 5:
    turns

phase turns, each player from starter where not passed:
    choose one:
        work
        rest

action work:
    coins += 1
    if coins > 90: eliminate me

action rest: passed = yes

score wealth: coins + points

ranking by highest total, ties shared
"""
"""Everything that the lines of the table need."""

_UNUSED = ("W0902", "I0901", "W0906", "W0915", "W0923", "W0925", "W0934")
"""A phrase uses little of what the game has, and by itself it fills no zones, changes no fields and ranks by no score."""

_SAMPLES = {
    "n": "2", "n2": "5", "piece": "cards", "field": "coins", "field2": "points",
    "zone": "hand", "zone2": "discards", "zone3": "deck", "walker": "place", "lap": "cart", "steps": "points",
    "if": "the deck is empty", "do": "gain 2 coins",
}  # fmt: skip


def alternatives(pattern: str) -> list[str]:
    """All texts that a pattern of words, `(a|b)` and `(a)?` stands for."""
    texts, rest = _sequence(pattern, 0)
    assert rest == len(pattern)
    return [" ".join(text.split()) for text in texts]


def _sequence(pattern: str, at: int) -> tuple[list[str], int]:
    texts = [""]
    while at < len(pattern) and pattern[at] not in "|)":
        if pattern[at] == "(":
            inner, at = _group(pattern, at + 1)
        else:
            end = at + 1
            inner = [pattern[at]]
            at = end
        if pattern[at : at + 1] == "?":
            inner, at = ["", *inner], at + 1
        texts = [text + part for text in texts for part in inner]
    return texts, at


def _group(pattern: str, at: int) -> tuple[list[str], int]:
    texts: list[str] = []
    while True:
        branch, at = _sequence(pattern, at)
        texts += branch
        if pattern[at] == ")":
            return texts, at + 1
        at += 1


def _filled(text: str, row: Phrase) -> str:
    """The text with words of the small game in its slots."""
    samples = {**_SAMPLES, "zone": "deck", "zone2": "discards"} if row.place in (Place.TOP, Place.SHARED) else _SAMPLES
    return re.sub(r"<(\w+)>", lambda slot: samples[slot[1]], text)


def _put(lines: str, row: Phrase) -> str:
    """The small game with lines at the place where those of a row belong."""
    first, _, _ = row.here.partition(" ")
    match row.place:
        case Place.HEADER if row.here.endswith("choose one"):
            return GAME.replace("    choose one:\n", f"    {lines}:\n", 1)
        case Place.RULE | Place.HEADER:
            deeper = lines.replace("\n", "\n    ")
            body = "" if row.place is Place.RULE else ":\n        coins += 1"
            return GAME.replace("        rest\n\n", f"        rest\n    {deeper}{body}\n\n", 1)
        case Place.TOP | Place.PHASE:
            return _at_top(lines if row.place is Place.TOP else f"{lines}:", first)
        case Place.GAME:
            return GAME.replace("    players 2 to 4\n", f"    {lines}\n")
        case Place.FIELDS:
            name = "hand" if row.here.startswith(("{own}", "{zone}")) else "coins"
            return re.sub(rf"(?m)^    {name}: .*$", f"    {lines}", GAME)
        case Place.SHARED:
            name = "discards" if row.here.startswith("{zone2}") else "deck"
            return re.sub(rf"(?m)^    {name}: .*$", f"    {lines}", GAME)


_REPLACED = {
    "ranking": "ranking by .*\n", "rounds": "rounds up to 5:\n    turns\n", "component": "component .*\n", "phase": "phase turns.*\n", "setup": "setup:\n",
}  # fmt: skip
"""What a declaration of the small game is, in whose place another one stands."""


def _at_top(lines: str, first: str) -> str:
    if first in _REPLACED:
        return re.sub(_REPLACED[first], f"{lines}\n", GAME)
    if first == "grid":
        return f"{GAME}\n{lines}\n\neach square:\n    lit = no\n\nscore light: count(square where lit)\n".replace(
            "c.mark = none", "c.mark = none\n    for s in square: s.lit = yes"
        )
    return f"{GAME}\n{lines}\n" + ("    for p in players: p.coins = min(99, p.coins)\n" if first == "end" else "")


def _told(text: str) -> tuple[Diagnostic, ...]:
    found = check(parse_files(Source("fair", text), lambda name: None)).diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.code not in _UNUSED)


def _phrases() -> Iterator[tuple[Phrase, str]]:
    for row in PHRASES:
        for text in alternatives(row.said):
            yield row, _filled(text, row)


def test_the_small_game_is_clean() -> None:
    assert _told(GAME) == ()


def test_the_table_is_large() -> None:
    assert len(PHRASES) >= 150
    assert len({phrase for _, phrase in _phrases()}) >= 1000


@pytest.mark.parametrize("row", share(PHRASES, 12), ids=lambda row: row.said)
def test_every_phrase_is_answered_by_a_line_that_checks(row: Phrase) -> None:
    answers: set[str] = set()
    for text in alternatives(row.said):
        answer = _answer(_put(_filled(text, row), row))
        assert answer is not None, text
        assert answer.place is row.place, text
        assert answer.is_own, text
        assert answer.indent is not None, text
        answers.add("\n".join(answer.lines))
    for lines in answers:
        found = _told(_put(lines, row))
        assert found == (), (lines, [(d.code, d.message, d.help) for d in found])


def _answer(text: str) -> InWords | None:
    """The answer, if it is all that is said of a text."""
    found = parse(Source("fair", text)).problems
    return found[0] if len(found) == 1 and isinstance(found[0], InWords) else None


@pytest.mark.parametrize(("said", "here"), share(CONDITIONS, 3))
def test_every_condition_is_answered_by_a_line_that_checks(said: str, here: str) -> None:
    row = Phrase("if <if>", "if {if}", Place.HEADER)
    answers: set[str] = set()
    for text in alternatives(said.replace("<zone>", "the <zone>")):
        answer = _answer(_put(f"if {_filled(text, row)}", row))
        assert answer is not None, text
        assert answer.is_own, text
        answers.update(answer.lines)
    for lines in answers:
        assert _told(_put(lines, row)) == (), lines


def test_the_finding_says_the_line_and_where_it_belongs() -> None:
    row = next(row for row in PHRASES if row.said.startswith("player with (most") and row.place is Place.TOP)
    found = _told(_put("The player with the most coins wins.", row))
    assert [(d.code, d.help) for d in found if d.code == "E0044"] == [
        ("E0044", ("write `ranking by highest coins, ties shared`",))
    ]
    inside = _told(GAME.replace("        rest\n\n", "        rest\n    The player with the most coins wins.\n\n", 1))
    assert [(d.code, d.help) for d in inside] == [
        ("E0044", ("in the first column, write `ranking by highest coins, ties shared`",))
    ]


def test_names_that_the_file_has_not_are_said_to_be_like_that() -> None:
    found = _told(GAME.replace("        rest\n\n", "        rest\n    pay 2 gold\n\n", 1))
    assert [(d.code, d.help, d.fixes) for d in found] == [("E0044", ("write something like `gold -= 2`",), ())]

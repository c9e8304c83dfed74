"""What findings advise where newcomers write what is natural, and the language says it in another way."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source

GAME = """\
game hints:
    "Small."
    players 2

type team: Us, Them
type colour: Red, Blue

component 4 card in deck:
    name   colour       worth
    Guild  each colour  1
    Lady   none         2
    Jester none         3

shared:
    deck: bag of card, seen by nobody
    leader: player or none = none
    land: 0..9 = 0

each team:
    points: 0..9 = 0

each player:
    let team = Us if number is 1 else Them
    hand: bag of card, seen by owner
    tricks: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    choose card: one of hand
    LINE

action finish: land = 1

ranking by highest tricks, ties shared
"""


def _found(text: str) -> list[Diagnostic]:
    parsed = parse_files(Source("hints.gdl", text), lambda name: None)
    return [d for d in check(parsed).diagnostics if d.code.startswith("E")]


@pytest.mark.parametrize(
    ("line", "code", "advice"),
    [
        ("leader = players where tricks > 1 by highest tricks", "E0401", "`first(…)` is the best of them"),
        ("leader = players where tricks > 1", "E0401", "take one of them: `first(…)`, or `only(…)`"),
        ("leader = next(leader)", "E0301", "the next seat clockwise is `left(p)`"),
        ("leader = prev(me)", "E0301", "is `right(p)`"),
        ("land = len(hand)", "E0301", "is `count(S)`"),
        ("move Lady from deck to hand", "E0301", "write `card[Lady, none]`"),
        ("choose promise: 0..land", "E0084", "one number of these is `one of 0..land`"),
        ("repeat at most 3 until finish: land += 1", "E0309", "as in `repeat until done:`"),
        ("move deck where card in hand to hand", "E0402", "inside `where` one piece is `it`"),
        ("move deck where worth in hand to hand", "E0402", "in front of `in` belongs a kind of `card`"),
    ],
)
def test_advice_in_a_rule(line: str, code: str, advice: str) -> None:
    found = _found(GAME.replace("choose card: one of hand\n    LINE", line))
    assert [d.code for d in found] == [code]
    assert advice in " ".join(found[0].help)


def test_a_type_of_team_is_proposed_for_its_own_field() -> None:
    found = _found(GAME.replace("LINE", "land = 1").replace("by highest tricks", "by highest points"))
    assert [d.help for d in found] == [("rank by what each team has: `ranking of team by highest points`",)]


def test_a_name_of_the_rules_wins_over_the_word_of_another_language() -> None:
    assert _found(GAME.replace("LINE", "land = 1") + "let next = 3\n") == []


def test_no_advice_where_one_thing_is_of_another_sort() -> None:
    found = _found(GAME.replace("LINE", "leader = deck"))
    assert [(d.code, d.help) for d in found] == [("E0401", ())]

"""Which conclusions beliefs ignore, by the line of the rules that allows them; none where nothing hidden decides."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl_interpreter.worlds.rules.leaks import leaks

RULES = """game leaking:
    players 2

component card in deck:
    name   worth  count
    Crown  3      3
    Dust   1      3

shared:
    deck: pile of card, seen by nobody
    row: bag of card
    light: 0..9 = 0

each player:
    hand: bag of card, seen by owner
    points: 0..9 = 0
    notes: 0..9 = 0, seen by owner

setup:
    shuffle deck
    each player: draw 2 from deck to hand

rounds up to 2:
    turns

phase turns, each player:
    choose card: one of hand
    move card to row
    LINE

rule note(n: 0..9):
    if n > 1: light = min(9, light + 1)

rule twice(n: 0..9):
    note(n)
    note(n)

ranking by highest points, ties shared
"""
HIDDEN = "count(left(me).hand where worth > 1)"


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        (f"note({HIDDEN})", {"CONDITIONS in note"}),
        (f"twice({HIDDEN})", {"CONDITIONS in note"}),
        ("note(count(row))", set[str]()),
        (f"if {HIDDEN} > 1: light = 3", {"CONDITIONS in turns"}),
        ("if some(row where worth > 1): light = 3", set[str]()),
        (f"let n = {HIDDEN}\n    if n > 0: light = 3", {"CONDITIONS in turns"}),
        (f"repeat until {HIDDEN} > light, up to 2: light = min(9, light + 1)", {"CONDITIONS in turns"}),
        (f"light = {HIDDEN}", {"VALUES in turns"}),
        ("light = count(left(me).hand)", set[str]()),
        (f"notes = {HIDDEN}", set[str]()),
        (f'say "{{{HIDDEN}}}"', {"VALUES in turns"}),
        ('say "{count(row)}"', set[str]()),
        ("award points from [3, 2] to players by highest sum(c.worth for c in hand), ties shared rounded up", {"VALUES in turns"}),
        ("award points from [3, 2] to players by highest count(hand), ties shared rounded up", set[str]()),
        ("move left(me).hand where worth > 1 to row", {"PIECES in turns"}),
        ("move left(me).hand to row", set[str]()),
        ("draw 1 from deck to row", set[str]()),
        ("swap hand with left(me).hand", set[str]()),
        (f"roll lucky: one of 0..{HIDDEN}\n    light = lucky", {"VALUES in turns"}),
        ("roll lucky: one of 0..count(row)\n    light = lucky", set[str]()),
        (f"draw {HIDDEN} from row to hand", {"PIECES in turns"}),
        ("draw 1 from row to hand", set[str]()),
        ("draw 1 from deck where worth > 1 to hand", {"PIECES in turns"}),
    ],
)  # fmt: skip
def test_conclusions_that_are_ignored(line: str, lost: set[str]) -> None:
    game = gamedsl.parse_rules(RULES.replace("LINE", line)).game()
    found = leaks(game, ())
    assert {f"{one.kind.name} in {one.where}" for one in found} == lost
    assert all(f"`{one.where}`" in one.text for one in found)

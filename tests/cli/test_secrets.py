"""`secrets`: where something hidden is learned, and how often."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

WHISPERS = """game whispers:
    "Who has a high card may say so."
    players 2 to 3

component 12 card in deck: 1..12

shared:
    deck: pile of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    points: 0..99 = 0

setup:
    shuffle deck
    each player: draw 3 from deck to hand

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        boast
        wait

action boast:
    if {mark}some(hand where number > 6): points += 1
action wait: points += 0

ranking by highest points, ties shared
"""


@pytest.fixture
def folder(gamedsl: Runs) -> Runs:
    """Commands in a folder with the game as it is meant, and with a secret that nothing in it says."""
    Path("meant.gdl").write_text(WHISPERS.format(mark="openly "))
    Path("leak.gdl").write_text(WHISPERS.format(mark=""))
    return gamedsl


def test_what_the_rules_say_openly_is_listed_with_the_matches_in_which_it_happens(folder: Runs) -> None:
    ran = folder("secrets", "meant.gdl", "--matches", "40")
    assert ran.code == 0
    assert "1 place where something hidden is learned; 40 random matches of seed 1" in ran.out
    assert "meant.gdl:27:15: some(hand where number > 6)\n  everybody learns of `hand`" in ran.out
    told = json.loads(folder("secrets", "meant.gdl", "--matches", "40", "--json").out)
    (one,) = told["disclosures"]
    assert (one["line"], one["hidden"], one["who"], one["said"]) == (27, ["hand"], "everybody", "openly")
    # Each of four turns boasts with one chance in two: all matches but one in sixteen.
    assert 30 <= one["matches"] < 40
    assert told["whole"] is True


def test_what_nothing_says_is_a_finding(folder: Runs) -> None:
    ran = folder("secrets", "leak.gdl", "--matches", "0")
    assert ran.code == 1
    assert "leak.gdl:27:8: some(hand where number > 6)" in ran.out
    assert "nothing says it" in ran.out


def test_rules_that_hide_nothing_tell_nothing(gamedsl: Runs) -> None:
    ran = gamedsl("secrets", "tic_tac_toe")
    assert (ran.code, ran.out.endswith("nothing hidden is learned\n")) == (0, True)

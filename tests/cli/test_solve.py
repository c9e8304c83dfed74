"""`solve`: exact answers for small games."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cli.running import Runs

GUESS = """game guess:
    players 1

component 3 card in deck:
    name    tint
    Rose    1
    Poppy   1
    Violet  2

shared:
    deck: bag of card, seen by nobody
    hidden: slot of card, seen by nobody

each player:
    right = no

setup:
    draw 1 from deck to hidden

rounds up to 1:
    guessing

phase guessing, each player:
    choose colour: one of 1..2
    right = hidden.tint is colour

score points: 6 if right else 0

ranking by highest total
"""


def test_one_player_who_does_not_see_the_card_takes_the_better_chance(gamedsl: Runs) -> None:
    Path("guess.gdl").write_text(GUESS)
    ran = gamedsl("solve", "guess.gdl")
    assert (ran.code, ran.err) == (0, "")
    assert "P1    4.0000" in ran.out
    assert "guessing(colour = 1) 100%" in ran.out


def test_a_match_of_best_play_is_a_replay(gamedsl: Runs) -> None:
    ran = gamedsl("solve", "three_mens_morris", "-o", "best.json", "--json")
    data = json.loads(ran.out)
    assert (data["length"], data["values"], data["exact"]) == (9, {"P1": "1", "P2": "0"}, True)
    replayed = gamedsl("replay", "best.json", "three_mens_morris")
    assert replayed.code == 0
    assert "P1 wins" in replayed.out


def test_what_is_too_large_says_what_was_counted(gamedsl: Runs) -> None:
    ran = gamedsl("solve", "connect_four", "--most", "500")
    assert ran.code == 3
    assert re.search("has more than 500 positions; stopped after 50. positions, up to 4 moves deep", ran.err)
    assert "--most" in ran.err


def test_a_win_that_is_near_is_proved_before_all_positions_are_known(gamedsl: Runs) -> None:
    Path("race.gdl").write_text(
        "game race:\n    players 2\n\nshared:\n    heap: 0..200 = 200\n    won: player or none = none\n\n"
        "rounds up to 200:\n    turns\n\nphase turns, each player:\n    choose number: one of 0..2\n    heap -= min(number, heap)\n"
        "    if number is 2 and won is none: won = me\n\ngame ends when won is not none\n\nranking by highest won is me, ties shared\n"
    )
    ran = gamedsl("solve", "race.gdl", "--most", "50")
    assert ran.code == 3
    assert "P1's share of the victory is 1" in ran.err


def test_time_ends_with_what_is_known(gamedsl: Runs) -> None:
    ran = gamedsl("solve", "connect_four", "--seconds", "0.2")
    assert ran.code == 3
    assert "stopped after" in ran.err


def test_hidden_things_of_many_players_are_refused(gamedsl: Runs) -> None:
    ran = gamedsl("solve", "hearts")
    assert ran.code == 3
    assert "only for one or two there is a method" in ran.err
    ran = gamedsl("solve", "kuhn_poker", "-o", "best.json")
    assert ran.code == 2
    assert not Path("best.json").exists()

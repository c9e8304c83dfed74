"""`--from NAME`: matches and counts from a named start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

LANE = """game lane:
    "Take turns to fill a lane."
    players 2 to 3

option wide: no, yes

row place 3

each place:
    mark: player or none = none

rounds up to 2:
    turns

phase turns, each player:
    choose if able spot: one of place where mark is none
    spot.mark = me

ranking by highest number, ties shared

start one_taken:
    players Ann, Bob
    place.mark:
        . Ann none
    as Bob: turns

start crowd:
    players Ann, Bob, Cat
    with wide = yes
    turns
"""


@pytest.fixture
def lane(gamedsl: Runs) -> str:
    """A game with starts for two and for three."""
    Path("lane.gdl").write_text(LANE)
    assert gamedsl("check", "lane.gdl").code == 0
    return "lane.gdl"


def test_perft(gamedsl: Runs, lane: str) -> None:
    """Bob has two places, then Ann one; nobody can choose in the second round, which still counts as two decisions."""
    ran = gamedsl("perft", lane, "--depth", "9", "--from", "one_taken")
    assert ran.err == ""
    assert [line.split()[3] for line in ran.out.splitlines()] == ["1", "2", "2", "2"]
    data = json.loads(gamedsl("perft", lane, "--depth", "1", "--from", "one_taken", "--skip-forced", "--json").out)
    assert (data["start"], data["levels"][1]["leaves"], data["levels"][1]["ended"]) == ("one_taken", 2, 2)


def test_explore_and_simulate(gamedsl: Runs, lane: str) -> None:
    assert json.loads(gamedsl("explore", lane, "--from", "one_taken", "--json").out)["start"] == "one_taken"
    out = gamedsl("simulate", lane, "--from", "one_taken", "--matches", "5").out
    assert out.startswith("lane, 2 players, wide = no, from one_taken: 5 matches")
    assert json.loads(gamedsl("simulate", lane, "--from", "one_taken", "--matches", "5", "--json").out)["matches"] == 5


def test_a_start_chooses_its_setup(gamedsl: Runs, lane: str) -> None:
    assert gamedsl("simulate", lane, "--from", "crowd", "--matches", "1").out.startswith(
        "lane, 3 players, wide = yes, "
    )
    ran = gamedsl("simulate", lane, "--from", "crowd", "--players", "2")
    assert ran.code == 2
    assert "the start `crowd` is not one of 2 players" in ran.err


def test_unknown_starts(gamedsl: Runs, lane: str) -> None:
    ran = gamedsl("perft", lane, "--depth", "1", "--from", "one_takn")
    assert ran.code == 2
    assert "there is no start `one_takn`" in ran.err
    assert "did you mean `one_taken`?" in ran.err
    Path("plain.gdl").write_text(LANE.partition("start one_taken")[0])
    assert "plain.gdl has none" in gamedsl("explore", "plain.gdl", "--from", "one_taken").err


def test_a_replay_remembers_it(gamedsl: Runs, lane: str) -> None:
    ran = gamedsl("play", lane, "--from", "one_taken", "--hot-seat", "--seed", "1", "--replay", "r.json", stdin=b"1\n")
    assert ", from one taken, seed 1" in ran.out
    assert json.loads(Path("r.json").read_text())["start"] == "one_taken"
    again = gamedsl("replay", "r.json", "--json")
    assert json.loads(again.out)["start"] == "one_taken"
    assert "from one taken" in gamedsl("replay", "r.json").out


def test_people_are_called_as_in_the_start(gamedsl: Runs, lane: str) -> None:
    said = b"why turns(spot = place[9])\nview rules\nturns(spot = place[1])\n"
    ran = gamedsl("play", lane, "--from", "one_taken", "--seat", "Bob", "--seed", "1", "--replay", "r.json", stdin=said)
    assert "You are Bob." in ran.out
    assert "place[2].mark  Ann\n" in ran.out
    assert json.loads(Path("r.json").read_text())["seats"] == ["Ann", "Bob"]
    assert gamedsl("replay", "r.json").code == 0
    own = ("--names", "Cat,Dan", "--replay", "s.json")
    assert "Dan: Which spot?" in gamedsl("play", lane, "--from", "one_taken", "--hot-seat", *own, stdin=b"quit\n").out
    assert "Ann" in gamedsl("explore", lane, "--from", "one_taken").out
    assert "Cat" in gamedsl("simulate", lane, "--from", "crowd", "--matches", "2").out

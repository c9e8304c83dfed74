"""`explore`: the tree of a small game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

COIN = """game coin:
    "Toss, then say stop or go on."
    players 2

each player:
    points = 0

rounds up to 1:
    tossing

phase tossing, each player:
    roll side: one of 0..1
    choose number: one of 0..side + 1
    points += number

ranking by highest points, ties shared
"""


@pytest.fixture
def coin(gamedsl: Runs) -> str:
    """Each player has two or three numbers to choose from, so that everything can be counted by hand."""
    Path("coin.gdl").write_text(COIN)
    return "coin.gdl"


def test_the_whole_tree(gamedsl: Runs, coin: str) -> None:
    """One toss, 2 sides, 5 first answers, 10 second questions, 25 ends: of these 4 + 4 + 1 are ties."""
    ran = gamedsl("explore", coin)
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """21 positions, 43 histories
25 complete matches of 2 to 2 moves

won by     matches
P1 and P2        9
P1               8
P2               8

seat  information sets  random play
P1                   2          1/2
P2                  10          1/2
"""
    )


def test_a_part_of_the_tree_as_data(gamedsl: Runs, coin: str) -> None:
    data = json.loads(gamedsl("explore", coin, "--depth", "1", "--json").out)
    assert data == {
        "file": "coin.gdl",
        "variants": [],
        "players": 2,
        "options": {},
        "depth": 1,
        "states": 12,
        "nodes": 18,
        "leaves": 0,
        "cut": 10,
        "shortest": None,
        "longest": None,
        "endings": [],
        "seats": [
            {"name": "P1", "value": None, "information_sets": 2},
            {"name": "P2", "value": None, "information_sets": 10},
        ],
    }


def test_what_was_cut_is_said(gamedsl: Runs, coin: str) -> None:
    assert "10 matches cut after 1 move\n" in gamedsl("explore", coin, "--depth", "1").out


def test_histories_are_told_apart_up_to_a_limit(gamedsl: Runs, coin: str) -> None:
    limit = "information sets are counted up to 40 histories; `--most` allows more\n"
    assert limit not in gamedsl("explore", coin, "--most", "40").out  # Everybody sees everything.
    Path(coin).write_text(COIN.replace("0..1\n", "0..1, seen by owner\n"))
    assert limit in gamedsl("explore", coin, "--most", "40").out


def test_too_large_a_tree_is_refused(gamedsl: Runs, coin: str) -> None:
    ran = gamedsl("explore", coin, "--most", "20")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == (
        "error: the tree has more than 20 positions\nhelp: cut it with `--depth`, or allow more with `--most`\n"
    )

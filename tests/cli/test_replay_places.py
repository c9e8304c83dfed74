"""`replay` finds the rules of a saved match: as they are written there, beside the match, or by the name of the game."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cli.running import Runs

WRITTEN = "deep/mine.gdl"
PLACES = (
    WRITTEN, f"saved/{WRITTEN}", "saved/mine.gdl", "heap.gdl", "saved/heap.gdl", "games/heap.gdl", "saved/games/heap.gdl", "games/classics/heap.gdl",
    "saved/games/classics/heap.gdl", "games/modern/heap.gdl", "saved/games/modern/heap.gdl",
)  # fmt: skip
"""Where rules are looked for, the first place first; the match is in the folder `saved`."""


@pytest.fixture(name="rules")
def _rules(gamedsl: Runs) -> str:
    """The rules of a saved match, which lie nowhere any more."""
    gamedsl("new", "heap")
    rules = Path("heap.gdl").read_text(encoding="utf-8")
    Path("heap.gdl").unlink()
    _put(rules, WRITTEN)
    gamedsl("play", WRITTEN, "--seed", "1", "--replay", "match.json", stdin=b"1\nquit\n")
    Path(WRITTEN).unlink()
    Path("saved").mkdir()
    Path("match.json").rename("saved/match.json")
    return rules


def _put(rules: str, place: str) -> None:
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    Path(place).write_text(rules, encoding="utf-8")


@pytest.mark.parametrize("place", PLACES)
def test_rules_are_found(gamedsl: Runs, rules: str, place: str) -> None:
    _put(rules, place)
    ran = gamedsl("replay", "saved/match.json")
    assert (ran.code, ran.err) == (0, "")
    assert "all as written" in ran.out


@pytest.mark.parametrize(("place", "later"), [*pairwise(PLACES)])
def test_the_first_place_counts(gamedsl: Runs, rules: str, place: str, later: str) -> None:
    _put(rules, place)
    _put("no rules at all", later)
    assert gamedsl("replay", "saved/match.json").code == 0
    _put("no rules at all", place)
    assert gamedsl("replay", "saved/match.json").code == 1


def test_where_there_are_none_the_line_to_write_is_told(gamedsl: Runs, rules: str) -> None:
    ran = gamedsl("replay", "saved/match.json")
    assert (ran.code, f"`{WRITTEN}` are not found" in ran.err) == (2, True)
    assert "gamedsl replay saved/match.json RULES" in ran.err
    _put(rules, "elsewhere.gdl")
    assert gamedsl("replay", "saved/match.json", "elsewhere.gdl").code == 0


def test_a_damaged_name_of_the_rules_that_no_file_can_have(gamedsl: Runs, rules: str) -> None:
    assert rules
    match = Path("saved/match.json")
    match.write_text(match.read_text(encoding="utf-8").replace(WRITTEN, "9" * 5000), encoding="utf-8")
    ran = gamedsl("replay", "saved/match.json")
    assert (ran.code, ran.out) == (2, "")
    assert "99` are not found" in ran.err

"""`verify`: matches in which rules break a promise, and what must be possible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

HEAPS = """game heaps:
    "Take one to three stones."
    players 2 to 3

shared:
    heap: 0..7 = 7
    spare = 3

each player:
    taken = 0

rounds at most 20:
    turns

phase turns, each player:
    choose one:
        take
        steal

action take:
    choose number: one of 1..3 where it <= heap
    heap -= number
    taken += number

action steal:
    require much: taken > 6 "Only who is rich steals."
    taken += 1

game ends when heap is 0

ranking by highest taken, ties shared

"""


FEW = ("--seconds", "0", "--matches", "20")
"""What makes a search short where all positions are looked at besides: it plays 100 matches with each way to choose."""


@pytest.fixture
def heaps(gamedsl: Runs) -> Runs:
    """Commands in a folder with the game."""
    Path("heaps.gdl").write_text(HEAPS)
    return gamedsl


def test_what_holds_in_all_positions_is_proved_and_what_never_happens_is_told(heaps: Runs) -> None:
    Path("heaps.gdl").write_text(f"{HEAPS}invariant few: heap < 8\npossible one_left: heap is 1\n")
    ran = heaps("verify", "heaps.gdl", "--players", "2")
    assert (ran.code, ran.err) == (0, "")
    assert "looked at all " in ran.out
    assert "possible one_left: yes, after 2 moves" in ran.out
    assert "never offered: steal" in ran.out
    assert "never changed: spare" in ran.out


def test_what_cannot_happen_is_a_finding(heaps: Runs) -> None:
    Path("heaps.gdl").write_text(f"{HEAPS}possible rich: some(players where taken > 7)\n")
    ran = heaps("verify", "heaps.gdl", "--players", "2")
    assert ran.code == 1
    assert "possible rich: no: in none of all positions" in ran.out
    ran = heaps("verify", "heaps.gdl", "--players", "2", "--most", "5", "--matches", "20", "--seconds", "0")
    assert "possible rich: not found in 60 matches" in ran.out


@pytest.mark.parametrize(
    "more",
    [("--players", "2", *FEW), ("--most", "3", "--matches", "50", "--seconds", "0.2")],
    ids=["everywhere", "by matches"],
)
def test_a_broken_invariant_is_shown_by_a_short_match_and_an_example_to_paste(
    heaps: Runs, more: tuple[str, ...]
) -> None:
    text = f"{HEAPS}invariant not_two: heap is not 2\n"
    Path("heaps.gdl").write_text(text)
    ran = heaps("verify", "heaps.gdl", "-o", "found.json", *more, "--json")
    assert ran.code == 1
    (trouble,) = json.loads(ran.out)["troubles"]
    assert (trouble["code"], trouble["match"]["players"]) == ("E_INVARIANT", 2)
    assert len(trouble["match"]["moves"]) + (trouble["match"]["failing"] is not None) == 2
    assert heaps("replay", "found.json", "heaps.gdl").code == 0
    Path("heaps.gdl").write_text(f"{text}\n{trouble['example']}")
    tested = heaps("test", "heaps.gdl", "--matches", "0")
    assert tested.code == 1
    assert "trouble_1" in tested.out
    Path("heaps.gdl").write_text(
        f"{HEAPS}invariant not_two: heap < 8\n\n{trouble['example'].replace('heap is not 2', 'heap is 2')}"
    )
    assert heaps("test", "heaps.gdl", "--matches", "0").code == 0


ROTTEN = HEAPS.replace("    turns\n\nphase", "    turns\n    rot\n\nphase rot:\n    if heap is 3: spare = 9\n\nphase")
SPOILT = HEAPS.replace("ranking", "end:\n    if some(players where taken is 4): spare = 9\n\nranking")


@pytest.mark.parametrize(("rules", "run"), [(ROTTEN, "rot"), (SPOILT, "end")])
def test_what_goes_wrong_after_a_turn_has_an_example_too(heaps: Runs, rules: str, run: str) -> None:
    """In the next phase, and in the end of the match."""
    text = f"{rules}invariant calm: spare is 3\n"
    Path("heaps.gdl").write_text(text)
    ran = heaps("verify", "heaps.gdl", "--players", "2", *FEW, "--json")
    (trouble,) = json.loads(ran.out)["troubles"]
    assert trouble["example"].splitlines()[-2:] == [f"    {run}", "    then spare is 3"]
    Path("heaps.gdl").write_text(f"{text}\n{trouble['example']}")
    assert "trouble_1" in heaps("test", "heaps.gdl", "--matches", "0").out


@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_seconds_are_numbers(heaps: Runs, seconds: str) -> None:
    assert f"{seconds} is no number" in heaps("verify", "heaps.gdl", "--seconds", seconds).err


def test_a_range_that_is_left_is_found_with_its_example(heaps: Runs) -> None:
    Path("heaps.gdl").write_text(HEAPS.replace("taken = 0", "taken: 0..4 = 0"))
    ran = heaps("verify", "heaps.gdl", "--players", "2", *FEW)
    assert ran.code == 1
    assert "E_BOUND" in ran.out
    assert "example trouble_1:" in ran.out


_BOUNDED = HEAPS.replace("taken = 0", "taken: 0..4 = 0")
_SPARED = _BOUNDED.replace("action take:\n", "action take:\n    if heap < 7: spare = 1\n").replace(
    "    taken += number", "    taken += number + (1 if spare is 1 else 0)"
)
_GREEDY = HEAPS.replace("taken = 0", "taken: 0..2 = 0")


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (_GREEDY, ["as P1: turns", "P1 plays take(number = 3)"]),
        (_BOUNDED, ["given:", "    P1.taken = 2", "as P1: turns", "P1 plays take(number = 3)"]),
        (_SPARED, ["given:", "    spare = 1", "    P1.taken = 1", "as P1: take", "P1 plays take(number = 3)"]),
    ],
    ids=["none", "one", "two"],
)
def test_an_example_gives_only_what_it_needs(heaps: Runs, rules: str, lines: list[str]) -> None:
    Path("heaps.gdl").write_text(rules)
    ran = heaps("verify", "heaps.gdl", "--players", "2", *FEW, "--json")
    (trouble,) = json.loads(ran.out)["troubles"]
    assert trouble["example"].splitlines() == ["example trouble_1:", *(f"    {x}" for x in ["players P1, P2", *lines])]


MARK = """game whispers:
    players 2

shared:
    mark: 1..6 = 1, seen by nobody

each player:
    points: 0..99 = 0

setup:
    roll first: one of 1..6
    mark = first

rounds up to 3:
    turns

phase turns, each player:
    choose steps: one of 1..3
    points += steps
    if {mark}mark > 3: points += 1

ranking by highest points, ties shared
"""


def test_what_somebody_can_tell_without_a_word_of_the_rules_is_trouble(gamedsl: Runs) -> None:
    Path("whispers.gdl").write_text(MARK.format(mark=""))
    few = ("--most", "5", "--matches", "2", "--seconds", "0")
    ran = gamedsl("verify", "whispers.gdl", *few, "-o", "told.json")
    assert ran.code == 1
    assert "players: trouble\n" in ran.out
    assert "exchanged what players do not see in 10 matches" in ran.out
    assert "error[E_SECRET]: something hidden that can be told by what happens: P" in ran.out
    assert " --> whispers.gdl:20:8\n" in ran.out
    assert gamedsl("replay", "told.json").code == 0
    Path("whispers.gdl").write_text(MARK.format(mark="openly "))
    assert gamedsl("verify", "whispers.gdl", *few).code == 0


RARE = """game rare:
    players 1

shared:
    marks: 0..99 = 0

rounds up to 1:
    turns

phase turns, each player:
    roll first: one of 1..40
    roll second: one of 1..50
    choose go: may, ask "Do you go?"
    if first is 1 and second is 1 and go: marks = 1

ranking by highest marks

invariant small: marks is 0
"""


def test_a_fault_behind_rare_chance_has_a_match_and_hides_what_never_happened(gamedsl: Runs) -> None:
    """All positions are looked at, so the fault is certain; one match of 2,000 has the chance that leads there."""
    Path("rare.gdl").write_text(RARE)
    ran = gamedsl("verify", "rare.gdl", "--seconds", "0", "--matches", "0")
    assert ran.code == 1
    assert "match 3224 of seed 1" in ran.out
    assert "never changed" not in ran.out

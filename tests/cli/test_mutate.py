"""`gamedsl mutate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

RULES = """game steps:
    players 1 to 2

option far: no, yes

shared:
    walked = 0

rounds up to 2:
    walk

phase walk, each player:
    choose n: one of 1..3
    if n > 1: walked += n

score for_way: walked

ranking by highest total, ties shared

example a_three:
    players Ann
    as Ann: walk
    Ann plays walk(n = 3)
    then walked is 3
"""


@pytest.fixture
def steps(tmp_path: Path) -> str:
    (tmp_path / "steps.gdl").write_text(RULES, encoding="utf-8")
    return "steps.gdl"


def test_survivors_are_listed_with_their_lines(gamedsl: Runs, steps: str) -> None:
    ran = gamedsl("mutate", steps, "-k", "14", "--matches", "0")
    assert ran.code == 0
    assert ran.out.startswith("steps.gdl:14: if n > 1: walked += n\n")
    assert (
        "  comparison: n > 1 → n >= 1\n    would be noticed by an example in which `n` and `1` are equal\n" in ran.out
    )
    assert "n > 1 → n <= 1" not in ran.out
    assert ran.out.splitlines()[-6].startswith("steps.gdl: 7 mutants of ")
    assert ran.out.endswith("noticed of 7 that are neither equal nor refused\n")


def test_data(gamedsl: Runs, steps: str) -> None:
    ran = gamedsl("mutate", steps, "-k", "walk", "--players", "1", "--option", "far=no", "--matches", "1", "--json")
    data = json.loads(ran.out)
    assert ran.code == 0
    assert data["tried"] == len(data["each"]) == data["noticed"] + data["survived"] + data["equal"] + data["refused"]
    by_change = {(one["before"], one["after"]): one for one in data["each"]}
    noticed = by_change[("walked += n", "walked -= n")]
    assert (noticed["fate"], noticed["by"], noticed["line"], noticed["part"]) == ("noticed", "a_three", 14, "walk")


def test_a_sample_is_that_of_its_seed(gamedsl: Runs, steps: str) -> None:
    runs = [gamedsl("mutate", steps, "--sample", "4", "--seed", seed, "--json").out for seed in ("1", "1", "2")]
    assert runs[0] == runs[1] != runs[2]
    assert json.loads(runs[0])["tried"] == 4


def test_a_share_that_is_too_small_fails(gamedsl: Runs, steps: str) -> None:
    assert gamedsl("mutate", steps, "--at-least", "100%", "-j", "1").code == 1
    assert gamedsl("mutate", steps, "--at-least", "5 %", "--no-cache").code == 0
    assert "is no percentage" in gamedsl("mutate", steps, "--at-least", "much").err


def test_wrong_use(gamedsl: Runs, steps: str) -> None:
    nowhere = gamedsl("mutate", steps, "-k", "nowhere")
    assert (nowhere.code, nowhere.err.splitlines()[0]) == (2, "error: there is nothing to change in `nowhere`")
    assert gamedsl("mutate", steps, "--players", "3").code == 2
    Path(steps).write_text(RULES.replace("walked is 3", "walked is 4"), encoding="utf-8")
    failing = gamedsl("mutate", steps)
    assert failing.code == 2
    assert failing.err == (
        "error: the example `a_three` fails as the rules are\nhelp: `gamedsl test steps.gdl -k a_three` says why\n"
    )


def test_what_is_known_is_not_tried_again(
    gamedsl: Runs, steps: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path / "cache"))
    first = gamedsl("mutate", steps, "--matches", "0")

    def fail(*_: object) -> None:
        raise AssertionError("it is known")

    monkeypatch.setattr("gamedsl.mutation.trial.Trial.of", fail)
    assert gamedsl("mutate", steps, "--matches", "0") == first

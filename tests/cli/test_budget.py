"""Commands that meet rules which ask for too much: one sentence, the line, and the code of the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from cli.running import Runs
from gamedsl.cli.common import engines
from gamedsl_interpreter.matches.fastest import fastest
from share import paired

ZOO = Path(__file__).parents[1] / "zoo" / "playing"


@pytest.mark.parametrize(
    ("command", "name"),
    paired(
        (("perft", "--depth", "1"), ("simulate", "--policy", "moves"), ("explore", "--depth", "1")),
        ("loops_of_formulas", "any_of_sixty"),
    ),
)
def test_more_work_than_a_call_may_take(gamedsl: Runs, name: str, command: tuple[str, ...]) -> None:
    ran = gamedsl(command[0], str(ZOO / f"{name}.gdl"), *command[1:])
    assert ran.code == 1
    assert ran.err.startswith("error[E_BUDGET]: more work than one move may take: ")
    assert f"{name}.gdl:" in ran.err
    assert "in turns" in ran.err
    assert "help: " in ran.err


def test_play_reports_a_move_that_takes_too_much_work(gamedsl: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "fastest", partial(fastest, budget=2_500))  # each answer is tried before it is given
    Path("loops.gdl").write_text((ZOO / "late_loops.gdl").read_text().replace("1..30000", "1..90"))
    ran = gamedsl("play", "loops.gdl", "--seed", "1", stdin=b"2\n")
    assert ran.code == 1
    assert "error[E_BUDGET]: more work than one move may take: what `turns` does" in ran.err


@pytest.mark.parametrize("name", ["big_deal", "thousand_cards"])
def test_deals_that_cannot_be_listed(gamedsl: Runs, name: str) -> None:
    rules = str(ZOO / f"{name}.gdl")
    ran = gamedsl("perft", rules, "--depth", "1", "--most", "400")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("error: depth 0 has a draw or roll with more than 10,000 outcomes\nhelp: ")
    ran = gamedsl("explore", rules, "--depth", "1", "--most", "100")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("error: the tree has a draw or roll with more than 10,000 outcomes\nhelp: ")


@pytest.mark.parametrize("name", ["open_roll", "open_dice", "open_pool"])
def test_large_rolls_in_examples_are_tried_or_sampled(gamedsl: Runs, name: str) -> None:
    ran = gamedsl("test", str(ZOO / f"{name}.gdl"))
    assert (ran.code, ran.err) == (0, "")
    assert "ok 1 example" in ran.out
    assert ("sampled" in ran.out) == (name != "open_pool")

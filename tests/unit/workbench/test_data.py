"""Data of matches: the same rows whoever played them, whole files or none, and points before the end."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import gamedsl
from cli.running import Runs, runner
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference.engine import ReferenceEngine


def _nothing(_: str) -> None:
    """As if no module were installed."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys)


@pytest.mark.usefixtures("forks")
@pytest.mark.parametrize("more", [(), ("--decisions",)])
def test_the_same_rows_whatever_the_processes(run: Runs, more: tuple[str, ...]) -> None:
    for jobs in ("1", "2"):
        ran = run("simulate", "kuhn_poker", "--matches", "40", "--out", f"by_{jobs}.csv", "-j", jobs, *more)
        assert ran.code == 0, ran.err
    assert Path("by_1.csv").read_bytes() == Path("by_2.csv").read_bytes()


def test_what_is_not_installed_is_named(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamedsl.workbench.extras.find_spec", _nothing)
    ran = run("simulate", "tic_tac_toe", "--matches", "2", "--out", "matches.parquet")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "error: parquet needs a library that is not installed\nhelp: install it with `pip install 'gamedsl[parquet]'`\n"
    )
    assert not Path("matches.parquet").exists()


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_fault_leaves_no_half_file(run: Runs, form: str) -> None:
    """The rules break their promise in a late match only."""
    run("new", "heap")
    rules = Path("heap.gdl").read_text(encoding="utf-8")
    rules = rules.replace("shared:\n", "shared:\n    turns_taken: 0..12 = 0\n").replace(
        "    heap -= stones\n", "    heap -= stones\n    turns_taken += 1\n"
    )
    Path("heap.gdl").write_text(rules, encoding="utf-8")
    Path(f"old.{form}").write_text("what was there")
    for name, more in ((f"new.{form}", ()), (f"old.{form}", ("--force",))):
        ran = run("simulate", "heap.gdl", "--matches", "50", "--out", name, *more)
        assert ran.code == 1, ran.out
        assert "error[" in ran.err
    assert sorted(one.name for one in Path().iterdir()) == ["heap.gdl", f"old.{form}"]
    assert Path(f"old.{form}").read_text() == "what was there"


def test_points_before_the_end() -> None:
    """Both executors give the same, and at the end what the outcome says."""
    game = gamedsl.load_rules("gem_guild").game()
    fast, slow = cast("gamedsl.Engine", fastest(game).engine), cast("gamedsl.Engine", ReferenceEngine(game))
    here, there, dice = fast.initial(3), slow.initial(3), policy_stream(3, 0)
    while not here.is_over:
        assert fast.score_table(here) == slow.score_table(there)
        seat = fast.to_act(here)[0]
        moves = fast.moves(here, seat)
        at = dice.below(len(moves))
        here, there = fast.play(here, seat, moves[at]), slow.play(there, seat, slow.moves(there, seat)[at])
    outcome = fast.outcome(here)
    assert outcome is not None
    told = tuple(tuple(points for _, points in lines) for lines in outcome.scores)
    assert fast.score_table(here) == slow.score_table(there) == told

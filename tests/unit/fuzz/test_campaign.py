"""Short runs: the project has an answer to every input, and a failure is written down small."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from fuzz.campaign import Bounds, Campaign
from fuzz.stages import STAGES, Stage
from fuzz.state import Plan, State, resumed
from fuzz.verdict import CRASH
from share import less
from unit.fuzz.planted import BROKEN


def ran(state: State, stage: Stage, inputs: int, found: Path, jobs: int = 1) -> list[str]:
    """Runs up to so many inputs; what was told."""
    told: list[str] = []
    Campaign(state, stage, found, told.append).run(jobs, Bounds(None, inputs))
    return told


@pytest.mark.parametrize(("name", "inputs"), [("parse", less(120, 24)), ("check", less(120, 16)), ("play", less(4, 2))])
def test_every_input_has_an_answer(tmp_path: Path, name: str, inputs: int) -> None:
    # By the clock of a busy machine nothing is measured here: a hang takes more than a minute of process time.
    stage = evolve(STAGES[name], seconds=60, block=inputs // 2)
    state = State(Plan(1, name, "", stage.block))
    assert ran(state, stage, inputs, tmp_path) == []
    assert sum(state.counts.values()) == inputs


def test_a_run_that_goes_on_comes_to_the_same(tmp_path: Path) -> None:
    block = less(50, 6)
    stage = evolve(STAGES["parse"], block=block)
    plan = Plan(4, stage.name, "", stage.block)
    path = tmp_path / "run.jsonl"
    ran(resumed(plan, path), stage, block, tmp_path)
    parts = resumed(plan, path)
    assert parts.inputs == block
    ran(parts, stage, 2 * block, tmp_path)
    whole = State(plan)
    ran(whole, stage, 2 * block, tmp_path, jobs=2)
    assert (parts.done, parts.counts) == (whole.done, whole.counts)


def test_a_failure_is_written_down_small(tmp_path: Path) -> None:
    plan = Plan(5, BROKEN.name, "tokens", BROKEN.block)
    state = State(plan)
    told = ran(state, BROKEN, 200, tmp_path / "found")
    (mark,) = state.known
    assert mark.startswith(CRASH)
    assert len(told) == 2
    lines = (tmp_path / "found" / f"{mark}.gdl").read_bytes().splitlines()
    assert lines[0] == b"# expect: ?"
    assert lines[-2].startswith(b"# found: crash, ValueError: planted")
    assert len(lines[-1]) == 3
    assert "planted.py" in (tmp_path / "found" / f"{mark}.txt").read_text()

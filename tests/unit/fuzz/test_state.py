"""A run goes on where it was left."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.state import Plan, StateError, resumed

PLAN = Plan(1, "check", "", 250)


def test_what_was_added_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    state = resumed(PLAN, path)
    state.add_block(3, {("tokens", "fine"): 250})
    state.add_block(0, {("tokens", "fine"): 249, ("valid", "crash"): 1})
    state.add_failure("crash-1", "it broke")
    again = resumed(PLAN, path)
    assert (again.done, again.counts, again.known) == (state.done, state.counts, state.known)
    assert (again.inputs, again.counts["tokens", "fine"]) == (500, 499)


def test_a_line_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    resumed(PLAN, path).add_block(0, {("tokens", "fine"): 250})
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"block": 1, "cou')
    state = resumed(PLAN, path)
    assert state.done == {0}
    state.add_block(1, {("tokens", "fine"): 250})
    assert resumed(PLAN, path).done == {0, 1}


@pytest.mark.parametrize(
    "text", ["{}\n", "what\n", "what", "{}\nwhat", '{"seed": 2, "stage": "check", "only": "", "block": 250}\n']
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(StateError):
        resumed(PLAN, path)
    assert path.read_text() == text

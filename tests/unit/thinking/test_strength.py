"""The measurement of strength goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.strength import main


def test_a_run_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    duels = [str(results), "--duels", "connect_four: mcts:1000 against random"]
    assert main([*duels, "--matches", "1"]) == 0
    first = results.read_text()
    assert len(first.splitlines()) == 1
    # A line that was cut off when a run was killed is played again.
    results.write_text(first + '{"duel": "connect_four: mcts:1000 against random", "ind')
    assert main([*duels, "--matches", "2"]) == 0
    assert results.read_text().startswith(first)
    assert "| connect_four: mcts:1000 against random | 2 | 100.0% |" in capsys.readouterr().out
    assert main([*duels, "--matches", "2", "--seconds", "0"]) == 0

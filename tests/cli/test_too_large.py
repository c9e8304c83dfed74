"""Rules that are too large for the fast executor: who plays and who checks hears what is too large, where, and what helps."""

from __future__ import annotations

from pathlib import Path

from cli.running import Runs

_HEAD = """game heaps:
    players 2

each player:
    points: 0..9 = 0

shared:
    heap: bag of {classes}
"""

_TAIL = """
rounds up to 1:
    turns

phase turns, each player:
    choose n: one of 1..3
    points = n

ranking by highest points, ties shared
"""


def _heaps(folder: Path, number: int) -> str:
    names = [f"stone{i}" for i in range(number)]
    components = "".join(f"\ncomponent 4096 {name} in heap\n" for name in names)
    path = folder / "heaps.gdl"
    path.write_text(_HEAD.format(classes=" or ".join(names)) + components + _TAIL, encoding="utf-8")
    return str(path)


def test_too_many_pieces(tmp_path: Path, gamedsl: Runs) -> None:
    rules = _heaps(tmp_path, 17)
    played = gamedsl("simulate", rules, "--matches", "2")
    assert played.code == 0
    assert "69,632 pieces (at most 65,528)" in played.err
    assert "with a number instead of pieces" in played.err
    checked = gamedsl("check", "-v", rules)
    assert "advice: only the slow executor can play this setup, because of 69,632 pieces" in checked.out


def test_as_many_as_there_may_be(tmp_path: Path, gamedsl: Runs) -> None:
    rules = _heaps(tmp_path, 15)
    assert "slow executor" not in gamedsl("simulate", rules, "--matches", "2").err
    assert "slow" not in gamedsl("check", "-v", rules).out

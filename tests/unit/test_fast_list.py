"""The list of fast tests names what there is."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_line_is_a_path() -> None:
    lines = (ROOT / "tests/fast.txt").read_text(encoding="utf-8").splitlines()
    assert "tests/unit" in lines
    assert [line for line in lines if not (ROOT / line.removeprefix("--ignore=")).exists()] == []
    assert len(set(lines)) == len(lines)

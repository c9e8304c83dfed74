"""The lines of the rules that stand beside a place of the graph, for every line of some games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamedsl.source import Source
from gamedsl.studio.setting import block

GAMES = Path(__file__).parents[2] / "games"
MOST = 16
"""The most lines that are shown."""


@pytest.mark.parametrize("name", ["gloriana", "classics/hearts", "minis/kuhn_poker"])
def test_the_lines_around_a_line_are_those_of_its_declaration(name: str) -> None:
    path = next(GAMES.rglob(f"{name.rpartition('/')[2]}.gdl"))
    source = Source(path.name, path.read_text(encoding="utf-8"))
    lines = source.text.split("\n")
    for at in range(1, len(lines) + 1):
        assert [*block(source, at)] == _expected(lines, at), at


def _expected(lines: list[str], at: int) -> list[int]:
    """Cuts the text at lines that begin at the left and are no comments; a long declaration is shown from half of the lines before the line on."""
    heads = [number for number in range(1, at + 1) if number == 1 or re.match(r"\S", lines[number - 1])]
    ends = [number for number in range(at + 1, len(lines) + 1) if re.match(r"[^\s#]", lines[number - 1])]
    first, end = heads[-1], (ends or [len(lines) + 1])[0]
    first = first if at - first < MOST else at - MOST // 2
    shown = [*range(first, min(end, first + MOST))]
    while shown[-1] > at and not lines[shown[-1] - 1].strip():
        shown.pop()
    return shown

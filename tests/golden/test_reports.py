"""Reports on matches: what is found, the tables behind it, and what the pictures are drawn from."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting.deep.sections import Depth
from gamedsl.workbench.reporting.figures import figure_text
from gamedsl.workbench.reporting.make import evidence
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl_interpreter.matches.fastest import fastest
from golden.conftest import Compare


@pytest.mark.parametrize(
    ("name", "thinking", "deep"),
    [("kuhn_poker", 4, 20), ("leduc_poker", 0, 0), ("flower_stall", 0, 0), ("gem_guild", 0, 0)],
)
def test_reports(name: str, thinking: int, deep: int, golden: Compare) -> None:
    """Of two players; `thinking` and `deep` are the matches of thinking players and those that are looked at deeply."""
    chosen = fastest(gamedsl.load_rules(name).game(players=2))
    golden(f"reports/{name}.txt", "\n".join(_lines(Job(chosen, "random", 1), thinking, deep)) + "\n")


def _lines(job: Job, thinking: int, deep: int) -> Iterator[str]:
    told = evidence(job, 60, Thinking(thinking, 600), 1, depth=Depth(deep, ("random", "greedy:1")))
    yield from told.notes
    for section in told.sections:
        yield f"# {section.title} ({section.id})"
        yield from map(str, section.findings)
        yield from (" | ".join(map(str, row)) for row in (section.grid.head, *section.grid.rows))
        yield from (f"{one.title}: {figure_text(one)}; {one.meaning} ({one.source.full})" for one in section.figures)
        yield section.made
        yield json.dumps(section.picture, sort_keys=True, default=str)
    yield str(told.story)

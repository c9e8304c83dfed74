"""Reports on matches: what is found, the tables behind it, and what the pictures are drawn from."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting.figures import figure_text
from gamedsl.workbench.reporting.make import evidence
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl_interpreter.matches.fastest import fastest
from golden.conftest import Compare


@pytest.mark.parametrize(("name", "players", "thinking"), [("kuhn_poker", 2, 4), ("leduc_poker", 2, 0)])
def test_reports(name: str, players: int, thinking: int, golden: Compare) -> None:
    chosen = fastest(gamedsl.load_rules(name).game(players=players))
    golden(f"reports/{name}.txt", "\n".join(_lines(Job(chosen, "random", 1), thinking)) + "\n")


def _lines(job: Job, thinking: int) -> Iterator[str]:
    told = evidence(job, 60, Thinking(thinking, 600), 1)
    yield from told.notes
    for section in told.sections:
        yield f"# {section.title} ({section.id})"
        yield from map(str, section.findings)
        yield from (" | ".join(map(str, row)) for row in (section.grid.head, *section.grid.rows))
        yield from (f"{one.title}: {figure_text(one)}; {one.meaning} ({one.source.full})" for one in section.figures)
        yield section.made
        yield json.dumps(section.picture, sort_keys=True, default=str)
    yield str(told.story)

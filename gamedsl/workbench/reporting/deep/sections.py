"""Plays the matches of the deep figures and makes their sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamedsl.values import evolve, frozen
from gamedsl.workbench.lineups import lineup_text
from gamedsl.workbench.playing.deep import Deep, Plan
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import looked_deep, played
from gamedsl.workbench.reporting.deep.interplay import interplay_section
from gamedsl.workbench.reporting.deep.luck import luck_section
from gamedsl.workbench.reporting.deep.options import options_section
from gamedsl.workbench.reporting.deep.strengths import Strength, strengths_section
from gamedsl.workbench.reporting.deep.tension import tension_section
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.outcomes import Outcomes, join_outcomes, outcomes
from gamedsl.workbench.tables import table_of

STRENGTHS = ("random", "mcts:100", "mcts:1000")
"""The usual strengths of players, weakest first."""


@frozen
class Depth:
    """How deep a report looks: into so many matches (0: not at all), and with players of which strengths, weakest first."""

    matches: int = 0
    strengths: tuple[str, ...] = STRENGTHS


def deep_sections(
    job: Job, depth: Depth, workers: int | None, tick: Callable[[int], object], *, has_rivals: bool
) -> Iterator[Section]:
    """Yields the sections. Their figures do not depend on `workers`. Raises MatchFault, WorldsError, LineupError."""
    weak, strong = depth.strengths[:2] if len(depth.strengths) > 1 else ("", "")
    plan = Plan(weak, strong, has_rivals)
    found: list[Deep] = []
    for one in looked_deep(job, range(depth.matches), plan, workers):
        found.append(one)
        tick(1)
    players = f"Players are {lineup_text(job.agents, job.chosen.engine.game)}"
    made = f"The first {depth.matches:,} matches of seed {job.seed}."
    sections = [
        tension_section(found, players, made) if has_rivals else None,
        luck_section(found, weak, strong, f"The deals of the first {depth.matches:,} matches of seed {job.seed}."),
        interplay_section(found, players, made),
        options_section(found, players, made),
    ]
    yield from (section for section in sections if section is not None)
    if has_rivals and depth.strengths:
        yield strengths_section([_strength(job, name, depth.matches, workers, tick) for name in depth.strengths], made)


def _strength(job: Job, name: str, matches: int, workers: int | None, tick: Callable[[int], object]) -> Strength:
    """Plays matches in which all players have this strength."""
    own = evolve(job, agents=name)
    parts: list[Outcomes] = []
    for chunk in played(own, range(matches), Detail.RESULTS, workers):
        parts.append(outcomes(table_of(job.chosen.engine.game, chunk.table(own))))
        tick(chunk.count)
    return Strength(name, join_outcomes(parts))

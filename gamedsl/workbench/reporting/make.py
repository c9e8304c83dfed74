"""A report is made: matches are played, and every section looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Chunk, Decision, Detail, Job
from gamedsl.workbench.playing.workers import played
from gamedsl.workbench.reporting import courses, results, used
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.outcomes import Outcomes, joined, outcomes
from gamedsl.workbench.reporting.skill import skill
from gamedsl.workbench.reporting.story import Story, story
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.worlds.lost import WorldsError

DECISIONS = 6_000
"""Decisions that are watched, in the first matches: each costs a hundred times as much as one inside the module."""


@frozen
class Evidence:
    """All that a report says of a game."""

    sections: tuple[Section, ...]
    story: Story | None
    notes: tuple[str, ...]


def evidence(
    job: Job, matches: int, thinking: int, workers: int | None = None, tick: Callable[[int], None] = lambda _: None
) -> Evidence:
    """What `matches` matches show, from match 0 of the seed on. `thinking` is the number of matches in which one seat thinks more than the others; 0: none.
    The result does not depend on `workers`. Raises MatchFault, WorldsError if the agents of the job think and cannot."""
    game = job.chosen.engine.game
    told = f"{matches:,} matches of seed {job.seed}."
    chunks = _ticked(played(job, range(matches), Detail.RESULTS, workers), tick)
    ended = joined([outcomes(table_of(game, chunk.table(job))) for chunk in chunks])
    watched = _watched(job, game, matches, workers)
    looked = f"The first {len(watched.decisions):,} matches of seed {job.seed}, every decision of them."
    sections = [*of_outcomes(ended, told), *_of_courses(game, watched, looked)]
    notes: list[str] = []
    if thinking and game.humans > 1:
        try:
            sections.append(skill(job, thinking, workers, tick))
        except WorldsError as error:
            notes.append(f"How much is skill is not known: players that think cannot play this game, because {error}.")
    return Evidence(tuple(sections), story(watched), tuple(notes))


def of_outcomes(ended: Outcomes, made: str) -> Iterator[Section]:
    """The sections that need only how matches ended."""
    yield results.length(ended, made)
    if ended.is_contest:
        yield results.seats(ended, made)
        if ended.lines and any(len(one.winners) == 1 for one in ended.matches):
            yield results.points(ended, made)
    yield results.endings(ended, made)


def _of_courses(game: Game, watched: Watched, made: str) -> Iterator[Section]:
    found = (
        courses.choices(watched, made),
        courses.decided(watched, made),
        courses.lead_changes(watched, made),
        used.used(game, watched, made),
    )
    yield from (section for section in found if section is not None)


def _ticked(chunks: Iterator[Chunk], tick: Callable[[int], None]) -> Iterator[Chunk]:
    for chunk in chunks:
        yield chunk
        tick(chunk.count)


def _watched(job: Job, game: Game, matches: int, workers: int | None) -> Watched:
    """The first matches with their decisions: as many as have so many decisions together, at least one."""
    parts, decisions, left = list[Outcomes](), list[tuple[Decision, ...]](), DECISIONS
    for chunk in played(job, range(matches), Detail.DECISIONS, workers):
        parts.append(outcomes(table_of(game, chunk.table(job))))
        for match in chunk.decisions:
            if left > 0:
                decisions.append(match)
            left -= len(match)
        if left <= 0:
            break
    whole = joined(parts)
    ended = Outcomes(whole.seats, whole.scripted, whole.lines, whole.matches[: len(decisions)])
    return Watched(ended, tuple(decisions))

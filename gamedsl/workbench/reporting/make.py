"""A report is made: matches are played, and every section looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import mean
from types import MappingProxyType

from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, frozen
from gamedsl.workbench.lineups import are_random
from gamedsl.workbench.playing.conditions import asked, conditions
from gamedsl.workbench.playing.jobs import Chunk, Decision, Detail, Job
from gamedsl.workbench.playing.noticing import noticing
from gamedsl.workbench.playing.workers import played
from gamedsl.workbench.reporting import courses, results, used
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.outcomes import Outcomes, joined, outcomes
from gamedsl.workbench.reporting.reach import Places, reached, refused
from gamedsl.workbench.reporting.skill import Thinking, TooSlowError, skill
from gamedsl.workbench.reporting.story import Story, story
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.wasm.interface import Purpose
from gamedsl_interpreter.wasm.modules import Keeper
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
    job: Job,
    matches: int,
    thinking: Thinking,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda _: None,
    places: Places = MappingProxyType({}),
    keeper: Keeper | None = None,
) -> Evidence:
    """What `matches` matches show, from match 0 of the seed on. `places` are those of the rules. The result does not depend on `workers`, but for how many
    matches of players that think there is time. `keeper` keeps modules for later starts. Raises MatchFault, WorldsError if the agents of the job think and
    cannot."""
    game = job.chosen.engine.game
    told = f"{matches:,} matches of seed {job.seed}."
    ended, reach = _ended(job, matches, workers, tick, places, keeper)
    watched = _watched(job, game, matches, workers)
    looked = f"The first {len(watched.decisions):,} matches of seed {job.seed}, every decision of them."
    refusing = _refusing(job, watched, places)
    sections = [
        *of_outcomes(ended, told),
        *_of_courses(job, watched, looked),
        *reach,
        *([refusing] if refusing else []),
    ]
    notes: list[str] = []
    if thinking.matches and game.humans > 1:
        try:
            sections.append(skill(job, thinking, mean(one.decisions for one in ended.matches), workers, tick))
        except (WorldsError, TooSlowError) as error:
            notes.append(f"How much is skill is not known: {_reason(error)}.")
    return Evidence(tuple(sections), story(watched), tuple(notes))


def _refusing(job: Job, watched: Watched, places: Places) -> Section | None:
    """What conditions refuse; None if there are none."""
    names = conditions(job.chosen.engine.game)
    return refused(names, asked(job, watched.decisions), places, job.seed) if names else None


def _reason(error: WorldsError | TooSlowError) -> str:
    return (
        str(error) if isinstance(error, TooSlowError) else f"players that think cannot play this game, because {error}"
    )


def _ended(
    job: Job, matches: int, workers: int | None, tick: Callable[[int], None], places: Places, keeper: Keeper | None
) -> tuple[Outcomes, Sequence[Section]]:
    """How the matches end, and what they never reach: nothing is said of that if the slow executor plays."""
    game = job.chosen.engine.game
    noting = noticing(game)
    purpose = Purpose.PLAYOUTS if are_random(job.agents, game) else Purpose.PLAY
    chosen = fastest(noting.game, keeper=keeper, purpose=purpose) if job.chosen.note is None else job.chosen
    if chosen.note is not None:
        tables = [
            table_of(game, one.table(job))
            for one in _ticked(played(job, range(matches), Detail.RESULTS, workers), tick)
        ]
        return joined([outcomes(table) for table in tables]), ()
    own = evolve(job, chosen=chosen)
    tables = [
        table_of(noting.game, one.table(own))
        for one in _ticked(played(own, range(matches), Detail.RESULTS, workers), tick)
    ]
    ended = joined([outcomes(noting.without_parts(table)) for table in tables])
    ran = frozenset[int]().union(*(noting.reached(table) for table in tables))
    return ended, (reached(game, noting.parts, ran, ended, places, f"{matches:,} matches of seed {job.seed}."),)


def of_outcomes(ended: Outcomes, made: str) -> Iterator[Section]:
    """The sections that need only how matches ended."""
    yield results.length(ended, made)
    if ended.is_contest:
        yield results.seats(ended, made)
        if ended.lines and any(len(one.winners) == 1 for one in ended.matches):
            yield results.points(ended, made)
    yield results.endings(ended, made)


def _of_courses(job: Job, watched: Watched, made: str) -> Iterator[Section]:
    found = (
        courses.choices(watched, made),
        courses.decided(watched, made),
        courses.lead_changes(watched, made),
        used.used(job, watched, made),
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

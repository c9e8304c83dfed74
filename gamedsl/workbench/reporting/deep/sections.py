"""Plays the matches of the deep figures and makes their sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from statistics import fmean

from gamedsl.values import evolve, frozen
from gamedsl.workbench.lineups import lineup_text
from gamedsl.workbench.playing.deep import SEARCH, Deep, Plan, expect_seconds
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import look_deep_in_order, play_chunks
from gamedsl.workbench.reporting.deep.luck import luck_section
from gamedsl.workbench.reporting.deep.options import options_section
from gamedsl.workbench.reporting.deep.strengths import Strength, strengths_section
from gamedsl.workbench.reporting.deep.tension import tension_section
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcomes, join_outcomes, outcomes
from gamedsl.workbench.reporting.sources import ELIAS
from gamedsl.workbench.statistics.estimates import Estimate, estimate_share, jackknife
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.arguments import nobody
from gamedsl_interpreter.matches.cores import cores

STRENGTHS = ("random", "mcts:100", "mcts:1000")
"""The usual strengths of players, weakest first."""


_LONG = 20.0
"""Seconds of which people are told."""


@frozen
class Depth:
    """How deep a report looks: the number of matches (0: none), the strengths of players, weakest first, and the seconds after which no further match is
    studied."""

    matches: int = 0
    strengths: tuple[str, ...] = STRENGTHS
    seconds: float = inf


def deep_sections(
    job: Job,
    depth: Depth,
    workers: int | None,
    tick: Callable[[int], object],
    *,
    has_rivals: bool,
    say: Callable[[str], object] = nobody,
) -> Iterator[Section]:
    """Yields the sections. Their figures do not depend on `workers`, except that the number of matches depends on the time. `say` is called with sentences
    on work that takes long. Raises MatchFault, WorldsError, AgentSpecError."""
    weak, strong = depth.strengths[:2] if len(depth.strengths) > 1 else ("", "")
    plan = Plan(weak, strong, has_rivals)
    _say_time(job, depth, plan, workers, say)
    found: list[Deep] = []
    for one in look_deep_in_order(job, range(depth.matches), plan, workers, depth.seconds):
        found.append(one)
        tick(1)
    number = len(found)
    if number < depth.matches:
        say(f"there was time to look into {number:,} of {depth.matches:,} matches")
    players = f"Players are {lineup_text(job.agents, job.chosen.engine.game)}"
    these = f"first {'match' if number == 1 else f'{number:,} matches'} of seed {job.seed}."
    made = f"The {these}"
    sections = [
        tension_section(found, players, made) if has_rivals else None,
        luck_section(found, weak, strong, f"The deals of the {these}"),
        interplay_section(found, players, made),
        options_section(found, players, made),
    ]
    yield from (section for section in sections if section is not None)
    if has_rivals and depth.strengths:
        yield strengths_section([_strength(job, name, number, workers, tick) for name in depth.strengths], made)


def _say_time(job: Job, depth: Depth, plan: Plan, workers: int | None, say: Callable[[str], object]) -> None:
    """Says about how long it will take, if people would wonder."""
    each = expect_seconds(job, plan, depth.strengths)
    whole = each * depth.matches / min(depth.matches, workers or cores())
    if min(whole, depth.seconds) > _LONG:
        say(
            f"looking deep into {depth.matches:,} matches takes about {_time_text(whole)}; a limit of seconds ends it with what is known by then"
            if whole <= depth.seconds
            else f"looking deep into {depth.matches:,} matches would take about {_time_text(whole)}, and ends after {_time_text(depth.seconds)}"
        )


def _time_text(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def _strength(job: Job, name: str, matches: int, workers: int | None, tick: Callable[[int], object]) -> Strength:
    """Plays matches in which all players have this strength."""
    own = evolve(job, agents=name)
    parts: list[Outcomes] = []
    for chunk in play_chunks(own, range(matches), Detail.RESULTS, workers):
        parts.append(outcomes(table_of(job.chosen.engine.game, chunk.table(own))))
        tick(chunk.count)
    return Strength(name, join_outcomes(parts))


_SOURCE = ELIAS.on("interactivity; that best answers measure it is ours")


def interplay_section(found: Sequence[Deep], players: str, made: str) -> Section | None:
    """Makes the section; None if no position had a next player to answer."""
    own = [one.answers for one in found if one.answers]
    every = [answer for answers in own for answer in answers]
    if not every:
        return None
    figure = figure_of(
        "interaction",
        "A move changes the next player’s best answer",
        "share",
        [(fmean(one.after != one.instead for one in answers), fmean(one.after != one.again for one in answers)) for answers in own],
        _estimate,
        "How often the next player would answer differently after another move; 0% is a race in which nobody hinders anybody.",
        _SOURCE,
    )  # fmt: skip
    instead, again = (
        sum(test) for test in ([a.after != a.instead for a in every], [a.after != a.again for a in every])
    )
    rows = tuple(
        (name, f"{one.value:.0%}", f"{one.low:.0%} to {one.high:.0%}") if figure.estimate else (name, "too few", "")
        for name, one in (
            ("after another move", estimate_share(instead, len(every))),
            ("after the same move, searched again", estimate_share(again, len(every))),
        )
    )
    method = (
        f"{made} {players}. At {len(every):,} positions the next player’s answer is searched ({SEARCH} iterations) after the move that was "
        f"played, after the same move again, and "
        "after another one, drawn at random. The figure is the share of answers that differ after another move, less the share that differs "
        "although the move is the same, "
        "because a search does not always find the same of several good answers. Only the next decision counts, so it is the least that interaction can be."
    )
    grid = Grid(("the best answer differs", "positions", "95 % interval"), rows)
    text = f"How much players get in each other’s way needs {ENOUGH} matches, and here are {len(own)}."
    if figure.estimate is not None:
        told = f"A move changes the next player’s best answer in {figure_text(figure)} of the positions"
        text = f"{told}." if figure.estimate.low > 0 else f"{told}: it is not certain that it does at all."
    return Section("interplay", "Do players get in each other’s way?", (Finding(text),), None, grid, method, (figure,))


def _estimate(units: Sequence[tuple[float, float]]) -> Estimate:
    found = jackknife(units, lambda some: fmean(one - noise for one, noise in some))
    if found.low == found.high:  # equal matches cannot exclude a rare exception
        whole = estimate_share(min(1.0, max(0.0, found.value)) * len(units), len(units))
        return Estimate(found.value, whole.low, whole.high, found.count).within(0, 1)
    return found.within(0, 1)

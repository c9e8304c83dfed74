"""Measures skill: how often a search with four times the iterations wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from time import monotonic

from gamedsl.errors import GameDslError
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, frozen
from gamedsl.workbench.playing.chunks import play_all, play_chunk
from gamedsl.workbench.playing.jobs import Chunk, Detail, Job
from gamedsl.workbench.playing.players import DEATHS, Part, local
from gamedsl.workbench.playing.workers import raise_fault
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcome, outcomes
from gamedsl.workbench.reporting.pictures import intervals
from gamedsl.workbench.statistics.differences import difference_of_means
from gamedsl.workbench.statistics.many import REPORT_RISK, RISK, threshold_text, visible_change
from gamedsl.workbench.statistics.tallies import two
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.simulate import wilson

THOUGHTS = 5
"""Iterations per move of the seats that think less."""

MORE_THOUGHTS = 20
"""Iterations per move of these seats in games that are searched inside the module and whose matches are short."""

SHORT = 60
"""The most decisions of a short match."""

_LONG = 3.0
"""Seconds of playing from which other processes are worth their start."""

_BLIND = 0.05
"""The share of decisions without a difference from which people are told."""

_WHOLE = 2520
"""The factor that makes shares of victories whole numbers: a multiple of 1 to 10, for up to ten winners."""


@frozen
class Thinking:
    """The limits on matches of thinking players: the most matches (0: none) and seconds. Each seat thinks more in at least one match."""

    matches: int
    seconds: float


@frozen
class Share:
    """The share of a match that the player who thinks more has won, and the average share of a seat. Shares add up to 1, or more where several win together."""

    own: Fraction
    fair: Fraction


class UnknownSkillError(GameDslError):
    """The matches of players that think were not played; the text gives the reason in a sentence."""


def skill(job: Job, thinking: Thinking, length: float, workers: int | None, tick: Callable[[int], object]) -> Section:
    """Makes the section on skill: in each match one seat thinks four times as much as the others, each seat equally often. `length` is the mean number of
    decisions of a match. Raises MatchFault, WorldsError, UnknownSkillError."""
    game = job.chosen.engine.game
    number = MORE_THOUGHTS if not hides(game) and length <= SHORT else THOUGHTS
    jobs = [evolve(job, agents=agents_of_seats(seat, game.humans, number)) for seat in range(game.humans)]
    rounds, began = -(-thinking.matches // game.humans), monotonic()
    end = began + thinking.seconds
    shares: list[list[Share]] = [[] for _ in jobs]
    thoughts = Counter[bool]()

    def add(seat: int, chunk: Chunk) -> None:
        raise_fault(jobs[seat], chunk)
        table = outcomes(table_of(game, chunk.table(jobs[seat])))
        thoughts.update(chunk.thoughts)
        shares[seat] += [_share(one, seat) for one in table.matches]
        tick(chunk.count)

    for seat, own in enumerate(jobs):
        if seat and monotonic() > end:
            raise UnknownSkillError(
                "matches of players that think take too long here; `--skill-seconds` gives them more"
            )
        add(seat, play_chunk(own, range(1), Detail.THOUGHTS))
    is_long = (monotonic() - began) * (rounds - 1) > _LONG
    with local(jobs, workers or (cores() if is_long else 1)) as players:
        parts = _parts(len(jobs), rounds, end)
        for part, chunks in players.play_parts(lambda: next(parts, None), play_all):
            if chunks is None:
                raise UnknownSkillError(f"{DEATHS} processes were killed that played the same match")
            for chunk in chunks:
                add(part.job, chunk)
    return _section(game, shares, number, job.seed, thoughts)


def agents_of_seats(seat: int, humans: int, thoughts: int) -> str:
    """Returns the text of a lineup in which one seat thinks four times as much as the others."""
    return ",".join(f"mcts:{4 * thoughts if other == seat else thoughts}" for other in range(humans))


def _parts(seats: int, rounds: int, end: float) -> Iterator[Part]:
    """Yields the matches round by round; each round has one match for every seat. No round begins after the end."""
    for number in range(1, rounds):
        if monotonic() > end:
            return
        yield from (Part(seat, range(number, number + 1)) for seat in range(seats))


def _share(outcome: Outcome, seat: int) -> Share:
    whole = [Fraction(one).limit_denominator(_WHOLE) for one in outcome.shares]
    return Share(whole[seat], sum(whole, Fraction(0)) / len(whole))


def _section(game: Game, shares: list[list[Share]], number: int, seed: int, thoughts: Mapping[bool, int]) -> Section:
    every = [share for own in shares for share in own]
    rows = [("all seats", every), *zip(game.seats, shares, strict=False)]
    shown = [(name, *_wins(own)) for name, own in rows]
    table = tuple((name, f"{share:.0%}", f"{low:.0%} to {high:.0%}") for name, share, low, high in shown)
    made = (
        f"{len(every):,} matches of seed {seed}, in which one seat searches {4 * number} iterations for a move and the others {number}; each seat is that "
        "one in turn. As many are played as there is time for. The dashed line is what a seat wins on average. Intervals are Wilson's, 95 %."
    )
    grid = Grid(("who thinks more", "wins", "95 % interval"), table)
    picture = intervals(shown, "wins of whoever thinks more", _fair(every))
    findings = (find_skill(every, number), *_blind(thoughts, number))
    return Section("skill", "How much is skill?", findings, picture, grid, made)


def _blind(thoughts: Mapping[bool, int], number: int) -> Iterator[Finding]:
    """Tells in how many decisions the search saw no difference between the options. It plays at random there, so its matches tell nothing about skill."""
    blind, seen = thoughts.get(False, 0), thoughts.get(True, 0)
    share = blind / (blind + seen) if blind else 0.0
    if share >= _BLIND:
        where = "At all" if not seen else f"At {share:.0%}"
        yield Finding(
            f"{where} of {blind + seen:,} decisions these searches of {number} and {4 * number} iterations saw no difference between the "
            "options, and took any: more thinking may show more skill."
        )


def _wins(every: Sequence[Share]) -> tuple[float, float, float]:
    """Returns how much more often the seat wins that thinks more, with its interval."""
    won = sum((one.own for one in every), Fraction(0))
    return float(won / len(every)), *wilson(won, len(every))


def _fair(every: Sequence[Share]) -> float:
    return float(sum((one.fair for one in every), Fraction(0)) / len(every))


def find_skill(every: Sequence[Share], number: int) -> Finding:
    """Tells the effect of more thinking. If it wins, choices matter; if it does not win, such short searches may only see too little."""
    share, low, high = _wins(every)
    fair = _fair(every)
    text = (
        f"Four times the thinking ({4 * number} iterations for a move in place of {number}) wins {share:.0%} of {len(every):,} matches "
        f"({low:.0%} to {high:.0%}); without any effect it would be {fair:.0%}"
    )
    whole = _WHOLE * _WHOLE
    before, after = (
        [round(one * whole) for one in side] for side in zip(*((one.fair, one.own) for one in every), strict=True)
    )
    difference = difference_of_means(two(before, after, paired=True), whole)
    if share > fair and difference.p <= REPORT_RISK:
        return Finding(f"{text}. Skill counts.", "certain")
    if high < fair:
        return Finding(f"{text}. So short searches mislead here, and say nothing of skill.", "open")
    visible = visible_change(difference, 1, RISK)
    more = "" if visible is None else f" {threshold_text(f'{visible * 100:.0f}')}"
    return Finding(f"{text}.{more}", "open")

"""Sums up many matches: their lengths, scores, winners, and reasons for the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import sqrt

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.winning import Contest, contest
from gamedsl.graph.model.game import Game
from gamedsl.notebook_hook import html_by
from gamedsl.values import evolve, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Outcome, S
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.match import MatchRecord, play_match

_Z = 1.959963984540054
"""Standard normal quantile of 0.975: intervals are 95 %."""


@frozen
class Tally:
    """Whole numbers summed up exactly: how many there were (`count`), their sum (`total`), the sum of their squares, the least and the greatest (`most`); all
    are 0 if nothing was counted. Two tallies can be added."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    @property
    def mean(self) -> float:
        """The mean, rounded to a float; 0 if nothing was counted. `Fraction(total, count)` is exact."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """Standard deviation of the sample; 0 for fewer than two numbers."""
        if self.count < 2:
            return 0.0
        spread = self.count * self.squares - self.total * self.total
        return sqrt(spread / (self.count * (self.count - 1)))

    def __add__(self, other: Tally) -> Tally:
        if not self.count or not other.count:
            return other if not self.count else self
        return Tally(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


def tally(numbers: Iterable[int]) -> Tally:
    """Makes the tally of some whole numbers."""
    return reduce(Tally.__add__, (Tally(1, n, n * n, n, n) for n in numbers), Tally())


@frozen
class SeatSummary:
    """One seat over all matches. `lines` by score line, `total` their sum; `wins` counts a shared first place as 1/k, exactly, so that the share of the
    matches that were won is `wins / summary.matches`; `policy` is the name of the agent, or `scripted`;
    `ranks[i]` counts how often the seat ended on place i + 1 (equal seats share the best of their places)."""

    name: str
    policy: str
    lines: tuple[tuple[str, Tally], ...]
    total: Tally
    wins: Fraction
    ranks: tuple[int, ...]

    def __add__(self, other: SeatSummary) -> SeatSummary:
        return evolve(
            self,
            lines=tuple((name, a + b) for (name, a), (_, b) in zip(self.lines, other.lines, strict=True)),
            total=self.total + other.total,
            wins=self.wins + other.wins,
            ranks=tuple(a + b for a, b in zip(self.ranks, other.ranks, strict=True)),
        )


@frozen
class Summary:
    """The sums over many matches of one game with the same policies. `decisions` and `steps` are per match: the moves that players were asked for, and the
    questions answered for these moves. `reasons` pairs each reason for the end with the number of its matches."""

    game: str
    options: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    seed: int
    matches: int
    decisions: Tally
    steps: Tally
    seats: tuple[SeatSummary, ...]
    reasons: tuple[tuple[str, int], ...]
    contest: Contest = Contest.AGAINST_EACH_OTHER
    """The relation between the players. Where they win together, all seats have equal `wins`; a player who collects points alone has no meaningful ones."""

    def __add__(self, other: Summary) -> Summary:
        """Adds two summaries of the same game, options and policies."""
        reasons = Counter(dict(self.reasons)) + Counter(dict(other.reasons))
        return evolve(
            self,
            matches=self.matches + other.matches,
            decisions=self.decisions + other.decisions,
            steps=self.steps + other.steps,
            seats=tuple(a + b for a, b in zip(self.seats, other.seats, strict=True)),
            reasons=tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        )

    def _repr_html_(self) -> str:
        return html_by("summary_html", self)


def simulate(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    indices: Iterable[int],
    watch: Callable[[MatchRecord], None] | None = None,
    start: str | None = None,
    state: S | None = None,
) -> Summary:
    """Plays the matches (seed, index) and sums them up; `watch` sees each one when it is over. Raises MatchFault, ArgumentError.

    `start` names a start of the rules. With a `state` each of them is a playout from there: see `play_match`.
    """
    arguments.engine(engine)
    arguments.agents(engine.game, agents)
    seed = arguments.whole("seed", seed)
    arguments.each("indices", indices)
    if watch is not None:
        arguments.function("watch", watch)
    summary = make_empty_summary(engine.game, agents, seed)
    for index in indices:
        record = play_match(engine, agents, seed, index, start, state)
        summary += of_match(summary, record)
        if watch is not None:
            watch(record)
    return summary


def make_empty_summary(game: Game, agents: Sequence[Agent], seed: int) -> Summary:
    """Makes the summary of no match."""
    lines = tuple((line.name, Tally()) for line in game.scores)
    policies = [agent.name for agent in agents[: game.humans]] + ["scripted"] * (len(game.seats) - game.humans)
    seats = tuple(
        SeatSummary(name, policy, lines, Tally(), Fraction(0), (0,) * len(game.seats))
        for name, policy in zip(game.seats, policies, strict=True)
    )
    return Summary(game.name, game.options, game.variants, seed, 0, Tally(), Tally(), seats, (), contest(game))


def of_match(like: Summary, record: MatchRecord) -> Summary:
    """Makes the summary of one match that is over; names and policies are taken from `like`."""
    outcome = record.outcome
    if outcome is None:
        raise ArgumentError("only finished matches are summed up")
    places = _places(outcome)
    seats = tuple(
        evolve(
            seat,
            lines=tuple((name, tally([points])) for name, points in outcome.scores[number]),
            total=tally([outcome.totals[number]]),
            wins=outcome.shares[number],
            ranks=tuple(int(places[number] == place) for place in range(len(like.seats))),
        )
        for number, seat in enumerate(like.seats)
    )
    return evolve(
        like,
        matches=1,
        decisions=tally([record.decisions]),
        steps=tally([record.steps]),
        seats=seats,
        reasons=((outcome.reason, 1),),
    )


def wilson(wins: Fraction, matches: float) -> tuple[float, float]:
    """Computes Wilson's 95 % interval of a win rate; (0, 1) where nothing was played. Source: E. B. Wilson, JASA 22 (1927)."""
    if not matches:
        return 0.0, 1.0
    rate = float(wins) / matches
    middle = rate + _Z * _Z / (2 * matches)
    half = _Z * sqrt(rate * (1 - rate) / matches + _Z * _Z / (4 * matches * matches))
    scale = 1 + _Z * _Z / matches
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def _places(outcome: Outcome) -> dict[int, int]:
    """Returns the place of each seat, from 0; equal seats share the best of their places."""
    places: dict[int, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, len(places))
    return places

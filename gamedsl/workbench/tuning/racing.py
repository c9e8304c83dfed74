"""Distributes the matches of a round among its candidates: most go to promising ones (successive halving, with ranks by several goals at once).

In each heat all candidates that are left have played the same matches; the better half plays on, and whoever is nearest to a single goal. This is successive
halving (K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016). With several goals, candidates
are sorted into fronts: nobody in the first is beaten in all goals by anybody, nobody in the second by anybody outside of the first, and so on (K. Deb et al.,
"NSGA-II", IEEE Transactions on Evolutionary Computation 6, 2002). R. Schmucker et al. join both in "Multi-objective asynchronous successive halving" (2021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.values import evolve, frozen
from gamedsl.workbench.tuning.goals import Goal
from gamedsl.workbench.tuning.measuring import Measured

HEATS = (4, 2, 1)
"""The parts of all matches that a candidate has played after each heat: a quarter, a half, all."""


@frozen
class Runner:
    """A candidate of a round: its number, its matches so far, and how much it changes the rules (None: that does not count)."""

    number: int
    change: float | None
    matches: int = 0
    measured: Measured = Measured()


@frozen
class Judge:
    """Judges candidates by the goals; `values` estimates the figures from the sums, None for a figure that is not known."""

    goals: tuple[Goal, ...]
    values: Callable[[Measured], Sequence[float | None]]

    def losses(self, runner: Runner) -> tuple[float, ...]:
        """Returns the distance of a candidate from each goal, and how much it changes the rules if that counts. An unknown figure has an infinite distance."""
        values = self.values(runner.measured) if runner.measured.sums else [None] * len(self.goals)
        known = (float("inf") if v is None else goal.loss(v) for goal, v in zip(self.goals, values, strict=True))
        return (*known, *([] if runner.change is None else [runner.change]))

    def strain(self, runner: Runner) -> float:
        """Returns how near a candidate is to the ends of the bounds, all goals together; it decides between candidates of the same front."""
        values = self.values(runner.measured)
        return sum(goal.strain(v) for goal, v in zip(self.goals, values, strict=True) if v is not None)


def race(
    runners: Sequence[Runner], judge: Judge, matches: int, play: Callable[[Sequence[Runner], range], Sequence[Measured]]
) -> list[Runner]:
    """Plays up to this many matches for the candidates of a round, and returns all candidates, in order, with their matches. A candidate whose rules are
    broken plays no further heat."""
    found = {one.number: one for one in runners}
    left = list(runners)
    begin = 0
    for part in HEATS:
        end = max(begin, -(-matches // part))
        for one, measured in zip(left, play(left, range(begin, end)), strict=True):
            found[one.number] = evolve(one, matches=end, measured=one.measured + measured)
        sound = [found[one.number] for one in left if found[one.number].measured.broken is None]
        left, begin = _better_half(sound, judge, -(-len(left) // 2)), end
        if not left:
            break
    return [found[one.number] for one in runners]


def _better_half(runners: Sequence[Runner], judge: Judge, number: int) -> list[Runner]:
    """Returns this many candidates: the best ones, and those nearest to a single goal, which show how wishes conflict."""
    order = in_order(runners, judge)
    losses = {one.number: judge.losses(one) for one in order}
    nearest = [min(order, key=lambda one: losses[one.number][goal]) for goal in range(len(judge.goals)) if order]
    return [*order[:number], *(one for one in order[number:] if one in nearest)]


def in_order(runners: Sequence[Runner], judge: Judge) -> list[Runner]:
    """Sorts candidates, the best first: by their fronts, then by how far they are inside of the bounds, then by how much they change."""
    losses = [judge.losses(one) for one in runners]
    ranks = fronts(losses)
    keys = [(rank, judge.strain(one), one.change or 0.0, one.number) for rank, one in zip(ranks, runners, strict=True)]
    return [runner for _, runner in sorted(zip(keys, runners, strict=True), key=lambda both: both[0])]


def fronts(losses: Sequence[tuple[float, ...]]) -> list[int]:
    """Returns the front of each candidate, from 0. Equal candidates are in the same one."""
    ranks = [-1] * len(losses)
    left = set(range(len(losses)))
    front = 0
    while left:
        first = [one for one in left if not any(beats(losses[other], losses[one]) for other in left)]
        for one in first:
            ranks[one] = front
        left.difference_update(first)
        front += 1
    return ranks


def beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether the first is nowhere further from its goals, and somewhere nearer."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))

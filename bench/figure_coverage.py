"""How often the 95 % intervals of a report's figures hold the true figure, on drawn results of which it is known: `python -m bench.figure_coverage`.

Each row draws many samples of matches, makes the figure as a report does, and counts. Intervals may be wider than they must be, and never much narrower.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import comb, sqrt
from random import Random
from statistics import fmean
from typing import TypeAlias

from gamedsl.values import frozen
from gamedsl.workbench.playing.deep import PARTS, REPLAYS, Answers, Deep, Moment
from gamedsl.workbench.reporting.deep.luck import luck_section
from gamedsl.workbench.reporting.deep.sections import interplay_section
from gamedsl.workbench.reporting.deep.tension import tension_section
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean_share, estimate_without_each

Draw: TypeAlias = "Callable[[Random, int], Sequence[Deep]]"


@frozen
class Row:
    """A figure of drawn matches, and its true value."""

    text: str
    truth: float
    estimate: Callable[[Random, int], Estimate]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=200, help="samples for each row")
    parser.add_argument("--matches", type=int, nargs="+", default=[20, 50], help="matches in a sample")
    parser.add_argument("--figure", default="", help="only rows whose text begins so")
    given = parser.parse_args()
    print(f"{'figure':58} {'truth':>6} {'matches':>8} {'mean':>6} {'width':>6} {'held':>7}")
    for row in (row for row in rows() if row.text.startswith(given.figure)):
        for matches in given.matches:
            held, mean, width = cover(row, matches, given.samples)
            print(f"{row.text:58} {row.truth:6.3f} {matches:8} {mean:6.3f} {width:6.3f} {held:6.1%}")


def cover(row: Row, matches: int, samples: int) -> tuple[float, float, float]:
    """Returns how often the interval holds the truth, the mean of the figure, and the mean width of the interval."""
    dice = Random(20261127)
    found = [row.estimate(dice, matches) for _ in range(samples)]
    near = 1e-9
    held = fmean(one.low - near <= row.truth <= one.high + near for one in found)
    return held, fmean(one.value for one in found), fmean(one.high - one.low for one in found)


def rows() -> Sequence[Row]:
    """Returns the figures whose truth is known."""
    return (
        *(_walk("known_half_way", truth, steps) for steps, truth in ((1, 0.5), (2, _walk_known(2)), (10, _walk_known(10)))),
        _walk("leader_half_way", 0.5, 1),
        _walk("comeback", 0.5, 1),
        _walk("drama", 0.0, 1),
        *(_luck(name, player, deal, seats) for name in ("player_share", "deal_share", "rest_share") for player, deal, seats in LUCK),
        *(_interplay(rate, noise) for rate, noise in ((0.0, 0.3), (0.3, 0.2), (0.05, 0.0))),
        *(Row(f"mean of shares that are 0 or 1 with chance {p}", p, _coins(p)) for p in (0.5, 0.9, 0.99)),
        Row("mean of lengths that double in one of ten matches", 11.0, _lengths),
    )  # fmt: skip


# ---------------------------------------------------------------- matches that are walks


def _walk(name: str, truth: float, steps: int) -> Row:
    """A figure of matches that `steps` fair coins decide, spread over the match: who has more of them wins, and a last coin decides if they are equal."""
    text = f"{name}: {steps} coin{'s' if steps > 1 else ''} decide{'' if steps > 1 else 's'}"

    def estimate(dice: Random, matches: int) -> Estimate:
        return _figure(tension_section([_walked(dice, steps) for _ in range(matches)], "", ""), name)

    return Row(text, truth, estimate)


def _walked(dice: Random, steps: int) -> Deep:
    """A match whose coins fall at the ends of equal parts of it: at moment i, the coins of the parts before it are known."""
    coins = [dice.choice((-1, 1)) for _ in range(steps)]
    known = [sum(1 for step in range(steps) if (step + 1) * PARTS <= part * steps) for part in range(PARTS)]

    def end(number: int) -> tuple[float, ...]:
        total = sum(coins[:number]) + sum(dice.choice((-1, 1)) for _ in range(steps - number))
        wins = total > 0 or (total == 0 and dice.random() < 0.5)
        return (1.0, 0.0) if wins else (0.0, 1.0)

    moments = tuple(Moment(part, tuple(end(number) for _ in range(REPLAYS))) for part, number in enumerate(known))
    return Deep(end(steps), PARTS, moments, tuple(range(PARTS)), (), (), ())


def _walk_known(steps: int) -> float:
    """The chance that a match with an even number of coins ends as before when the second half of them is tossed again: the mean of p² + (1 - p)²."""
    half = steps // 2
    chances: list[float] = []
    for heads in range(half + 1):
        lead = 2 * heads - half
        wins = [comb(half, more) * _win(lead + 2 * more - half) for more in range(half + 1)]
        p = sum(wins) / 2**half
        chances.append(comb(half, heads) / 2**half * (p * p + (1 - p) ** 2))
    return sum(chances)


def _win(total: int) -> float:
    return 0.5 if total == 0 else float(total > 0)


# ---------------------------------------------------------------- luck and interplay


LUCK = (
    *((player, 0.0, 2) for player in (0.0, 0.3, 0.5, 0.7, 0.9, 0.97)),
    (0.5, 0.3, 2), (0.2, 0.6, 2), (0.5, 0.0, 4), (0.9, 0.0, 4), (0.2, 0.6, 4),
)  # fmt: skip
"""Chances that the better player, or the deal, decides a match, and the number of seats."""


def _luck(name: str, player: float, deal: float, seats: int) -> Row:
    """A figure of deals in which a match is decided by who plays better, by the deal, or by a roll, with these chances."""
    parts = {"player_share": player**2, "deal_share": deal**2, "rest_share": 1 - player**2 - deal**2}

    def estimate(dice: Random, matches: int) -> Estimate:
        return _figure(luck_section([_dealt(dice, player, deal, seats) for _ in range(matches)], "b", "a", ""), name)

    return Row(f"{name}: player {player}, deal {deal}, {seats} seats", parts[name], estimate)


def _dealt(dice: Random, player: float, deal: float, seats: int) -> Deep:
    good = dice.randrange(seats)

    def end(strong: int) -> tuple[float, ...]:
        at = dice.random()
        winner = strong if at < player else good if at < player + deal else dice.randrange(seats)
        return tuple(float(seat == winner) for seat in range(seats))

    return Deep((), 1, (), (), (), (), tuple((end(strong), end(strong)) for strong in range(seats)))


def _interplay(rate: float, noise: float) -> Row:
    """Answers of which `noise` differ without a reason; a move changes the rest at this rate."""

    def answers(dice: Random) -> Answers:
        return Answers("a", "b" if dice.random() < noise else "a", "b" if dice.random() < noise + rate else "a")

    def estimate(dice: Random, matches: int) -> Estimate:
        played = [Deep((), 1, (), (), (), tuple(answers(dice) for _ in range(8)), ()) for _ in range(matches)]
        return _figure(interplay_section(played, "", ""), "interaction")

    return Row(f"interaction: {rate} of answers, and {noise} without a reason", rate, estimate)


# ---------------------------------------------------------------- plain numbers


def _coins(p: float) -> Callable[[Random, int], Estimate]:
    return lambda dice, matches: estimate_mean_share([float(dice.random() < p) for _ in range(matches)])


def _lengths(dice: Random, matches: int) -> Estimate:
    numbers = [(20.0 if dice.random() < 0.1 else 10.0) + dice.gauss(0, sqrt(2)) for _ in range(matches)]
    return estimate_without_each(fmean(numbers), [(sum(numbers) - one) / (matches - 1) for one in numbers])


def _figure(section: Section | None, name: str) -> Estimate:
    found = None if section is None else next(one.estimate for one in section.figures if one.name == name)
    if found is None:
        raise ValueError(f"so few matches have no {name}")
    return found


if __name__ == "__main__":
    main()

"""The section on luck and skill: which part of the results comes from the deal, from who plays better, from the seat, and from the rest of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean

from gamedsl.values import frozen
from gamedsl.workbench.playing.deep import TWICE, Deep, Shares
from gamedsl.workbench.reporting.figures import figure_of, said
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.sources import BORM, SEARLE
from gamedsl.workbench.statistics.estimates import Estimate, jackknife

Played = tuple[tuple[Shares, ...], ...]
"""The victories of one deal: by the seat that plays better, and by time."""

_SOURCE = SEARLE & BORM


@frozen
class Parts:
    """The parts of the variance of a result, as they are estimated: a part that is not there may be a little below 0."""

    player: float
    deal: float
    seat: float
    rest: float

    @property
    def total(self) -> float:
        return self.player + self.deal + self.seat + self.rest

    def share(self, part: float) -> float:
        """Returns a part as a share of all; 0 if all results are the same."""
        return part / self.total if self.total else 0.0


def luck_section(found: Sequence[Deep], weak: str, strong: str, made: str) -> Section | None:
    """Makes the section; None if no deal was played again."""
    deals = [one.luck for one in found if one.luck]
    if not deals:
        return None
    figures = (
        figure_of("player_share", "Skill: the part of who plays better", "share", deals, _player_share,
                f"How much of a result depends on one player being {strong} while the others are {weak}; other players give other numbers.", _SOURCE, "deals"),
        _figure("deal_share", "Luck of the deal", deals, lambda parts: parts.deal,
                "How much depends on what is dealt before the first choice, whoever plays."),
        _figure("seat_share", "The seat", deals, lambda parts: parts.seat, "How much depends on where somebody sits."),
        _figure("rest_share", "The rest of the match", deals, lambda parts: parts.rest,
                "How much depends on later draws and rolls, and on what players choose by chance."),
    )  # fmt: skip
    rows = tuple(
        (one.title, "" if one.estimate is None else f"{one.estimate.value:.0%}", _interval(one.estimate))
        for one in figures
    )
    method = (
        f"{made} Each deal is played {TWICE} times with each seat as the better player ({strong} against {weak}), with other luck after the "
        f"deal. The variance of the results is "
        "divided into parts by these groups (analysis of variance); a part that is not there may be estimated below 0, and is shown as 0. "
        "Intervals leave out each deal in turn (jackknife)."
    )
    text = f"Luck and skill need {ENOUGH} deals, and here are {len(deals)}."
    if all(one.estimate is not None for one in figures):
        player, deal, seat, rest = map(said, figures)
        text = (
            f"Of what decides a result, {player} is who plays better ({strong} against {weak}), {deal} the deal, {seat} the seat, and {rest} the rest of "
            "the match."
        )
    return Section(
        "luck",
        "Is it luck or skill?",
        (Finding(text),),
        None,
        Grid(("part", "share", "95 % interval"), rows),
        method,
        figures,
    )


def _interval(one: Estimate | None) -> str:
    return "too few" if one is None else f"{one.low:.0%} to {one.high:.0%}"


def _figure(name: str, title: str, deals: Sequence[Played], part: Callable[[Parts], float], meaning: str) -> Figure:
    def share(some: Sequence[Played]) -> float:
        parts = divide(some)
        return parts.share(part(parts))

    return figure_of(
        name, title, "share", deals, lambda units: from_zero(jackknife(units, share)), meaning, _SOURCE, "deals"
    )


def from_zero(found: Estimate) -> Estimate:
    """Returns the estimate of a share. One below 0 counts as 0, and its interval stays as wide on the other side."""
    shift = max(0.0, -found.value)
    return Estimate(found.value + shift, found.low + shift, found.high + shift, found.count).within(0, 1)


def _player_share(deals: Sequence[Played]) -> Estimate:
    """Estimates the part of who plays better. It is a square, and its interval would be too narrow near 0; so the interval is that of the root, which has a sign."""
    parts = divide(deals)

    def root(some: Sequence[Played]) -> float:
        total = divide(some).total
        return fmean(_advantages(some)) * sqrt(_weight(some) / total) if total > 0 else 0.0

    found = jackknife(deals, root)
    low, high = sorted((found.low**2, found.high**2))
    least = 0.0 if found.low < 0 < found.high else low
    return Estimate(parts.share(parts.player), least, high, len(deals)).within(0, 1)


def divide(deals: Sequence[Played]) -> Parts:
    """Divides the variance of the results of seats into parts. Squares of means are estimated from products of different deals, so that noise
    does not count as a part."""
    seats = range(len(deals[0]))
    chosen = len(seats) * len(deals[0][0])
    player = _square(_advantages(deals)) * _weight(deals)
    means = [[fmean(end[seat] for times in deal for end in times) for seat in seats] for deal in deals]
    seat_part = fmean(_square([own[seat] - fmean(own) for own in means]) for seat in seats)
    cells = [
        [fmean(end[seat] for deal in deals for end in deal[strong]) for seat in seats] for strong in seats
    ]  # the mean of each seat by who plays better
    between, within = 0.0, 0.0
    for deal in deals:
        left = [
            [end[seat] - cells[strong][seat] for strong, times in enumerate(deal) for end in times] for seat in seats
        ]
        for own in left:
            between += chosen * fmean(own) ** 2
            within += sum((one - fmean(own)) ** 2 for one in own)
    number = len(deals) * len(seats)
    rest = within / (number * (chosen - 1))
    # One degree of freedom of the deals is spent on the means of the cells.
    among = between / (number - len(seats))
    return Parts(player, (among - rest) / chosen, seat_part, rest)


def _advantages(deals: Sequence[Played]) -> list[float]:
    """Returns by deal how much more of the victory the better player has than one of the others, on average."""
    return [
        fmean(end[strong] for strong, times in enumerate(deal) for end in times)
        - fmean(
            end[seat]
            for strong, times in enumerate(deal)
            for end in times
            for seat in range(len(deal))
            if seat != strong
        )
        for deal in deals
    ]


def _weight(deals: Sequence[Played]) -> float:
    """Returns the variance of being the better player, who is one of all."""
    share = 1 / len(deals[0])
    return share * (1 - share)


def _square(numbers: Sequence[float]) -> float:
    """Estimates the square of a mean without the part that noise adds: the mean of the products of two different numbers."""
    total, count = sum(numbers), len(numbers)
    return (total * total - sum(one * one for one in numbers)) / (count * (count - 1))

"""The section on luck and skill: which part of the results comes from the deal, from who plays better, from the seat, and from the rest of the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import asin, fsum, pi, sin, sqrt
from statistics import fmean
from typing import TypeAlias

from gamedsl.values import evolve, frozen
from gamedsl.workbench.playing.deep import TWICE, Deep, Shares
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Finding, Grid, Section
from gamedsl.workbench.reporting.sources import BORM, SEARLE
from gamedsl.workbench.statistics.estimates import Estimate, estimate_without_each

Played = tuple[tuple[Shares, ...], ...]
"""The victories of one deal: by the seat that plays better, and by time."""

_SOURCE = SEARLE & BORM

_ROUNDING = 1e-12
"""A variance below which there is none."""


@frozen
class Parts:
    """Estimates of the parts of the variance of a result; a part of 0 may be estimated a little below 0. `lead` is the square root of the player's part,
    with a sign and with its noise."""

    player: float
    deal: float
    seat: float
    rest: float
    lead: float

    @property
    def total(self) -> float:
        return self.player + self.deal + self.seat + self.rest

    def share(self, part: float) -> float:
        """Returns a part as a share of all; 0 if all results are the same."""
        return part / self.total if self.total > _ROUNDING else 0.0

    @property
    def root(self) -> float:
        """The root of the player's share, with a sign: a correlation."""
        return self.lead / sqrt(self.total) if self.total > _ROUNDING else 0.0


def luck_section(found: Sequence[Deep], weak: str, strong: str, made: str) -> Section | None:
    """Makes the section; None if no deal was played again."""
    deals = [one.luck for one in found if one.luck]
    if not deals:
        return None
    figures = (
        figure_of("player_share", "Skill: the part of who plays better", "share", deals, _player_share,
                f"How much of a result depends on one player being {strong} while the others are {weak}; other players give other numbers.", _SOURCE, "deals"),
        figure_of("deal_share", "Luck of the deal", "share", deals, lambda some: _share(some, lambda parts: parts.deal),
                "How much depends on what is dealt before the first choice, whoever plays.", _SOURCE, "deals"),
        figure_of("seat_share", "The seat", "share", deals, lambda some: _share(some, lambda parts: parts.seat),
                "How much depends on where somebody sits.", _SOURCE, "deals"),
        figure_of("rest_share", "The rest of the match", "share", deals, _rest_share,
                "How much depends on later draws and rolls, and on what players choose by chance.", _SOURCE, "deals"),
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
        player, deal, seat, rest = map(figure_text, figures)
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


def from_zero(found: Estimate) -> Estimate:
    """Returns the estimate of a share. One below 0 counts as 0, and its interval stays as wide on the other side."""
    shift = max(0.0, -found.value)
    return Estimate(found.value + shift, found.low + shift, found.high + shift, found.count).within(0, 1)


# ---------------------------------------------------------------- intervals of shares


def _share(deals: Sequence[Played], part: Callable[[Parts], float]) -> Estimate:
    return from_zero(_jackknife(deals, lambda parts: parts.share(part(parts))))


def _player_share(deals: Sequence[Played]) -> Estimate:
    """Estimates the part of the variance that comes from who plays better. This part is a square, so near 0 its interval would be too narrow; the interval
    is computed for its root, which has a sign. Near 1 the root varies less, so its arcsine is used, whose spread does not change (R. A. Fisher,
    Proceedings of the Royal Society of Edinburgh 42, 1922)."""
    found = _jackknife(deals, lambda parts: asin(max(-1.0, min(1.0, parts.root))))
    low, high = sorted(sin(max(-pi / 2, min(pi / 2, angle))) ** 2 for angle in (found.low, found.high))
    parts = divide(deals)
    least = 0.0 if found.low < 0 < found.high else low
    return Estimate(parts.share(parts.player), least, high, found.count).within(0, 1)


def _rest_share(deals: Sequence[Played]) -> Estimate:
    """Estimates the rest. It is a mean of squares, which spreads less where it is small; its root spreads more evenly."""
    found = _jackknife(deals, lambda parts: sqrt(parts.share(parts.rest)))
    return Estimate(found.value**2, max(0.0, found.low) ** 2, found.high**2, found.count).within(0, 1)


def _jackknife(deals: Sequence[Played], statistic: Callable[[Parts], float]) -> Estimate:
    """Estimates a statistic of the parts as `jackknife` does. If all deals are equal, one more deal is added in which everybody shares the victory, because
    equal deals in the sample do not prove that all deals are equal."""
    seats = len(deals[0])
    even = (((1 / seats,) * seats,) * TWICE,) * seats
    units = [*deals, even] if all(one == deals[0] for one in deals) else deals
    every = [_numbers(deal) for deal in units]
    whole = _add(every)
    without = (_parts(_subtract(whole, one), len(units) - 1) for one in every)
    return evolve(estimate_without_each(statistic(divide(deals)), list(map(statistic, without))), count=len(deals))


# ---------------------------------------------------------------- parts


def divide(deals: Sequence[Played]) -> Parts:
    """Divides the variance of the results of seats into parts. Squares of means are estimated from products of different deals, so that noise
    does not count as a part."""
    return _parts(_add([_numbers(deal) for deal in deals]), len(deals))


_Numbers: TypeAlias = Mapping[str, Sequence[float]]
"""Numbers of a deal, or their sums over deals. `lead` is how much more of the victory the better player has than one of the others, `away` by seat how far its
mean is from that of all seats, `cells` the means by better player, then by seat. `results`, `means` (of a seat in a deal), `leads` and `aways` are squares."""


def _numbers(deal: Played) -> _Numbers:
    """Returns the numbers of a deal from whose sums the parts are computed."""
    seats = range(len(deal))
    cells = [[fmean(end[seat] for end in times) for seat in seats] for times in deal]
    means = [fmean(cell[seat] for cell in cells) for seat in seats]
    others = fmean(cells[strong][seat] for strong in seats for seat in seats if seat != strong)
    lead = fmean(cells[seat][seat] for seat in seats) - others
    away = [mean - fmean(means) for mean in means]
    return {
        "lead": [lead],
        "leads": [lead * lead],
        "results": [fsum(one * one for times in deal for end in times for one in end)],
        "means": [fsum(one * one for one in means)],
        "away": away,
        "aways": [one * one for one in away],
        "cells": [one for cell in cells for one in cell],
    }


def _add(every: Sequence[_Numbers]) -> _Numbers:
    return {name: [fsum(column) for column in zip(*(one[name] for one in every), strict=True)] for name in every[0]}


def _subtract(whole: _Numbers, one: _Numbers) -> _Numbers:
    return {name: [a - b for a, b in zip(whole[name], one[name], strict=True)] for name in whole}


def _parts(sums: _Numbers, number: int) -> Parts:
    """Returns the parts, given the sums of the numbers of this many deals."""
    seats = len(sums["away"])
    (lead,), (leads,), (results,), (means,) = (sums[name] for name in ("lead", "leads", "results", "means"))
    cells = [one / number for one in sums["cells"]]
    chosen = seats * TWICE
    weight = 1 / seats * (1 - 1 / seats)  # variance of a flag that is 1 for one of the seats
    between = chosen * (means - number * fsum(fmean(cells[seat::seats]) ** 2 for seat in range(seats)))
    within = results - number * TWICE * fsum(one * one for one in cells) - between
    rest = _without_noise(within / (number * seats * (chosen - 1)))
    # One degree of freedom of the deals is spent on the means of the cells.
    among = _without_noise(between / (number * seats - seats))
    player = _square(lead, leads, number) * weight
    seat_part = fmean(_square(*both, number) for both in zip(sums["away"], sums["aways"], strict=True))
    return Parts(player, (among - rest) / chosen, seat_part, rest, lead / number * sqrt(weight))


def _without_noise(number: float) -> float:
    """Returns a mean of squares; 0 for one that is as small as errors of rounding."""
    return number if number > _ROUNDING else 0.0


def _square(total: float, squares: float, count: int) -> float:
    """Estimates the square of a mean without the part that noise adds: the mean of the products of two different numbers."""
    return (total * total - squares) / (count * (count - 1))

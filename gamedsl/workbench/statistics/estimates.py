"""Estimates with 95 % intervals. Matches are independent of each other; observations inside one match need not be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from statistics import fmean, variance
from typing import TypeVar

from gamedsl.values import frozen
from gamedsl.workbench.statistics.distributions import Z, t_quantile
from gamedsl_interpreter.matches.simulate import wilson

T = TypeVar("T")


@frozen
class Estimate:
    """A number with its 95 % interval from `low` to `high`, from `count` matches (or positions)."""

    value: float
    low: float
    high: float
    count: int

    def within(self, low: float, high: float) -> Estimate:
        """Returns the estimate with all its numbers inside the bounds that the figure has by its definition."""
        value, least, most = (min(high, max(low, number)) for number in (self.value, self.low, self.high))
        return Estimate(value, least, most, self.count)


def estimate_share(won: float, count: int) -> Estimate:
    """Estimates a share of independent matches, with Wilson's interval (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
    return Estimate(won / count, *wilson(Fraction(won), count), count)


def estimate_mean_share(numbers: Sequence[float]) -> Estimate:
    """Estimates the mean of numbers from 0 to 1, one for each match, two or more. It is Wilson's interval with the number of whole matches that would spread as much
    (L. Kish, Survey Sampling, 1965; with Student's t for the spread, as E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998). Where all numbers are
    0, or all are 1, each counts as a whole match."""
    count, mean = len(numbers), fmean(numbers)
    error = variance(numbers) / count
    whole = float(count)
    if error > 0:
        whole = mean * (1 - mean) / error * (Z / t_quantile(count - 1)) ** 2
    low, high = wilson(Fraction(mean) * Fraction(whole), whole)
    return Estimate(mean, low, high, count)


def estimate_mean(units: Sequence[float]) -> Estimate:
    """Estimates the mean of independent matches, two or more."""
    total = sum(units)
    return estimate_without_each(total / len(units), [(total - one) / (len(units) - 1) for one in units])


def jackknife(units: Sequence[T], statistic: Callable[[Sequence[T]], float]) -> Estimate:
    """Estimates any statistic of independent matches, two or more, that changes little if one match is left out. The error is found by leaving out each in turn
    (B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982), and the interval has Student's t."""
    return estimate_without_each(
        statistic(units), [statistic([*units[:at], *units[at + 1 :]]) for at in range(len(units))]
    )


def estimate_without_each(value: float, without: Sequence[float]) -> Estimate:
    """Returns the estimate of a statistic, given its values without each of the matches."""
    count, mean = len(without), fmean(without)
    error = sqrt((count - 1) / count * sum((one - mean) ** 2 for one in without))
    half = t_quantile(count - 1) * error
    return Estimate(value, value - half, value + half, count)

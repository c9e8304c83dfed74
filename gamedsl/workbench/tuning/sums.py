"""Sums over matches, from which figures and their intervals are computed. They are whole numbers, so they can be added in any order and kept as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt

from gamedsl.values import frozen
from gamedsl.workbench.statistics.distributions import LEVEL, Z, quantile, t_quantile
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl_interpreter.matches.simulate import wilson


@frozen
class Sums:
    """Sums over the matches of x and y, their squares and their product. The figure is the sum of x divided by that of y."""

    count: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    yy: int = 0
    xy: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(one + two for one, two in zip(self.numbers, other.numbers, strict=True)))

    @property
    def numbers(self) -> tuple[int, int, int, int, int, int]:
        """All sums, in order."""
        return self.count, self.x, self.y, self.xx, self.yy, self.xy


def sums_of(xs: Sequence[int], ys: Sequence[int]) -> Sums:
    """Returns the sums over some matches; each match has an x and a y."""
    return Sums(
        len(xs),
        sum(xs),
        sum(ys),
        sum(x * x for x in xs),
        sum(y * y for y in ys),
        sum(x * y for x, y in zip(xs, ys, strict=True)),
    )


def share(sums: Sums) -> Estimate | None:
    """Estimates a share of the matches, with Wilson's interval; None without matches."""
    if not sums.y:
        return None
    part = Fraction(sums.x, sums.y)
    return Estimate(float(part), *wilson(part * sums.count, sums.count), sums.count)


def ratio(sums: Sums, intervals: int = 1) -> Estimate | None:
    """Estimates the ratio of two sums, with the interval of the linearised ratio and Student's t (W. G. Cochran, Sampling Techniques, 1977, chapter 6). If y
    is the same in each match, this is a mean with its usual interval. All `intervals` intervals together hold with 95 % (Bonferroni). None without
    matches, or if all y are 0."""
    if not sums.y:
        return None
    value = sums.x / sums.y
    if sums.count < 2:
        return Estimate(value, float("-inf"), float("inf"), sums.count)
    squares = max(0.0, sums.xx - 2 * value * sums.xy + value * value * sums.yy)
    error = sqrt(squares / (sums.count - 1) / sums.count) / (sums.y / sums.count)
    half = t_quantile(sums.count - 1) * quantile(1 - (1 - LEVEL) / 2 / intervals) / Z * error
    return Estimate(value, value - half, value + half, sums.count)


def largest(seats: Iterable[Sums]) -> Estimate | None:
    """Estimates the largest distance from 0 of the ratios of several seats that add up to 0. The intervals of all seats hold together, so the result lies
    between two bounds: the maximum of the seats' least distances, and the maximum of their greatest distances. None without matches."""
    every = list(seats)
    found = [ratio(one, 1 if len(every) == 2 else len(every)) for one in every]
    known = [one for one in found if one is not None]
    if not known:
        return None
    low = max(max(0.0, one.low, -one.high) for one in known)
    high = max(max(-one.low, one.high) for one in known)
    return Estimate(max(abs(one.value) for one in known), low, high, known[0].count)

"""The difference between two sides in one figure: its size, its interval, and its probability under chance."""

from __future__ import annotations

from math import asin, inf, sqrt

from gamedsl.values import frozen
from gamedsl.workbench.statistics import distributions
from gamedsl.workbench.statistics.tallies import Two
from gamedsl_interpreter.matches.simulate import Tally


@frozen
class Difference:
    """An estimated difference of a figure. `change` is `after - before`, both means per match; `low` to `high` is its 95 % interval, infinite if too few
    matches were played. `p`: the probability of a change at least this large if there is none. `effect`: Cohen's d for numbers (for points, with their
    spread from seat to seat), Cohen's h for shares. `spread`: the standard deviation of the change in one pair of matches (or one match of each side);
    `count`: the matches of each side (of the smaller one)."""

    before: float
    after: float
    low: float
    high: float
    p: float
    effect: float
    spread: float
    count: int

    @property
    def change(self) -> float:
        return self.after - self.before


def difference_of_means(both: Two, divisor: int) -> Difference:
    """Compares means of whole numbers, each to be divided by `divisor`. Pairs: Student's t of their differences; else Welch's t (B. L. Welch, Biometrika
    34, 1947).

    If few numbers are not 0, the t test would be too confident. The probability is therefore at least that of equally many coin tosses all coming up the
    same.
    """
    change = both.after.mean - both.before.mean
    count = min(both.before.count, both.after.count)
    error, freedom = _error(both)
    if not freedom:
        half, p = inf, 1.0
    else:
        half = distributions.t_quantile(freedom) * error
        p = distributions.t_probability(change / error, freedom) if error else float(change == 0)
    tosses = both.above + both.below if both.paired else both.filled
    p = max(p, min(1.0, 2.0 ** (1 - min(tosses, 1000))))
    # The mean of several seats varies less than the points of one seat, and less the more seats there are.
    before, after, scale = (both.before, both.after, 1) if both.singles is None else (*both.singles, divisor)
    pooled = sqrt((before.sd**2 + after.sd**2) / 2) * scale
    return Difference(
        before=both.before.mean / divisor,
        after=both.after.mean / divisor,
        low=(change - half) / divisor,
        high=(change + half) / divisor,
        p=p,
        effect=change / pooled if pooled else 0.0 if change == 0 else inf if change > 0 else -inf,
        spread=both.spread / divisor,
        count=count,
    )


def difference_of_shares(both: Two, divisor: int) -> Difference:
    """Compares shares: the count of a match lies between 0 and `divisor`. The interval is that of R. G. Newcombe for pairs or for independent samples
    (Statistics in Medicine 17, 1998, pages 2635 and 873, method 10 of both), from Wilson's intervals. If a match counts fully or not at all, the test is
    McNemar's exact one for pairs, else Fisher's; shared victories are tested as numbers."""
    plain = difference_of_means(both, divisor)
    if not plain.count:
        return plain
    (low1, high1), (low2, high2) = (_wilson(side, divisor) for side in (both.before, both.after))
    first, second, bound = plain.before, plain.after, 2 * both.correlation

    def reach(one: float, other: float) -> float:
        return sqrt(max(0.0, one * one - bound * one * other + other * other))

    return Difference(
        before=first,
        after=second,
        low=second - first - reach(second - low2, high1 - first),
        high=second - first + reach(high2 - second, first - low1),
        p=_share_probability(both) if divisor == 1 else plain.p,
        effect=2 * (asin(sqrt(min(1.0, second))) - asin(sqrt(min(1.0, first)))),
        spread=plain.spread,
        count=plain.count,
    )


def _error(both: Two) -> tuple[float, float]:
    """Returns the standard error of the change and its degrees of freedom; both are 0 if there are too few numbers."""
    n, m = both.before.count, both.after.count
    if min(n, m) < 2:
        return 0.0, 0.0
    if both.paired:
        return both.spread / sqrt(n), n - 1
    one, other = both.before.sd**2 / n, both.after.sd**2 / m
    if not one + other:
        return 0.0, n + m - 2
    return sqrt(one + other), (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (m - 1))


def _share_probability(both: Two) -> float:
    if both.paired:
        return distributions.sign_probability(both.above, both.below)
    return distributions.fisher_probability(both.before.total, both.before.count, both.after.total, both.after.count)


def _wilson(side: Tally, divisor: int) -> tuple[float, float]:
    """Returns Wilson's interval of a share."""
    n = side.count
    share = side.mean / divisor
    middle = share + distributions.Z * distributions.Z / (2 * n)
    half = distributions.Z * sqrt(share * (1 - share) / n + distributions.Z * distributions.Z / (4 * n * n))
    scale = 1 + distributions.Z * distributions.Z / n
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)

"""Two-sided probabilities of results if there is no difference, and the quantiles that intervals need."""

from __future__ import annotations

from math import comb, erfc, exp, expm1, lgamma, log1p, sqrt
from statistics import NormalDist

LEVEL = 0.95
"""The confidence level of intervals."""

Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""The quantile of the normal distribution for intervals."""

_EXACT = 2_000
"""Up to this many pairs, the sign test adds up binomial probabilities; beyond it the normal distribution is accurate enough."""


def quantile(p: float) -> float:
    """Returns the quantile of the standard normal distribution, for 0 < p < 1."""
    return NormalDist().inv_cdf(p)


def t_probability(t: float, freedom: float) -> float:
    """Returns the probability that |T| >= |t| for Student's t with this many degrees of freedom. Uses the normal distribution after the transformation of
    D. L. Wallace, "Bounds on normal approximations to Student's and the chi-square distributions" (1959): accurate to 0.002 from 3 degrees of freedom on."""
    z = sqrt(freedom * log1p(t * t / freedom)) * _wallace(freedom)
    return erfc(z / sqrt(2))


def t_quantile(freedom: float) -> float:
    """Returns the quantile of Student's t for intervals, by the transformation of `t_probability`."""
    z = Z / _wallace(freedom)
    return sqrt(freedom * expm1(z * z / freedom))


def _wallace(freedom: float) -> float:
    return (8 * freedom + 1) / (8 * freedom + 3)


def sign_probability(above: int, below: int) -> float:
    """Computes the exact sign test (for shares, McNemar's): the probability that tosses of a fair coin split at least as unevenly as the pairs that differ."""
    number, least = above + below, min(above, below)
    if number > _EXACT:
        return erfc(max(0, abs(above - below) - 1) / sqrt(2 * number))
    return min(1.0, 2 * sum(comb(number, i) for i in range(least + 1)) / 2**number) if number else 1.0


def fisher_probability(first: int, of_first: int, second: int, of_second: int) -> float:
    """Computes Fisher's exact test: the probability of a difference at least this large if both sides are the same. `first` of `of_first` matches against
    `second` of `of_second`."""
    hits, number = first + second, of_first + of_second
    least, most = max(0, hits - of_second), min(hits, of_first)
    whole = _log_comb(number, hits)

    def chance(i: int) -> float:
        return exp(_log_comb(of_first, i) + _log_comb(of_second, hits - i) - whole)

    found = chance(first) * (1 + 1e-7)
    return min(1.0, sum(p for i in range(least, most + 1) if (p := chance(i)) <= found))


def _log_comb(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)

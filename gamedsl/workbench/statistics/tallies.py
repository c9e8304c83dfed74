"""Sums over the numbers of two sides, exact and additive match by match."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from gamedsl.values import frozen
from gamedsl_interpreter.matches.simulate import Tally


@frozen
class Two:
    """Sums of whole numbers of two sides. If `paired`, number i of both sides comes from a match with the same random numbers; then `products` is the sum of
    the products of the pairs, `above` counts the pairs in which the second is larger, `below` those in which it is smaller. `filled` counts the numbers
    of both sides that are not 0. `singles`: the numbers of single seats, where those of a match are sums over several."""

    before: Tally
    after: Tally
    paired: bool
    products: int
    above: int
    below: int
    filled: int
    singles: tuple[Tally, Tally] | None = None

    @property
    def covariance(self) -> float:
        """The sample covariance of the pairs; 0 if there are none."""
        n = self.before.count
        if not self.paired or n < 2:
            return 0.0
        return (n * self.products - self.before.total * self.after.total) / (n * (n - 1))

    @property
    def correlation(self) -> float:
        """The correlation of the pairs; 0 if there are none, or if a side never changes."""
        spread = self.before.sd * self.after.sd
        return max(-1.0, min(1.0, self.covariance / spread)) if spread else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the difference between a number of one side and a number of the other; for pairs, of the difference within a pair."""
        return sqrt(max(0.0, self.before.sd**2 + self.after.sd**2 - 2 * self.covariance))

    def __add__(self, other: Two) -> Two:
        """Adds up two tallies of the same sort."""
        return Two(
            self.before + other.before,
            self.after + other.after,
            self.paired,
            self.products + other.products,
            self.above + other.above,
            self.below + other.below,
            self.filled + other.filled,
            _add_both(self.singles, other.singles),
        )


def _add_both(one: tuple[Tally, Tally] | None, other: tuple[Tally, Tally] | None) -> tuple[Tally, Tally] | None:
    return one or other if one is None or other is None else (one[0] + other[0], one[1] + other[1])


def two(
    before: Sequence[int],
    after: Sequence[int],
    *,
    paired: bool,
    singles: tuple[Sequence[int], Sequence[int]] | None = None,
) -> Two:
    """Returns the tallies of two sides. Paired sides have equally many numbers. `singles`: see `Two`."""
    pairs = list(zip(before, after, strict=True)) if paired else []
    return Two(
        _tally(before),
        _tally(after),
        paired,
        sum(a * b for a, b in pairs),
        sum(a < b for a, b in pairs),
        sum(a > b for a, b in pairs),
        sum(map(bool, before)) + sum(map(bool, after)),
        None if singles is None else (_tally(singles[0]), _tally(singles[1])),
    )


def _tally(numbers: Sequence[int]) -> Tally:
    if not numbers:
        return Tally()
    return Tally(len(numbers), sum(numbers), sum(n * n for n in numbers), min(numbers), max(numbers))

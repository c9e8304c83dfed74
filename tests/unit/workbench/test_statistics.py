# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false
# (scipy has no types of its own.)
"""The statistics of comparisons, beside scipy's and published examples."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from gamedsl.workbench.statistics.differences import Difference, difference_of_means, difference_of_shares
from gamedsl.workbench.statistics.distributions import fisher_probability, sign_probability, t_probability, t_quantile
from gamedsl.workbench.statistics.many import correct_for_many, visible_change
from gamedsl.workbench.statistics.tallies import two


@pytest.fixture
def stats() -> Any:
    """The statistics of scipy. Importing them takes seconds, for which collecting the tests need not wait."""
    from scipy import stats as imported

    return imported


@pytest.mark.parametrize("freedom", [3, 10, 60, 1000])
def test_student(freedom: int, stats: Any) -> None:
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.012)
    for t in (0.1, 1.0, 2.5, 4.0):
        assert t_probability(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=0.002)


def test_signs_and_fisher(stats: Any) -> None:
    for above, below in ((0, 0), (3, 9), (40, 61), (1400, 1500)):
        exact = stats.binomtest(above, above + below).pvalue if above + below else 1.0
        assert sign_probability(above, below) == pytest.approx(exact, abs=0.002)
    for table in ((3, 20, 11, 25), (0, 10, 0, 10), (70, 100, 50, 90)):
        first, of_first, second, of_second = table
        exact = stats.fisher_exact([[first, of_first - first], [second, of_second - second]])[1]
        assert fisher_probability(*table) == pytest.approx(exact, rel=1e-6)


def test_means_of_pairs_and_of_samples(stats: Any) -> None:
    draw = Random(5)
    before = [draw.randrange(100) for _ in range(300)]
    after = [one + draw.randrange(20) for one in before]
    pairs = difference_of_means(two(before, after, paired=True), 1)
    theirs = stats.ttest_rel(after, before)
    assert pairs.p == pytest.approx(theirs.pvalue, abs=1e-6)
    assert (pairs.low, pairs.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)), rel=0.001)
    apart = difference_of_means(two(before, after, paired=False), 1)
    welch = stats.ttest_ind(after, before, equal_var=False)
    assert apart.p == pytest.approx(welch.pvalue, rel=0.02)
    assert (apart.low, apart.high) == pytest.approx(tuple(welch.confidence_interval(0.95)), rel=0.001)
    assert pairs.high - pairs.low < (apart.high - apart.low) / 3


def test_two_parts_are_added_up_exactly() -> None:
    one, other = [3, 0, 5, 7], [2, 2, 5, 9]
    assert two(one[:1], other[:1], paired=True) + two(one[1:], other[1:], paired=True) == two(one, other, paired=True)


def test_shares_as_newcombe_published_them() -> None:
    """Statistics in Medicine 17, page 877: 56 of 70 against 48 of 80 is 0.0524 to 0.3339."""
    apart = difference_of_shares(two([1] * 48 + [0] * 32, [1] * 56 + [0] * 14, paired=False), 1)
    assert (apart.low, apart.high) == pytest.approx((0.0524, 0.3339), abs=0.0005)


def test_what_never_differs_is_never_certain() -> None:
    same = difference_of_means(two([4, 4], [4, 4], paired=True), 1)
    assert (same.change, same.p, same.effect) == (0, 1.0, 0)
    rare = difference_of_means(two([0] * 1000, [0] * 998 + [9, 9], paired=True), 1)
    assert rare.p >= 0.5, "two matches of a thousand say little"
    assert difference_of_means(two([], [], paired=True), 1).p == 1.0
    for paired, tosses in ((True, 2), (False, 4)):
        apart = difference_of_means(two([4, 4], [5, 5], paired=paired), 1)
        assert (apart.low, apart.high, apart.effect) == (1.0, 1.0, float("inf"))
        assert apart.p == 2 ** (1 - tosses), "as if so many coins had come up the same"


def test_the_effect_on_points_is_measured_by_the_spread_of_seats() -> None:
    """Four seats whose points have a spread of 10: a change by 5 is half of it, and not a whole one, as it is for the mean of four seats."""
    dice = Random(3)
    sides = [[round(dice.gauss(middle, 10)) for _ in range(8000)] for middle in (100, 105)]
    before, after = ([sum(side[at : at + 4]) for at in range(0, 8000, 4)] for side in sides)
    both = two(before, after, paired=True, singles=(sides[0], sides[1]))
    assert difference_of_means(both, 4).effect == pytest.approx(0.5, abs=0.05)
    assert difference_of_means(two(before, after, paired=True), 4).effect == pytest.approx(1.0, abs=0.1)
    assert difference_of_means(both + both, 4).effect == pytest.approx(0.5, abs=0.05)
    assert (two([0], [0], paired=True) + both).singles == both.singles


def test_holm() -> None:
    """The example of many textbooks: 0.01, 0.04, 0.03, 0.005."""
    assert correct_for_many([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert correct_for_many([]) == []


def test_the_smallest_change_that_would_be_seen() -> None:
    """Two-sided at 5 % with a power of 80 %: 1.96 + 0.84 times the standard error. What was seen does not matter."""
    seen = Difference(0, 0.1, 0, 0.2, 0.5, 0.1, 1.0, 100)
    assert visible_change(seen, 1, 0.05) == pytest.approx(0.2801585)
    assert visible_change(Difference(0, 0, 0, 0, 1, 0, 1.0, 100), 1, 0.05) == pytest.approx(0.2801585)
    assert visible_change(Difference(0, 0.1, 0, 0.2, 0.5, 0.1, 1.0, 400), 1, 0.05) == pytest.approx(0.1400793)
    assert visible_change(seen, 20, 0.05) == pytest.approx(0.3864955, rel=1e-3)
    assert visible_change(Difference(0, 0.1, 0, 0.2, 0.5, 0.1, 0.0, 100), 1, 0.05) is None
    assert visible_change(Difference(0, 0, 0, 0, 1, 0, 1.0, 0), 1, 0.05) is None


def test_a_change_that_is_visible_is_called_certain_in_four_of_five_studies() -> None:
    dice, certain = Random(5), 0
    for _ in range(400):
        noise = [dice.gauss(0, 1000) for _ in range(200)]
        change = 1000 * 2.8015852 / sqrt(200)
        both = two([0] * 200, [round(one + change) for one in noise], paired=True)
        certain += difference_of_means(both, 1).p <= 0.05
    assert 0.72 <= certain / 400 <= 0.88

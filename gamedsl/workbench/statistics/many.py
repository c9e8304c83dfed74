"""Corrects for testing many figures at once, and computes how small a change could have been detected."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from gamedsl.workbench.statistics.differences import Difference
from gamedsl.workbench.statistics.distributions import quantile

RISK = 0.05
"""The risk that anything at all is called certain although both sides are the same."""

REPORT_RISK = RISK / 4
"""The risk of each of the four parts of a report that call something certain (seats, points, what is used, skill): together they keep to RISK."""

_POWER = 0.8
"""The probability with which a change that counts as visible is seen."""


def correct_for_many(probabilities: Sequence[float]) -> list[float]:
    """Applies Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979): if a claim counts as certain when its corrected value stays
    below a risk, then the risk of any false claim at that level, however the figures depend on each other."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found, least = [0.0] * len(probabilities), 0.0
    for rank, number in enumerate(order):
        least = max(least, min(1.0, probabilities[number] * (len(order) - rank)))
        found[number] = least
    return found


def visible_change(difference: Difference, figures: int, risk: float) -> float | None:
    """Returns the smallest change that this many matches detect with a probability of 80 %, among this many figures at this risk (J. Cohen, Statistical
    Power Analysis for the Behavioral Sciences, 1988). None if the matches do not tell how much they spread.

    It depends on the spread alone and not on the change that was seen, which says nothing of how many matches would decide (J. M. Hoenig and D. M. Heisey,
    "The Abuse of Power", The American Statistician 55, 2001).
    """
    if not difference.spread or not difference.count:
        return None
    reach = quantile(1 - risk / (2 * max(1, figures))) + quantile(_POWER)
    return reach * difference.spread / sqrt(difference.count)


def threshold_text(points: str) -> str:
    """Puts `visible_change` into words, for shares: the percentage points from which on this many matches can tell a difference from chance."""
    return f"In so many matches, a difference of less than about {points} percentage points cannot be told from chance."

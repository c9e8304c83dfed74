"""Corrects for testing many figures at once, and estimates how many matches would decide the uncertain ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from gamedsl.workbench.statistics.differences import Difference
from gamedsl.workbench.statistics.distributions import quantile

RISK = 0.05
"""The risk that anything at all is called certain although both sides are the same."""

_POWER = 0.8
"""The probability with which the estimated number of matches decides."""

MOST_MATCHES = 10_000_000
"""Larger estimates are not reported, since nobody plays more."""


def correct_for_many(probabilities: Sequence[float]) -> list[float]:
    """Applies Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979): if a claim counts as certain when its corrected value stays
    below a risk, then the risk of any false claim at that level, however the figures depend on each other."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found, least = [0.0] * len(probabilities), 0.0
    for rank, number in enumerate(order):
        least = max(least, min(1.0, probabilities[number] * (len(order) - rank)))
        found[number] = least
    return found


def matches_to_decide(difference: Difference, figures: int, risk: float) -> int | None:
    """Returns how many matches per side would show a change of the observed size, with a probability of 80 %, among this many figures at this risk. None
    if it is more than anybody plays, or if the spread is unknown."""
    if not difference.change or not difference.spread:
        return None
    reach = quantile(1 - risk / (2 * max(1, figures))) + quantile(_POWER)
    needed = (reach * difference.spread / abs(difference.change)) ** 2
    return ceil(needed) if needed < MOST_MATCHES else None

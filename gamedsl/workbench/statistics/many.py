"""Many figures are looked at at once: what is still certain then, and how many matches would decide what is not."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from gamedsl.workbench.statistics.differences import Difference
from gamedsl.workbench.statistics.distributions import quantile

RISK = 0.05
"""The risk that anything at all is called certain in two sides that are the same."""

_POWER = 0.8
"""The chance with which the matches that are named decide."""

MOST_MATCHES = 10_000_000
"""Nobody plays more."""


def corrected(probabilities: Sequence[float]) -> list[float]:
    """Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979): if only what stays below a risk is called certain, the risk that any of it
    is by chance is no larger, however the figures hang together."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found, least = [0.0] * len(probabilities), 0.0
    for rank, number in enumerate(order):
        least = max(least, min(1.0, probabilities[number] * (len(order) - rank)))
        found[number] = least
    return found


def matches_to_decide(difference: Difference, figures: int, risk: float) -> int | None:
    """How many matches of each side would show a change of the size that was seen, with a chance of 80 %, among so many figures at this risk. None: more
    than anybody plays, or nothing is known of the spread."""
    if not difference.change or not difference.spread:
        return None
    reach = quantile(1 - risk / (2 * max(1, figures))) + quantile(_POWER)
    needed = (reach * difference.spread / abs(difference.change)) ** 2
    return ceil(needed) if needed < MOST_MATCHES else None

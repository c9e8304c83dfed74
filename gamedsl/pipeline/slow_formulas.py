"""Formulas that make a game slow, found before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model.types import SiteId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.problems.rules import SlowFormula

LIMIT = 100_000
"""Elements that one computation goes through: about 0.1 seconds of the reference executor, and a tenth of what one call may do. The largest figure of a
shipped game is 22,222, the hands of five cards of seven in Texas hold'em (`python -m bench.slow_formulas --games`)."""

_LEVELS = 3
"""So many collections inside each other are looked for. A game with fewer things than its root of the limit has no such formula."""


def slow_formulas(checked: Checked) -> Iterator[SlowFormula]:
    """Formulas that are computed again and again in a match, and go through too much each time; each line once, with its largest figure."""
    things = [board.places for board in checked.boards], [spec.count for spec in checked.classes]
    largest = max((*map(len, things[0]), *things[1]), default=0)
    if largest**_LEVELS < LIMIT:
        return
    from gamedsl.graph.analysis.effort import Effort
    from gamedsl.graph.analysis.walk import placed_formulas

    effort = Effort(checked.functions, checked.classes)
    found: dict[SiteId, int] = {}
    for site, formula in placed_formulas((checked.rules, checked.phases, checked.ends)):
        number = effort.of(formula)
        if number >= LIMIT and site >= 0:
            found[site] = max(number, found.get(site, 0))
    for site, number in found.items():
        yield SlowFormula(checked.sites[site].span, number)

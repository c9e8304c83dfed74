"""Finds formulas that make a game slow, before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model.types import SiteId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.problems.rules import SlowFormula

LIMIT = 100_000
"""The most elements that one evaluation may visit: about 0.1 seconds of the reference executor, and a tenth of the limit for one call. The largest figure of
a shipped game is 22,222, the hands of five cards of seven in Texas hold'em (`python -m bench.slow_formulas --games`)."""

_LEVELS = 3
"""The deepest nesting of collections that is searched. If a game has fewer things than the corresponding root of the limit, it has no such formula."""


def slow_formulas(checked: Checked) -> Iterator[SlowFormula]:
    """Yields formulas that a match evaluates again and again, and that visit too many elements each time; each line once, with its largest figure."""
    things = [board.places for board in checked.boards], [spec.count for spec in checked.classes]
    largest = max((*map(len, things[0]), *things[1]), default=0)
    if largest**_LEVELS < LIMIT:
        return
    from gamedsl.graph.analysis.effort import Effort
    from gamedsl.graph.analysis.walk import formulas_with_sites

    effort = Effort(checked.functions, checked.classes)
    found: dict[SiteId, int] = {}
    for site, formula in formulas_with_sites((checked.rules, checked.phases, checked.ends)):
        number = effort.of(formula)
        if number >= LIMIT and site >= 0:
            found[site] = max(number, found.get(site, 0))
    for site, number in found.items():
        yield SlowFormula(checked.sites[site].span, number)

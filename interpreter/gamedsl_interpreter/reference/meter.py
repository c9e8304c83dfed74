"""Limits the work of one call: nodes visited by searches and passes of loops are counted, and a call that has used up its budget ends with a fault."""

from __future__ import annotations

from threading import local
from types import TracebackType

from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.engine import Fault

_UNBOUNDED = 1 << 62


class OverBudgetError(Exception):
    """The budget is used up. The nearest `Scope` turns it into a fault that names the expensive part."""


class Meter(local):
    """Counts down the budget of the current call; outside of calls there is no limit. Each thread has its own count."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.left = _UNBOUNDED
        self.depth = 0

    def spend(self, number: int) -> None:
        """Subtracts `number` units from the budget. Raises OverBudgetError."""
        left = self.left = self.left - number
        if left < 0:
            raise OverBudgetError


class Scope:
    """A call, or a part of one: the outermost scope begins with a full budget, the innermost names the expensive part in the fault."""

    __slots__ = ("_meter", "_site", "_what")

    def __init__(self, meter: Meter, site: SiteId, what: str) -> None:
        self._meter = meter
        self._site = site
        self._what = what

    def __enter__(self) -> None:
        meter = self._meter
        if not meter.depth:
            meter.left = meter.budget
        meter.depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        meter = self._meter
        meter.depth -= 1
        if not meter.depth:
            meter.left = _UNBOUNDED
        if kind is OverBudgetError:
            raise over_budget(meter, self._site, self._what) from None


def over_budget(meter: Meter, site: SiteId, what: str) -> Fault:
    """Makes the fault of a call that exceeds its budget; `what` names the expensive part."""
    return Fault("E_BUDGET", site, f"{what} takes more than {meter.budget:,} steps")

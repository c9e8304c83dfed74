"""Limits the work of checking. Work is counted in steps and not in seconds, so the answer is the same on every machine.

Declarations can multiply: options by players, rows by types, rules by rules. Each product has a limit of its own where it arises; this counter limits their
sum. A step takes about a microsecond.
"""

from __future__ import annotations

from gamedsl.values import define

MOST_STEPS = 5_000_000
"""The most steps for all setups of a file together. The largest game that comes with the language takes a tenth of it."""

MOST_FOLDED = 200_000
"""The most steps for evaluating one formula while checking; longer evaluations are left to the match."""

MOST_FOLDED_IN_ALL = 1_000_000
"""The most steps for evaluating formulas in one setup. After that, a formula gets only `FEWEST_FOLDED`."""

FEWEST_FOLDED = 1_000

DECLARATION = 10
"""Steps for a declaration."""
FORMULA = 25
"""Steps for a part of a formula, and for a statement."""


class TooMuchWork(Exception):
    """Checking took too many steps; `World.at` is the place."""


@define(eq=False)
class Effort:
    """The remaining steps, and the setup (of how many) that uses them."""

    left: int = MOST_STEPS
    setup: int = 1
    setups: int = 1

    def stop(self) -> None:
        """Makes the next step raise TooMuchWork, because the result is no longer needed."""
        self.left = -1

    def spend(self, steps: int) -> None:
        """Raises TooMuchWork."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork

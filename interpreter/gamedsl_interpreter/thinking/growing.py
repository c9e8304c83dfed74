"""The protocol of trees that agents use."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from gamedsl_interpreter.engine import Step

Root: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""For each option of the open step: its value, how often it was tried, the sum of its results, and what is proved: 1 that it wins, -1 that it loses, else 0."""


DEVIATION = 1.2533
"""The standard deviation of values that are distributed normally, by their mean distance from their mean."""


def spread_of(low: int, high: int, count: int, strayed: int) -> float:
    """Returns the standard deviation of values from `low` to `high`; `strayed` is the sum of the distances of `count` values from their mean. Where values are not
    graded, there is no such count: they can only be at both ends."""
    return DEVIATION * strayed / count if count else (high - low) / 2


def best_of(root: Root) -> int | None:
    """Returns the value of the option that was tried most, first of those that win for sure, last of those that lose; of equals the one that has won more, then
    the first. None if none was tried and none wins."""
    tried = [option for option in root if option[1] or option[3] > 0]
    return max(tried, key=lambda one: (one[3], one[1], one[2], -one[0]))[0] if tried else None


class Growing(Protocol):
    """A tree that can grow, in any of its forms: see `tree.Tree`."""

    @property
    def step(self) -> Step:
        """The open step of the decision."""
        ...

    def grow(self, iterations: int) -> None:
        """Runs `iterations` more iterations. Raises Fault."""
        ...

    def root(self) -> Root:
        """Returns the counts of the open step; empty if it is not part of the tree yet."""
        ...

    def best(self) -> int | None:
        """Returns the answer to the open step that was tried most; None if none was tried."""
        ...

    def differs(self) -> bool:
        """Whether the search has seen any difference for its seat: two playouts with different values, or options of which not the same is proved."""
        ...

    def goes_on(self, value: int) -> bool:
        """Whether the decision has another open step after this answer."""
        ...

    def answer(self, value: int) -> None:
        """Answers the open step; later iterations begin after it."""
        ...

    def begin_again(self) -> None:
        """Takes all answers back: the open step is the one at which the tree began."""
        ...

    def spread(self) -> float:
        """Returns the standard deviation of the values that playouts had for its seat, by their mean distance from their mean."""
        ...

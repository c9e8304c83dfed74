"""The protocol of trees that agents use."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from gamedsl_interpreter.engine import Step

Root: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""For each option of the open step: its value, how often it was tried, the sum of its results, and what is proved: 1 that it wins, -1 that it loses, else 0."""


DEVIATION = 1.2533
"""The standard deviation of values that are distributed normally, by their mean distance from their mean."""


def spread_of(low: int, high: int, count: int, strayed: int) -> float:
    """Returns the standard deviation of values from `low` to `high`; `strayed` is the sum of the distances of `count` values from their mean. If values are
    not graded, `count` is 0, and all values are assumed to be at the two ends."""
    return DEVIATION * strayed / count if count else (high - low) / 2


def best_of(root: Root) -> int | None:
    """Returns the value of the option that was tried most often. Options that are proved to win come first, options that are proved to lose last; of equals,
    the one that has won more, then the first. None if no option was tried and none is proved to win."""
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
        """Returns the answer to the open step that was tried most often; None if no answer was tried."""
        ...

    def differs(self) -> bool:
        """Whether the search has seen any difference for its seat: two playouts with different values, or options with different proofs."""
        ...

    def goes_on(self, value: int) -> bool:
        """Whether the decision has another open step after this answer."""
        ...

    def answer(self, value: int) -> None:
        """Answers the open step; later iterations begin after it."""
        ...

    def begin_again(self) -> None:
        """Takes all answers back: the open step is again the one at which the tree began."""
        ...

    def spread(self) -> float:
        """Returns the standard deviation of the values that playouts had for its seat, by their mean distance from their mean."""
        ...

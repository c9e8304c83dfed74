"""What a generator decides by: numbers drawn one by one, from a seed or from whoever wants to make the file smaller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
Below = Callable[[int], int]
"""A number from 0 to n - 1; the smaller, the simpler is what comes of it."""


class Dice:
    """Choices between alternatives; the first ones are the simplest."""

    def __init__(self, below: Below) -> None:
        self._below = below

    def one(self, of: Sequence[T]) -> T:
        """One of the alternatives."""
        return of[self._below(len(of)) if len(of) > 1 else 0]

    def made(self, of: Sequence[Callable[[], T]]) -> T:
        """What one of the makers makes; only that one is called."""
        return self.one(of)()

    def number(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + (self._below(high - low + 1) if high > low else 0)

    def chance(self, percent: int) -> bool:
        """Yes in so many of a hundred cases; no is simpler."""
        return self._below(100) >= 100 - percent

    def some(self, of: Sequence[T], percent: int) -> list[T]:
        """A part of the things, in their order; each with the same chance."""
        return [thing for thing in of if self.chance(percent)]


def seeded(seed: int) -> Dice:
    """Choices that a seed settles."""
    return Dice(Random(seed).randrange)

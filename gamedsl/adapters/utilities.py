"""What adapters share: the worth of a finished match (points, or the victory or a rank from -1 to 1), and the reading of actions and seeds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from operator import index
from typing import Any, Literal, TypeAlias

import gamedsl

UtilityName: TypeAlias = Literal["victory", "points", "rank"]
"""The ways to value a match."""

AIMS: dict[str, gamedsl.Aim] = {"victory": gamedsl.Aim.VICTORY, "points": gamedsl.Aim.POINTS, "rank": gamedsl.Aim.RANK}
"""The aims that a utility can count, by name."""


def find_aim(game: gamedsl.Game, name: str) -> gamedsl.Aim:
    """Returns the aim with this name. Raises ArgumentError for another name, and for an aim that nobody can have in the game."""
    aim = AIMS.get(name) if isinstance(name, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
    if aim is None:
        raise gamedsl.ArgumentError(f"`utility` is `victory`, `points` or `rank`, not `{name}`")
    if aim is gamedsl.Aim.VICTORY and len(game.seats) == 1 and not game.verdicts:
        others = "; `utility` can be `points`" if game.scores else ""
        raise gamedsl.ArgumentError(f"{game.name} has one player here, and its rules do not say who has won{others}")
    return gamedsl.utility_of(game, aim).aim


def read_action(action: Any) -> int:
    """Returns an action of a framework, which may be a number of numpy, as an int. Raises ArgumentError."""
    try:
        if isinstance(action, bool):
            raise TypeError
        return index(action)
    except TypeError:
        raise gamedsl.ArgumentError(f"an action is a whole number, not {action!r}") from None


def read_seed(seed: Any) -> int:
    """Returns a seed of a framework, which may be a number of numpy, as an int. Raises ArgumentError for one below 0, as frameworks do."""
    try:
        if not isinstance(seed, bool) and index(seed) >= 0:
            return index(seed)
    except TypeError:
        pass
    raise gamedsl.ArgumentError(f"`seed` is a whole number, 0 or more, not {seed!r}")


class Payment:
    """Pays the players of a game by an aim. More is better.

    * Points are the score totals, below zero if few points are good.
    * The victory is 1 for the only winner and -1 / (n - 1) for each of the n - 1 others, so that it adds up to 0; with two players 1, 0 and -1. Where the
      rules say who has won, it is 1 for each winner and -1 for each loser.
    * A rank is 1 for who is before all others, and -1 for who is behind all; equal ones get the mean of their places.
    """

    def __init__(self, game: gamedsl.Game, aim: gamedsl.Aim | None) -> None:
        """Chooses the aim; None: that of `gamedsl.utility_of`. Raises ArgumentError."""
        self.utility = gamedsl.utility_of(game, aim)
        self.aim = self.utility.aim
        self._game = game
        self.by_verdict = self.aim is gamedsl.Aim.VICTORY and bool(game.verdicts)
        """Whether the rules say of each player whether it has won, so that payments need not add up to 0."""
        self._others = 1 if game.verdicts else max(1, len(game.seats) - 1)
        """How many lose for each victory that is won."""

    def of(self, outcome: gamedsl.Outcome) -> list[float]:
        """Returns the utility of each player, by seat, without scripted seats."""
        return [float(one) for one in self._values(outcome)][: self._game.humans]

    def range(self, known: gamedsl.GameBounds) -> tuple[float, float]:
        """Returns the least and the greatest payment, by the bounds of the game for this aim."""
        if self.aim is gamedsl.Aim.POINTS:
            return float(known.least.value), float(known.greatest.value)
        return (-1.0 if self.aim is gamedsl.Aim.RANK else -1.0 / self._others), 1.0

    def _values(self, outcome: gamedsl.Outcome) -> Iterator[Fraction]:
        for value in self.utility.values(outcome):
            if self.aim is gamedsl.Aim.POINTS:
                yield value
            elif self.aim is gamedsl.Aim.RANK:
                yield 2 * value - 1
            else:
                yield value + (value - 1) / self._others

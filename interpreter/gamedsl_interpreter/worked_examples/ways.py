"""The ways in which an example can continue: all of them, or one picked at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol

from gamedsl.values import define, evolve, frozen
from gamedsl_interpreter.engine import ChanceOutcome, S
from gamedsl_interpreter.proposals import Walk
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worked_examples.host import ExampleHost

LEAVES = 10_000
"""The most ways that are tried one by one."""

SAMPLES = 500
"""The number of random ways that are tried where there are more than `LEAVES`."""

_EARLY = 200
_HOPELESS = 20
"""After `_EARLY` ways, the number of all ways is estimated. If it is above `_HOPELESS` times the limit, the other ways are not tried."""

CLEARLY = 2
"""If random ways estimate on average more than `CLEARLY` times the limit, the other ways are not tried."""


class TooManyWaysError(Exception):
    """There are too many ways to try them one by one. If not `is_sure`, this is an estimate from the first ways."""

    def __init__(self, *, is_sure: bool = True) -> None:
        super().__init__()
        self.is_sure = is_sure


class Forks(Protocol):
    """Decides which ways are followed at a fork."""

    def outcomes(self, host: ExampleHost[S], state: S) -> Sequence[ChanceOutcome]: ...

    def walks(self, walks: Sequence[Walk]) -> Sequence[Walk]: ...

    def end(self, share: float) -> None:
        """Records the end of a way; `share` is its part of all ways if all forks on it were equal."""
        ...


@define
class AllWays:
    """Follows every way, up to `most` ways."""

    most: int = LEAVES
    is_patient: bool = False
    """Whether all ways are tried although the estimate says that there are too many."""
    ended: int = 0
    covered: float = 0.0

    def outcomes(self, host: ExampleHost[S], state: S) -> Sequence[ChanceOutcome]:
        outcomes = host.chance(state, self.most)
        if outcomes is None:
            raise TooManyWaysError
        return outcomes

    def walks(self, walks: Sequence[Walk]) -> Sequence[Walk]:
        return walks

    def end(self, share: float) -> None:
        self.ended += 1
        self.covered += share
        if self.ended > self.most or (self.ended == _EARLY and self.ended > self.covered * _HOPELESS * self.most):
            raise TooManyWaysError
        if self.ended == _EARLY and not self.is_patient and self.ended > self.covered * self.most:
            raise TooManyWaysError(is_sure=False)


@define
class OneWay:
    """Follows one way, picked by the dice: outcomes by their weights, moves uniformly. `ways` estimates the number of all ways from the forks on this one; 0
    while that is not counted."""

    dice: Dice
    ways: int = 0

    def outcomes(self, host: ExampleHost[S], state: S) -> Sequence[ChanceOutcome]:
        if self.ways:
            self.ways *= host.chance_count(state)
        return (host.sample(state, self.dice),)

    def walks(self, walks: Sequence[Walk]) -> Sequence[Walk]:
        self.ways *= max(len(walks), 1)
        return walks if len(walks) < 2 else (walks[self.dice.below(len(walks))],)

    def end(self, share: float) -> None:
        pass


@frozen
class Way(Generic[S]):
    """The state of a way: its position, the number of the next line, how many parts of that line's move are already played, and whether the givens are on the
    table. `looked`: a line has already tested the open decision."""

    state: S
    line: int
    part: int
    placed: bool
    trail: tuple[str, ...]
    share: float = 1.0
    looked: bool = False
    held: frozenset[int] | None = None

    def on(self) -> Way[S]:
        """Moves on to the next line."""
        return evolve(self, line=self.line + 1, part=0)

    def at(self, state: S, label: str, forks: int = 1) -> Way[S]:
        """Moves to another position, which one of `forks` ways has reached; `label` names that way if there was a choice."""
        trail = (*self.trail, label) if label else self.trail
        return evolve(self, state=state, trail=trail, share=self.share / forks, looked=False)

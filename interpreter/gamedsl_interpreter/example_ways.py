"""The ways in which an example can come out: all of them, or one picked at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol

from gamedsl.values import define, evolve, frozen
from gamedsl_interpreter.engine import ChanceOutcome, S
from gamedsl_interpreter.example_host import ExampleHost
from gamedsl_interpreter.proposals import Walk
from gamedsl_interpreter.random import Dice

LEAVES = 10_000
"""So many ways are tried one by one."""

SAMPLES = 500
"""So many random ways stand for more of them."""

_EARLY = 200
_HOPELESS = 20
"""When the first `_EARLY` ways tell of more than so many times as many ways as may be tried, the others are not tried."""


class TooManyWaysError(Exception):
    """There are more ways than can be tried one by one. Or that seems likely after the first ones, if not `is_sure`."""

    def __init__(self, *, is_sure: bool = True) -> None:
        super().__init__()
        self.is_sure = is_sure


class Forks(Protocol):
    """Decides which ways are followed at a fork."""

    def outcomes(self, host: ExampleHost[S], state: S) -> Sequence[ChanceOutcome]: ...

    def walks(self, walks: Sequence[Walk]) -> Sequence[Walk]: ...

    def end(self, share: float) -> None:
        """A way has come to its end; `share` is its part of all ways if all forks on it were equal."""
        ...


@define
class AllWays:
    """Every way, as long as they are at most so many."""

    most: int = LEAVES
    is_patient: bool = False
    """Whether all are tried although there seem to be too many."""
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
    """One way, picked by the dice: outcomes by their weights, moves uniformly. `ways`: how many there are if all fork like this one; 0 while that is not
    counted."""

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
    """Where a way stands: the position, the line that comes next, how many parts of that line's move are played
    already, and whether the givens are on the table. `looked`: a line has spoken of the decision that is open.
    `held`: the numbers of the facts that have held at every stop since the first run; None before it."""

    state: S
    line: int
    part: int
    placed: bool
    trail: tuple[str, ...]
    share: float = 1.0
    looked: bool = False
    held: frozenset[int] | None = None

    def on(self) -> Way[S]:
        """At the next line."""
        return evolve(self, line=self.line + 1, part=0)

    def at(self, state: S, label: str, forks: int = 1) -> Way[S]:
        """At another position, to which one of `forks` ways has led; `label` names it where there was a choice."""
        trail = (*self.trail, label) if label else self.trail
        return evolve(self, state=state, trail=trail, share=self.share / forks, looked=False)

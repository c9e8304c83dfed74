"""Samples the positions from which an agent searches: everything unknown to its seat is sampled anew for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from gamedsl.graph.analysis.secrecy import hides
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.random import WORLDS, Dice, stream_for


class Positions(Generic[S]):
    """The positions of a seed, by index. If the game hides something, position i is world i of the seat, otherwise it is the state itself. Its later chance
    comes from (seed, i). No position depends on facts that the seat does not know. Raises WorldsError if no worlds can be sampled."""

    def __init__(self, engine: Engine[S], root: S, seat: int, seed: int) -> None:
        self._engine = engine
        self._root = root
        self._seed = seed
        self.worlds = engine.worlds(root, seat) if hides(engine.game) else None

    def at(self, index: int) -> S:
        """Returns position number `index`. Raises Fault."""
        if self.worlds is None:
            return self._engine.reseeded(self._root, self._seed, index)
        return self._engine.reseeded(self.world(index), self._seed, index)

    def world(self, index: int) -> S:
        """Samples world number `index`, or returns the state if nothing is hidden; the chance of (seed, index) is not yet set. Raises Fault."""
        return self._root if self.worlds is None else self.worlds.sample(Dice(stream_for(self._seed, WORLDS, index)))


def is_open(state: S, seat: int) -> bool:
    """Whether the seat has taken some steps of a decision, but not all."""
    return any(other == seat for other, _ in state.pending)


def take_steps(engine: Engine[S], state: S, seat: int, values: Sequence[int]) -> S:
    """Takes these answers of a seat one after the other, and returns the state after them. Raises Fault."""
    for value in values:
        state = engine.take_step(state, seat, value)
    return state

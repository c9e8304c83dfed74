"""The whole tree of a game with imperfect information: every history, and the observations of the seat that chooses."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from typing import Generic, Protocol, cast

from gamedsl.values import frozen
from gamedsl_interpreter.aims import End, end_of
from gamedsl_interpreter.engine import Engine, S, State
from gamedsl_interpreter.perft import chances, first

CHANCE = -1
"""The set of a node at which chance decides."""
END = -2
"""The set of a finished match."""

_PROBES = 8
"""Random matches that are played to see whether a game is far too large."""
_MARGIN = 1_000_000


class Observes(Protocol):
    """An engine that gives keys of observations; both executors do."""

    def observe_key(self, state: State, seat: int, /) -> bytes: ...


@frozen
class InformationSet:
    """An information set: the seat's observations as sentences, its moves as text, and how many decisions it has made before."""

    seat: int
    observed: tuple[str, ...]
    moves: tuple[str, ...]
    earlier: int


class HistoryTree(Generic[S]):
    """Histories as nodes, parents before children, node 0 first. `sets[i]` is the information set of node i (or `CHANCE`, `END`), `children[i]` are the
    nodes after its moves or outcomes, `chances[i]` the probabilities of the outcomes, `ends[i]` the end of the match. `numbers` gives the information set
    of a seat by the key of its observations.

    `grow` expands nodes; if it stops early, some nodes have no children yet.
    """

    def __init__(self, engine: Engine[S], start: str | None = None) -> None:
        self._engine = engine
        self._observing = cast("Observes", engine)
        self.numbers: dict[tuple[int, bytes], int] = {}
        self.information: list[InformationSet] = []
        self.sets = array("l")
        self.children: list[tuple[int, ...]] = []
        self.chances: dict[int, tuple[float, ...]] = {}
        self.ends: dict[int, End] = {}
        self._open: list[tuple[int, S, tuple[int, ...]]] = []
        self._add(first(engine, start), (0,) * len(engine.game.seats))

    def __len__(self) -> int:
        return len(self.sets)

    def grow(self, most: int, tick: Callable[[int], object]) -> bool:
        """Expands histories until all are finished, and returns True; or returns False when there are more than `most`. Raises Fault, TooManyError."""
        if len(self) == 1 and self._open and self._is_far_larger(self._open[0][1], most):
            return False
        while self._open:
            if len(self) > most:
                return False
            self._look(*self._open.pop(), most)
            tick(1)
        return True

    def _is_far_larger(self, state: S, most: int) -> bool:
        """Whether random matches from a position show that there are more than `most` histories, which is known long before all of them are counted.

        The product of the numbers of choices in a random match is on average the number of all matches (D. Knuth, "Estimating the Efficiency of Backtrack
        Programs", 1975). So if there are at most `most`, the product is above `most * _MARGIN` in at most one of _MARGIN matches.
        """
        random = Random(0)
        return any(self._product(state, random, most) > most * _MARGIN for _ in range(_PROBES))

    def _product(self, state: S, random: Random, most: int) -> int:
        """Returns the product of the numbers of choices in a random match. Stops where it is large enough."""
        product = 1
        while not state.is_over and product <= most * _MARGIN:
            outcomes = chances(self._engine, state, most)
            if outcomes:
                product *= len(outcomes)
                state = self._engine.play_chance(state, random.choice(outcomes))
            else:
                seat = self._engine.to_act(state)[0]
                moves = self._engine.moves(state, seat)
                product *= len(moves)
                state = self._engine.play(state, seat, random.choice(moves))
        return product

    def _look(self, node: int, state: S, earlier: tuple[int, ...], most: int) -> None:
        outcomes = chances(self._engine, state, most)
        if outcomes:
            total = sum(outcome.weight for outcome in outcomes)
            self.chances[node] = tuple(outcome.weight / total for outcome in outcomes)
            behind = [self._engine.play_chance(state, outcome) for outcome in outcomes]
        else:
            seat = self._engine.to_act(state)[0]
            moves = self._engine.moves(state, seat)
            self.sets[node] = self._set(state, seat, tuple(move.text for move in moves), earlier[seat])
            behind = [self._engine.play(state, seat, move) for move in moves]
            earlier = (*earlier[:seat], earlier[seat] + 1, *earlier[seat + 1 :])
        self.children[node] = tuple(self._add(after, earlier) for after in behind)

    def _add(self, state: S, earlier: tuple[int, ...]) -> int:
        node = len(self.sets)
        self.children.append(())
        outcome = self._engine.outcome(state) if state.is_over else None
        if outcome is None:
            self.sets.append(CHANCE)
            self._open.append((node, state, earlier))
        else:
            self.sets.append(END)
            self.ends[node] = end_of(self._engine.game, outcome)
        return node

    def _set(self, state: S, seat: int, moves: tuple[str, ...], earlier: int) -> int:
        key = (seat, self._observing.observe_key(state, seat))
        number = self.numbers.setdefault(key, len(self.information))
        if number == len(self.information):
            observed = tuple(event.text for event in self._engine.view(state, seat).events)
            self.information.append(InformationSet(seat, observed, moves, earlier))
        return number

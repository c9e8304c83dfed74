"""The graph of the different positions of a game with perfect information."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic

from gamedsl_interpreter.aims import End, end_of
from gamedsl_interpreter.engine import MOST_OUTCOMES, Engine, S
from gamedsl_interpreter.perft import chances, first

CHANCE = -1
"""The mover where chance decides."""
END = -2
"""The mover of a finished match."""
OPEN = -3
"""The mover of a position whose moves have not been looked at."""


class PositionGraph(Generic[S]):
    """Positions in breadth-first order, position 0 first: `movers[i]` is the seat that chooses there (or `CHANCE`, `END`, `OPEN`), `after[i]` are the
    positions after its moves or outcomes, in the engine's order, `weights[i]` the weights of the outcomes and `ends[i]` how the match ended. `depths[i]` is
    the fewest moves that lead there; chance is no move.

    `grow` expands open positions; if it stops early, some positions stay open.
    """

    def __init__(self, engine: Engine[S], start: str | None = None) -> None:
        self._engine = engine
        self._open: deque[tuple[int, S]] = deque()
        self.numbers: dict[bytes, int] = {}
        self.movers: list[int] = []
        self.after: list[tuple[int, ...]] = []
        self.weights: dict[int, tuple[int, ...]] = {}
        self.ends: dict[int, End] = {}
        self.depths: list[int] = []
        self.root = first(engine, start)
        self._number(self.root, 0)

    @property
    def is_whole(self) -> bool:
        """Whether no position is open."""
        return not self._open

    def __len__(self) -> int:
        return len(self.movers)

    def grow(self, most: int, tick: Callable[[int], object]) -> bool:
        """Expands positions until none is open, and returns True; or returns False when there are more than `most`. `tick` is called with the number of
        positions expanded. Raises Fault, and TooManyError if a chance node has too many outcomes."""
        while self._open:
            if len(self) > most:
                return False
            number, state = self._open[0]
            self._look(number, state, most)
            self._open.popleft()
            tick(1)
        return True

    def _look(self, number: int, state: S, most: int) -> None:
        outcomes = chances(self._engine, state, max(most, MOST_OUTCOMES))
        if outcomes:
            behind = [self._engine.play_chance(state, outcome) for outcome in outcomes]
            self.after[number] = tuple(self._number(one, self.depths[number]) for one in behind)
            self.weights[number] = tuple(outcome.weight for outcome in outcomes)
            self.movers[number] = CHANCE
            return
        seat = self._engine.to_act(state)[0]
        behind = [self._engine.play(state, seat, move) for move in self._engine.moves(state, seat)]
        self.after[number] = tuple(self._number(one, self.depths[number] + 1) for one in behind)
        self.movers[number] = seat

    def _number(self, state: S, depth: int) -> int:
        """Returns the number of a position; a new one is open, or an end."""
        key = state.bytes
        known = self.numbers.get(key)
        if known is not None:
            return known
        number = self.numbers[key] = len(self.movers)
        self.depths.append(depth)
        self.after.append(())
        outcome = self._engine.outcome(state) if state.is_over else None
        if outcome is None:
            self.movers.append(OPEN)
            self._open.append((number, state))
        else:
            self.movers.append(END)
            self.ends[number] = end_of(self._engine.game, outcome)
        return number

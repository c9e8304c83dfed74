"""The candidates of a decision, found by a module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Candidates, Move
from gamedsl_interpreter.wasm.instances.calls import Calls, OpenStep, Steps
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.wording.moves import LateMove, Told

A = TypeVar("A")


class ModuleCandidates:
    """The candidates of a decision (see `engine.Candidates`), for one thread. If the module runs out of memory or into a fault, `repeat` gives those of the
    reference executor. `told` puts moves into words."""

    def __init__(
        self,
        calls: Calls,
        state: WasmState,
        seat: SeatId,
        taken: Steps,
        told: Told,
        repeat: Callable[[Trapped], Candidates],
    ) -> None:
        self.taken = taken
        self._calls = calls
        self._state = state
        self._seat = seat
        self._told = told
        self._repeat = repeat

    def legal(self, most: int) -> Sequence[Move]:
        calls, state, seat = self._calls, self._state, self._seat

        def moves() -> Sequence[Move]:
            count = calls.move_count(state, seat, self.taken, most)
            return [LateMove(calls.nth_move(state, seat, self.taken, i), self._told) for i in range(count)]

        return self._ask(moves, lambda found: found.legal(most))

    def count(self) -> int:

        def number() -> int:
            with self._calls.candidates():
                return self._calls.move_count(self._state, self._seat, self.taken)

        return self._ask(number, lambda found: found.count())

    def nth(self, number: int) -> Move | None:

        def move() -> Move | None:
            with self._calls.candidates():
                steps = self._calls.nth_move(self._state, self._seat, self.taken, number)
            return LateMove(steps, self._told) if self.leads_on(steps) else None

        return self._ask(move, lambda found: found.nth(number))

    def open_step(self, steps: Steps) -> OpenStep | None:

        def find_open() -> OpenStep | None:
            with self._calls.candidates():
                return self._calls.open_step(self._state, self._seat, steps)

        return self._ask(find_open, lambda found: found.open_step(steps))

    def leads_on(self, steps: Steps) -> bool:
        return self._ask(
            lambda: self._calls.move_count(self._state, self._seat, steps, 1) > 0, lambda found: found.leads_on(steps)
        )

    def first_move(self, steps: Steps, asked: int) -> Move:
        return self._ask(
            lambda: LateMove(self._calls.first_move(self._state, self._seat, steps), self._told, asked),
            lambda found: found.first_move(steps, asked),
        )

    def _ask(self, here: Callable[[], A], there: Callable[[Candidates], A]) -> A:
        """Asks the module, or the reference executor in its place."""
        try:
            return here()
        except Trapped as trapped:
            return there(self._repeat(trapped))

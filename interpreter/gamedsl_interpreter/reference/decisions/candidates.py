"""The candidates of a decision: its moves before an `ensure` judges them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.reference.decisions.decisions import Decision
from gamedsl_interpreter.reference.values.slots import Frame


class DecisionCandidates:
    """The candidates of a decision on a position. See `engine.Candidates`."""

    def __init__(self, decision: Decision, frame: Frame, taken: tuple[int, ...]) -> None:
        self.taken = taken
        self._decision = decision
        self._unjudged = decision.without_judging()
        self._frame = frame

    def legal(self, most: int) -> Sequence[Move]:
        return [move for _, move in self._decision.moves(self._frame, self.taken, most)]

    def count(self) -> int:
        return len(self._moves)

    def nth(self, number: int) -> Move | None:
        move = self._moves[number]
        return move if self.leads_on(move.steps) else None

    def open_step(self, steps: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        asked = self._unjudged.next_question(self._frame, steps)
        return None if asked is None else (asked.before, asked.values)

    def leads_on(self, steps: tuple[int, ...]) -> bool:
        return bool(self._decision.endings(self._frame, steps, 1))

    def first_move(self, steps: tuple[int, ...], asked: int) -> Move:
        ((_, move),) = self._decision.moves(self._frame, steps, 1)
        return Move(move.steps, move.text, asked, move.choices)

    @cached_property
    def _moves(self) -> Sequence[Move]:
        return [move for _, move in self._unjudged.moves(self._frame, self.taken)]

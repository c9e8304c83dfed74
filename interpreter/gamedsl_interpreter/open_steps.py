"""The open step of a seat after answers that are not played."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl_interpreter.engine import Engine, Move, S, Step


class _OpenError(Exception):
    """A step is open, but no answers are left."""

    def __init__(self, step: Step) -> None:
        super().__init__()
        self.step = step


def step_after(engine: Engine[S], state: S, seat: int, answers: Sequence[int]) -> Step | Move:
    """Returns the open step of a seat after these answers; the complete move if no question is left. Raises IllegalMove, Fault."""
    rest = iter(answers)

    def pick(step: Step) -> int:
        value = next(rest, None)
        if value is None:
            raise _OpenError(step)
        return value

    try:
        return engine.walk(state, seat, pick)
    except _OpenError as opened:
        return opened.step

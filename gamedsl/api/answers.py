"""The answers of a match that people play, and which of them `undo` takes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move, State

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game


@frozen
class Answer:
    """An answer of a seat: a step, the last step of a move, or a move that was made as a whole, and the states around it."""

    before: State
    after: State
    seat: int
    value: int | None
    """The value of the step; None for a move that was made as a whole."""
    move: Move | None
    """The move that the answer completes."""
    is_shared: bool
    """Whether others choose at the same time and were still to choose afterwards."""

    @property
    def leads_on(self) -> bool:
        """Whether play went on to another decision."""
        return self.move is not None and not self.is_shared


def last_of(game: Game, answers: Sequence[Answer], seat: int) -> int:
    """Returns where the answers begin that `undo` takes back for a seat: only its own, and answers of others that stay. Raises ArgumentError."""
    begin = next((at for at in reversed(range(len(answers))) if answers[at].seat == seat), None)
    if begin is None:
        raise ArgumentError(f"{game.seats[seat]} has no move to take back")
    since = answers[begin:]
    if len(since) > 1 and any(one.leads_on for one in since):
        raise ArgumentError(f"{game.seats[since[-1].seat]} has played since {game.seats[seat]} did")
    for at in range(begin - 1, -1, -1):
        one = answers[at]
        if one.seat == seat and one.move is None:
            begin = at
        elif one.seat == seat or one.leads_on:
            break
    return begin


def open_steps_of(answers: Sequence[Answer]) -> dict[int, tuple[int, ...]]:
    """Returns the answers given to open decisions, by seat."""
    found: dict[int, tuple[int, ...]] = {}
    for answer in answers:
        if answer.move is not None:
            found.pop(answer.seat, None)
        elif answer.value is not None:
            found[answer.seat] = (*found.get(answer.seat, ()), answer.value)
    return found


class OutOfDateError(GameDslError, ValueError):
    """An answer to an earlier version of a match: what it was an answer to has changed since, or was taken back. `given` is the version or key that came
    with it."""

    def __init__(self, text: str, given: int | str) -> None:
        super().__init__(text)
        self.given = given

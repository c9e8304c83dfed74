"""What is offered at a question of a person, and the answers that are commands to the match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from gamedsl.cli.choices.questions import Answer
from gamedsl.graph.model.types import SeatId
from gamedsl.table.steps import Several
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move, State, Step


class Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    UNDO_ANYWAY = "undo anyway"
    QUIT = "quit"
    RESIGN = "resign"


@frozen
class Offer:
    """What is offered at a question: the options in words, the steps that they answer, words to complete, and the values that an option gives to the open
    steps, or the move that it makes. `several`: the open selection of several. `question`: its words."""

    answers: Sequence[Answer]
    steps: Sequence[Step]
    words: Sequence[str]
    values: Sequence[tuple[int, ...]] = ()
    moves: Sequence[Move] = ()
    several: Several | None = None
    question: str = ""

    @property
    def texts(self) -> list[str]:
        """The words of the options."""
        return [answer.words for answer in self.answers]


@frozen
class Open:
    """An open question: who is asked at which position, behind which answers, and what is offered."""

    state: State
    seat: SeatId
    values: Sequence[int]
    offer: Offer

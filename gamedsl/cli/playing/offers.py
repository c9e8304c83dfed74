"""Offers at a question of a person, and the answers that are commands to the match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from gamedsl.cli.choices.numbers import are_numbers, list_numbers
from gamedsl.cli.printing.option_lists import Answer
from gamedsl.graph.model.types import SeatId
from gamedsl.table.steps import Path, Several
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move, State, Step
from gamedsl_interpreter.things import Thing

FEW = 20
"""Up to this many moves are listed; more are chosen step by step."""


class Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    UNDO_ANYWAY = "undo anyway"
    QUIT = "quit"
    RESIGN = "resign"


@frozen
class Offer:
    """The offer at a question: the options in words, the steps that they answer, words for completion, and, for each option, its values for the open steps
    or its move. `several`: the open selection of several. `question`: its words."""

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

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers that stand before the options in the list."""
        return list_numbers(self.texts) if self.several is None else range(1, len(self.answers) + 1)

    def at_number(self, number: int) -> int | None:
        """Returns the index of the option with this number in the list; None if there is none, or if the options are numbers themselves."""
        is_listed = not are_numbers(self.texts) and number in self.numbers
        return self.numbers.index(number) if is_listed else None

    @property
    def things(self) -> list[Thing]:
        """The cards, numbers or other things among which the options choose; none if an option chooses several or none."""
        if self.several is not None:
            return [thing for thing, _ in self.several.candidates]
        if self.moves:
            chosen = [[thing for choice in move.choices for _, thing in choice.values] for move in self.moves]
            return [one[0] for one in chosen] if all(len(one) == 1 for one in chosen) else []
        [*_, step] = self.steps
        return [option.thing for option in step.options] if len(step.options) == len(self.answers) else []


@frozen
class Meant:
    """The few complete moves that an answer may mean."""

    paths: Sequence[Path]


@frozen
class Begun:
    """The first things of a set of which more must be chosen."""

    things: tuple[Thing, ...]


@frozen
class Open:
    """An open question: the person, the position, the answers so far, the offer, and the first things of the set that it asks for."""

    state: State
    seat: SeatId
    values: Sequence[int]
    offer: Offer
    named: tuple[Thing, ...] = ()

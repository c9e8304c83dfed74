"""The words of a complete move as a person would type it: `Ke2`, `e2e4`, `raise 10`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import MANY, Questions
from gamedsl.table.steps import paths
from gamedsl.table.telling import Teller
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State

_MOST_TOLD = 8
"""At most this many moves are named in a sentence."""


@frozen
class MoveWords:
    """Writes the moves of one match."""

    engine: Engine[State]
    teller: Teller
    questions: Questions
    letters: PieceLetters

    def told(self, state: State, seat: int, move: Move) -> str:
        """Returns a move as it is typed: by the letter of its piece where boards have such letters, else as lists of moves have it."""
        found = paths(self.engine, state, seat, MANY) or []
        at = next((at for at, path in enumerate(found) if path.move == move), None)
        if at is None:
            return self.teller.move(move, seat)
        return self.letters.short(move, found) or joined(self.questions.path_words(found, seat)[at])

    def several(self, state: State, seat: int, moves: Sequence[Move]) -> str:
        """Returns several moves, the first ones if they are many."""
        more = "; …" if len(moves) > _MOST_TOLD else ""
        return "; ".join(self.told(state, seat, move) for move in moves[:_MOST_TOLD]) + more


def joined(words: str) -> str:
    """Returns a move between squares as it is typed: `e2e4`."""
    return words.replace(" ", "") if re.fullmatch(r"[a-z]\d+( [a-z]\d+)*", words) else words

"""The words of a complete move as a person would type it: `Ke2`, `e2e4`, `raise 10`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.printing.option_lists import MANY
from gamedsl.table.logs.telling import Teller
from gamedsl.table.steps import paths
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State

VERBS = frozenset(
    [
        "bid",
        "build",
        "buy",
        "choose",
        "discard",
        "draw",
        "give",
        "hop",
        "jump",
        "go",
        "keep",
        "lay",
        "lead",
        "move",
        "number",
        "pass",
        "pay",
        "pick",
        "place",
        "play",
        "put",
        "roll",
        "run",
        "sail",
        "score",
        "select",
        "step",
        "take",
        "throw",
        "use",
        "walk",
    ]
)
"""Verbs that people put before what they choose."""
_MOST_TOLD = 8
"""At most this many moves are named in a sentence."""


@frozen
class MoveWords:
    """Writes the moves of one match."""

    engine: Engine[State]
    teller: Teller
    questions: Questions
    letters: PieceLetters

    def text_of(self, state: State, seat: int, move: Move) -> str:
        """Returns a move as it is typed: with the letter of its piece on boards with such letters, otherwise as in lists of moves."""
        found = paths(self.engine, state, seat, MANY) or []
        at = next((at for at, path in enumerate(found) if path.move == move), None)
        if at is None:
            return self.teller.move(move, seat)
        return self.letters.short(move, found) or join_squares(self.questions.path_words(found, seat)[at])

    def several(self, state: State, seat: int, moves: Sequence[Move]) -> str:
        """Returns several moves, the first ones if they are many."""
        more = "; …" if len(moves) > _MOST_TOLD else ""
        return "; ".join(self.text_of(state, seat, move) for move in moves[:_MOST_TOLD]) + more

    def all(self, state: State, seat: int) -> list[str] | None:
        """Returns all complete moves as they are typed, on boards grouped by piece; None if there are too many."""
        found = paths(self.engine, state, seat, MANY)
        if found is None:
            return None
        words = self.questions.path_words(found, seat)
        told = [
            self.letters.short(path.move, found) or join_squares(one) for path, one in zip(found, words, strict=True)
        ]
        order = sorted(range(len(found)), key=lambda at: self.letters.order(found[at].move, found))
        return [told[at] for at in order]

    @staticmethod
    def without_verb(text: str, question: str) -> str:
        """Returns a text without its leading verb, `3` of `sail 3`, if the verb occurs in the question or is one with which people choose; otherwise empty."""
        verb, _, rest = text.strip().partition(" ")
        asked = {one.strip("?.,:") for one in question.lower().split(" ")}
        return rest.strip() if verb.lower() in asked | VERBS else ""


def join_squares(words: str) -> str:
    """Returns a move between squares as it is typed: `e2e4`."""
    return words.replace(" ", "") if re.fullmatch(r"[a-z]\d+( [a-z]\d+)*", words) else words

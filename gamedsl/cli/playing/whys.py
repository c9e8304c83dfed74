"""Says why a move is possible or refused, in whatever form a person writes it."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.notation import Reader, Reading
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.places import position
from gamedsl.table.names import Names
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State


@frozen
class Whys:
    """Answers `why MOVE` in one match."""

    engine: Engine[State]
    names: Names
    words: MoveWords
    refusals: Refusals
    rules: Rules
    compiled: Compiled

    def answer(self, state: State, seat: SeatId, text: str) -> str:
        """Returns why a move is possible or refused."""
        if not text:
            return "Why what? Say `why MOVE`."
        read = Reader(self.engine, self.names, state, seat).read(text)
        if isinstance(read, Reading):
            return self.begun(state, seat, read.values) if read.move is None else self.possible(state, seat, read.move)
        meant = self.refusals.meant(state, seat, text)
        move = meant[0] if meant else self.engine.parse_move(state, seat, text)
        if isinstance(move, Move):
            return self.possible(state, seat, move)
        if "(" in text and 0 <= move.site < len(self.compiled.sites):
            # Who writes moves as the rules do looks for the line.
            why = f"\n  {move.reason}: {move.why}" if move.why and move.why not in move.text else ""
            place = position(self.compiled.sites[move.site].span, self.rules.files.sources)
            return f"{move.text}{why}\n  --> {place}"
        return (
            move.why or self.refusals.reason(state, seat, text) or f"`{text}` is not offered here; `?` tells the rule."
        )

    def possible(self, state: State, seat: SeatId, move: Move) -> str:
        """Returns that a move is possible."""
        return f"It is possible: {self.words.told(state, seat, move)}."

    def begun(self, state: State, seat: SeatId, values: Sequence[int]) -> str:
        """Returns that the beginning of a move is possible, with one that begins like that."""
        rest = iter(values)
        move = self.engine.walk(state, seat, lambda step: next(rest, step.options[0].value))
        return f"It is possible, for example: {self.words.told(state, seat, move)}."

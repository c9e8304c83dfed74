"""The log sentences that possible moves would have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, islice, takewhile

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.log import BETWEEN, Line
from gamedsl.table.telling import Teller
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State

_MOST_TRIED = 60
"""At most this many moves are tried at a question."""


class ToldMoves:
    """Describes moves of one game before they are made."""

    def __init__(self, engine: Engine[State], teller: Teller) -> None:
        self._engine = engine
        self._teller = teller

    def sentences(self, state: State, seat: int, moves: Sequence[Move]) -> list[str]:
        """Returns the log sentence that each move would have; empty if something is hidden, because the sentence could reveal it. Results of chance are left
        out."""
        if len(moves) > _MOST_TRIED:
            return [""] * len(moves)
        told = [self._lines(state, seat, move) for move in moves]
        return [next((line.text for line in lines if line.sort == "choice"), "") for lines in told]

    def effects(self, state: State, seat: int, move: Move) -> str:
        """Returns the immediate effects of a move in the words of the log; empty if the sentence of the move includes them, or if something is hidden."""
        lines = dropwhile(lambda line: line.sort != "choice", self._lines(state, seat, move))
        return BETWEEN.join(line.text for line in takewhile(lambda line: line.sort == "effect", islice(lines, 1, None)))

    def _lines(self, state: State, seat: int, move: Move) -> Sequence[Line]:
        """Returns the log lines that a move would have; empty if something is hidden."""
        if hides(self._engine.game):
            return []
        first = len(self._engine.view(state, seat).events)
        try:
            after = self._engine.play(state, seat, move)
        except Fault:
            return []
        view = self._engine.view(after, seat)
        if after.stream != state.stream:
            view = evolve(view, events=_certain(view.events, first))
        return self._teller.tell(view, first)

    def ends(self, state: State, seat: int, moves: Sequence[Move]) -> list[str]:
        """Returns the end of each move's sentence, from the words that tell where the move leads: `to point 5 and hits`; without such words, everything
        after the player's name."""
        name = self._engine.game.seats[seat]
        told = [sentence.rstrip(".") for sentence in self.sentences(state, seat, moves)]
        return [(one[one.index(" to ") + 1 :] if " to " in one else one).removeprefix(f"{name} ") for one in told]


def _certain(events: Sequence[Event], first: int) -> Sequence[Event]:
    """Returns the events after event number `first`, up to the first in which chance may be involved: nobody may learn the result of a throw or a draw
    beforehand."""
    known = takewhile(lambda event: event.data[0] not in ("roll", "move"), events[first:])
    return (*events[:first], *known)

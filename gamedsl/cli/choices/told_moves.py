"""The sentences in which moves would be told, of moves that nobody has made yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.telling import Teller
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State

_MOST_TRIED = 60
"""At most this many moves are tried at a question."""


class ToldMoves:
    """Tells the moves of one game in advance."""

    def __init__(self, engine: Engine[State], teller: Teller) -> None:
        self._engine = engine
        self._teller = teller

    def sentences(self, state: State, seat: int, moves: Sequence[Move]) -> list[str]:
        """Returns the sentence in which each move would be told; empty where something is hidden, because it could say what the seat cannot know. What chance will
        bring is left out."""
        if hides(self._engine.game) or len(moves) > _MOST_TRIED:
            return [""] * len(moves)
        first = len(self._engine.view(state, seat).events)
        told: list[str] = []
        for move in moves:
            try:
                after = self._engine.play(state, seat, move)
            except Fault:
                told.append("")
                continue
            view = self._engine.view(after, seat)
            if after.stream != state.stream:
                view = evolve(view, events=_certain(view.events, first))
            lines = self._teller.tell(view, first)
            told.append(next((line.text for line in lines if line.sort == "choice"), ""))
        return told

    def ends(self, state: State, seat: int, moves: Sequence[Move]) -> list[str]:
        """Returns what the sentence of each move says of where it leads: `to point 5 and hits`; without such an end, all that it says of the player."""
        name = self._engine.game.seats[seat]
        told = [sentence.rstrip(".") for sentence in self.sentences(state, seat, moves)]
        return [(one[one.index(" to ") + 1 :] if " to " in one else one).removeprefix(f"{name} ") for one in told]


def _certain(events: Sequence[Event], first: int) -> Sequence[Event]:
    """Returns the events up to where chance may have come in after event number `first`: nobody is told what a throw or a draw will bring."""
    known = takewhile(lambda event: event.data[0] not in ("roll", "move"), events[first:])
    return (*events[:first], *known)

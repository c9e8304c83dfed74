"""The log sentences that possible moves would have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, islice, takewhile

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.entries import BETWEEN, Line
from gamedsl.table.telling import OwnNumber, Teller
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, View
from gamedsl_interpreter.random import policy_stream

_MOST_TRIED = 60
"""At most this many moves are tried at a question."""
_WORLDS = 3
"""In so many positions that a seat cannot tell from the true one a move is tried, where something is hidden."""


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
        return _immediate(self._lines(state, seat, move))

    def changes(self, positions: Sequence[State], seat: int, move: Move) -> list[OwnNumber]:
        """Returns what a move does at once to the seat's own numbers in all of these positions. Results of chance and of pieces that the seat does not see are
        left out."""
        found = [self._changes(position, seat, move) for position in positions]
        return [one for one in found[0] if all(one in others for others in found)] if found else []

    def gains(self, positions: Sequence[State], seat: int, move: Move, words: str) -> str:
        """Returns in the words of the log which pieces a move brings the seat at once in all of these positions; empty if they differ. Pieces that the words
        of the move name are left out."""
        found = [_effects(self._teller.tell(*self._view_after(one, seat, move))) for one in positions]
        gains = [[one for line in lines for one in line.gains] for lines in found]
        if not gains or any(one != gains[0] for one in gains):
            return ""
        return BETWEEN.join(one.text for one in gains[0] if not all(piece in words for piece in one.pieces))

    def _changes(self, state: State, seat: int, move: Move) -> list[OwnNumber]:
        view, first = self._view_after(state, seat, move)
        lines = self._teller.tell(view, first)
        told = (self._teller.own_number(one, seat) for line in _effects(lines) for one in line.changes)
        # A pass ends a turn, and with it the numbers of that.
        is_about_things = any(choice.values for choice in move.choices)
        brief = self._teller.brief_numbers(view, seat, first) if is_about_things else ()
        return [*(one for one in told if one is not None), *brief]

    def _lines(self, state: State, seat: int, move: Move) -> Sequence[Line]:
        """Returns the log lines that a move would have; empty if something is hidden."""
        return [] if hides(self._engine.game) else self._teller.tell(*self._view_after(state, seat, move))

    def _view_after(self, state: State, seat: int, move: Move) -> tuple[View, int]:
        """Returns the view of a seat after a move at a position, with the events that nothing unknown may change, and the number of its first new event."""
        before = self._engine.view(state, seat)
        first = len(before.events)
        try:
            after = self._engine.play(state, seat, move)
        except Fault:
            return before, first
        view = self._engine.view(after, seat)
        is_by_chance = after.stream != state.stream
        if is_by_chance or hides(self._engine.game):
            open_zones = (zone.name for zone in before.zones if zone.contents is not None and not is_by_chance)
            view = evolve(view, events=_certain(view.events, first, frozenset(open_zones)))
        return view, first

    def ends(self, state: State, seat: int, moves: Sequence[Move]) -> list[str]:
        """Returns the end of each move's sentence, from the words that tell where the move leads: `to point 5 and hits`; without such words, everything
        after the player's name."""
        name = self._engine.game.seats[seat]
        told = [sentence.rstrip(".") for sentence in self.sentences(state, seat, moves)]
        return [(one[one.index(" to ") + 1 :] if " to " in one else one).removeprefix(f"{name} ") for one in told]


def positions_to_try(engine: Engine[State], state: State, seat: int) -> Sequence[State]:
    """Returns the positions in which moves are tried before they are made. What is shown of them must not depend on facts that the seat does not know, so in
    games that hide something these are sampled positions. Raises Fault and WorldsError."""
    if not hides(engine.game):
        return [state]
    worlds = engine.worlds(state, seat)
    dice = policy_stream(0, len(engine.view(state, seat).events))
    return [worlds.sample(dice) for _ in range(_WORLDS)]


def _immediate(lines: Sequence[Line]) -> str:
    """Returns the effects that follow the first choice before anything else is told."""
    return BETWEEN.join(line.text for line in _effects(lines))


def _effects(lines: Sequence[Line]) -> Iterator[Line]:
    after = islice(dropwhile(lambda line: line.sort != "choice", lines), 1, None)
    return takewhile(lambda line: line.sort == "effect", after)


def _certain(events: Sequence[Event], first: int, open_zones: frozenset[str]) -> Sequence[Event]:
    """Returns the events after event number `first`, up to the first in which chance may be involved: nobody may learn the result of a throw or a draw
    beforehand. What moves out of one of the open zones was seen there."""

    def is_certain(event: Event) -> bool:
        return event.data[0] != "roll" and (event.data[0] != "move" or str(event.data[-2]) in open_zones)

    return (*events[:first], *takewhile(is_certain, events[first:]))

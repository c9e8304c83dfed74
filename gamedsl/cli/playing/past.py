"""What persons can take back: their last choice, unless it has shown what nobody could know before it."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cli.playing.news import Shown
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.types import SeatId
from gamedsl.table.folding import moved_of
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State

ANYWAY = "`undo anyway` takes it back all the same."
_DICE = "The dice have been thrown; that stays."
_CARDS = "You have seen what was hidden; that stays."
_OTHERS = "Another player may have learned something by it; that stays."


@frozen
class Point:
    """The situation before a choice of a person, to which `undo` returns: the position, the number of moves before it, and what persons had been shown."""

    state: State
    moves: int
    shown: Shown


@define
class Past:
    """The choices of the persons of one match. `is_guarded`: several persons play a game that hides something, so that a choice may have told the others
    something."""

    engine: Engine[State]
    persons: frozenset[SeatId]
    is_guarded: bool
    is_free: bool
    """Whether everything can be taken back without a stronger word."""
    _points: list[Point] = field(factory=list[Point])

    def add(self, point: Point) -> None:
        """Keeps the situation before a choice."""
        self._points.append(point)

    def refusal(self, state: State) -> str:
        """Returns why the last choice is not taken back at a word; empty if it is, or if there is none."""
        if self.is_free or not self._points:
            return ""
        if self.is_guarded:
            return _OTHERS
        before = self._points[-1].state
        told = [one for seat in sorted(self.persons) for one in self._revealed(before, state, seat)]
        return min(told, key=[_DICE, _CARDS].index, default="")

    def is_final(self, state: State, seat: SeatId, move: Move) -> bool:
        """Whether a move may show something, so that it could not be taken back at a word: always where something is hidden, and before chance and the end."""
        if self.is_free:
            return False
        if hides(self.engine.game):
            return True
        try:
            after = self.engine.play(state, seat, move)
        except Fault:
            return True
        return after.is_over or after.stream != state.stream

    def last(self) -> Point | None:
        """Returns the situation before the last choice, and forgets it; None if there was no choice."""
        return self._points.pop() if self._points else None

    def _revealed(self, before: State, after: State, seat: SeatId) -> Iterator[str]:
        """Yields what a seat has learned since: by chance, or because something moved that the seat did not see where it lay."""
        view = self.engine.view(before, seat)
        hidden = {zone.name for zone in view.zones if zone.contents is None}
        for event in self.engine.view(after, seat).events[len(view.events) :]:
            if event.data[0] == "roll":
                yield _DICE
            elif event.data[0] in ("see", "peek") or _comes_from(event, hidden):
                yield _CARDS


def _comes_from(event: Event, hidden: set[str]) -> bool:
    """Whether an event moves pieces by their names out of a zone that was hidden."""
    if event.data[0] != "move":
        return False
    moved = moved_of(event)
    return bool(moved.pieces) and not hidden.isdisjoint(moved.sources)

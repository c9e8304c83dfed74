"""The choices that persons can take back: their last one, unless it has revealed something that nobody could know before."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from gamedsl.cli.playing.news import Shown
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl.table.logs.folding import read_move
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, View
from gamedsl_interpreter.worlds.ruled_out import node_of

ANYWAY = "`undo anyway` takes it back all the same."
_OTHERS = "Another player may have learned something by it; that stays."


class Told(Enum):
    """The things that persons may have been told since a choice, each with the answer of `undo`; the most serious comes first."""

    THROWN = "The dice have been thrown; that stays."
    HIDDEN = "You have seen what was hidden; that stays."
    ANSWER = "Somebody has answered who knows what you do not; that stays."


@frozen
class Point:
    """The situation before a choice of a person, to which `undo` returns: the position, the number of moves before it, and everything that persons had been
    shown."""

    state: State
    moves: int
    shown: Shown


@define
class Past:
    """The choices of the persons of one match. `page/src/match/learnt.ts` has the same rules on what persons have learned since; a test compares the two."""

    engine: Engine[State]
    persons: frozenset[SeatId]
    is_free: bool
    """Whether everything can be taken back without a stronger word."""
    _points: list[Point] = field(factory=list[Point])

    @property
    def has_choices(self) -> bool:
        """Whether a person has chosen something."""
        return bool(self._points)

    def add(self, point: Point) -> None:
        """Keeps the situation before a choice."""
        self._points.append(point)

    def refusal(self, state: State) -> str:
        """Returns why the last choice cannot simply be taken back; empty if it can, or if there is none."""
        told = None if self.is_free else self.last_news(state)
        if told is Told.HIDDEN and len(self.persons) > 1:
            return _OTHERS
        return "" if told is None else told.value

    def last_news(self, state: State) -> Told | None:
        """Returns the most serious thing that persons have learned since the last choice; None if it is nothing, or if there was no choice."""
        if not self._points:
            return None
        before = self._points[-1].state
        found = {one for seat in self.persons for one in self._find_news(before, state, seat)}
        return next((one for one in Told if one in found), None)

    def is_final(self, state: State, seat: SeatId, move: Move) -> bool:
        """Whether a move may reveal something, so that it cannot simply be taken back: always where something is hidden, and before chance and the end."""
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

    def _find_news(self, before: State, after: State, seat: SeatId) -> Iterator[Told]:
        """Yields the things that a seat has learned since a position."""
        view, game = self.engine.view(before, seat), self.engine.game
        unseen = _unseen(view)
        is_together = isinstance(game.nodes[node_of(before.bytes)], TogetherNode)
        for event in self.engine.view(after, seat).events[len(view.events) :]:
            match event.data:
                case ("roll", *_):
                    yield Told.THROWN
                case ("choose", str(name), *_):
                    chooser = SeatId(game.seats.index(name))
                    if is_together and chooser != seat:
                        yield Told.HIDDEN
                    elif chooser not in self.persons and unseen - _unseen(self.engine.view(before, chooser)):
                        yield Told.ANSWER
                case _ if _is_shown(event, unseen):
                    yield Told.HIDDEN
                case _:
                    pass


def _unseen(view: View) -> frozenset[str]:
    """Returns the names of the zones whose contents a seat does not see."""
    return frozenset(zone.name for zone in view.zones if zone.contents is None)


def _is_shown(event: Event, unseen: frozenset[str]) -> bool:
    """Whether an event names pieces of a zone that was hidden: it shows them, or moves them out of it."""
    match event.data:
        case ("see", _, zone, _):
            return zone in unseen
        case ("move", *_):
            moved = read_move(event)
            return bool(moved.pieces) and not unseen.isdisjoint(moved.sources)
        case _:
            return False

"""The observations of a seat in a match, in lines: each choice with all events after it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from gamedsl.api.learning import observer_of
from gamedsl.api.matches import Match
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Event, State
from gamedsl_interpreter.hosting.seat_data import SeatData

_CHOICE = "choose"


@frozen
class Line:
    """A choice of `seat` with its effects; each event is JSON text."""

    seat: int
    events: tuple[str, ...]

    @property
    def text(self) -> str:
        """The line as JSON text."""
        return f'{{"seat": {self.seat}, "events": [{", ".join(self.events)}]}}'


@frozen
class Lines:
    """The lines of a seat up to the position `number` of a match, which has this `state`."""

    number: int
    state: State
    all: tuple[Line, ...]


def lines_at(data: SeatData, state: State, seat: int | None) -> tuple[Line, ...]:
    """Returns the lines of a seat (None: of a spectator) at a position. Raises Fault."""
    return _with_events(data, (), data.engine.view(state, seat).events)


def lines_after(data: SeatData, before: Lines | None, match: Match, seat: int | None) -> Lines:
    """Returns the lines of a seat at the present position of a match. If `before` are the lines at an earlier position, only new events are put into words.
    Raises Fault."""
    number, state, observing = match.length - 1, match.state, observer_of(data.engine)
    if (
        before is None
        or before.number > number
        or match.at(before.number).state is not before.state
        or observing is None
    ):
        return Lines(number, state, lines_at(data, state, seat))
    new = observing.observe_events(state, seat, before.state)
    return Lines(number, state, _with_events(data, before.all, new))


def _with_events(data: SeatData, lines: Sequence[Line], events: Iterable[Event]) -> tuple[Line, ...]:
    """Returns lines with further events."""
    found = [*lines]
    for event in events:
        told = data.event(event)
        text = json.dumps(told)
        if event.data[0] == _CHOICE:
            found.append(Line(int(str(told["seat"])), (text,)))
        elif found:
            found[-1] = Line(found[-1].seat, (*found[-1].events, text))
    return tuple(found)


def count_lines(data: SeatData, state: State, seat: int | None) -> int:
    """Counts the lines of a seat at a position."""
    return sum(event.data[0] == _CHOICE for event in data.engine.view(state, seat).events)

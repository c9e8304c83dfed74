"""The log sentences that possible moves would have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import dropwhile, islice, takewhile

from gamedsl.cards.faces import bare
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model import types
from gamedsl.table.logs.entries import BETWEEN, Change, Line
from gamedsl.table.logs.folding import Folding
from gamedsl.table.logs.telling import Teller
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, View
from gamedsl_interpreter.random import policy_stream

_MOST_TRIED = 60
"""At most this many moves are tried at a question."""
_NUMBER = re.compile(r"-?\d+")
_WORLDS = 3
"""In so many positions that a seat cannot tell from the true one a move is tried, where something is hidden."""


@frozen
class OwnNumber:
    """A change of one of a seat's own numbers: its name, which is empty if its values in words say it, and its values before and after it, also in words."""

    name: str
    numbers: tuple[int, int]
    words: tuple[str, str]
    is_brief: bool = False
    """Whether the number lasts only one turn or round."""

    @property
    def is_gain(self) -> bool:
        """Whether the number grows."""
        return self.numbers[1] > self.numbers[0]


class OwnChanges:
    """The changes of players' own numbers and places in one game."""

    def __init__(self, folding: Folding) -> None:
        self._names = folding.names
        self._folding = folding

    def number(self, change: Change, seat: int) -> OwnNumber | None:
        """Returns a change as that of one of a seat's own numbers; None for other fields."""
        spec, owner = (self._folding.fields | self._folding.brief)[change.name]
        values = (change.before, change.after)
        if owner != seat or not all(map(_NUMBER.fullmatch, values)):
            return None
        family, part = self._folding.part(change.name)
        name = f"{family} {part}" if part in self._parts_of_several else part or family
        is_in_value = not part and self._names.is_label_in(spec, family, change.after)
        before, after = (self._names.value(spec, value) for value in values)
        return OwnNumber("" if is_in_value else name, (int(change.before), int(change.after)), (before, after))

    def place(self, change: Change, seat: int) -> str:
        """Returns where one of a seat's own fields says that something of it is after a change, such as `at Dyke`; empty for other fields."""
        spec, owner = (self._folding.fields | self._folding.brief)[change.name]
        if owner != seat or not isinstance(bare(spec.type), types.Position) or change.after == "none":
            return ""
        return f"{self._folding.part(change.name)[0]} {self._names.value(spec, change.after)}"

    def brief_numbers(self, view: View, seat: int, first: int) -> Iterator[OwnNumber]:
        """Yields the changes of a seat's own numbers that last only one turn or round, and that no log tells: those by event number `first`, a choice, and
        before the next choice."""
        start = {name: self._folding.start(name) for name in self._folding.brief}
        before = {**start, **self._folding.values_after(view.events[:first])}
        choices = [at for at, event in enumerate(view.events) if at > first and event.data[0] == "choose"]
        events = view.events[first : min(choices, default=len(view.events))]
        after = {str(event.data[1]): str(event.data[2]) for event in events if event.data[0] == "field"}
        for name in [one for one in after if one in start]:
            change = self.number(Change(name, before[name], after[name]), seat)
            if change is not None and change.numbers[0] != change.numbers[1]:
                yield evolve(change, is_brief=True)

    @cached_property
    def _parts_of_several(self) -> frozenset[str]:
        """The things for which players have several sorts of numbers: the name of such a number needs both."""
        families: dict[str, set[str]] = {}
        for name, (spec, _) in (self._folding.fields | self._folding.brief).items():
            families.setdefault(self._folding.part(name)[1], set()).add(spec.name)
        return frozenset(part for part, found in families.items() if part and len(found) > 1)


class ToldMoves:
    """Describes moves of one game before they are made."""

    def __init__(self, engine: Engine[State], teller: Teller) -> None:
        self._engine = engine
        self._teller = teller
        self._own = OwnChanges(teller.folding)

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

    def changes(self, positions: Sequence[State], seat: int, move: Move) -> tuple[list[str], list[OwnNumber]]:
        """Returns what a move does at once in all of these positions: where on a map it brings the seat, as far as its words do not say it (`at Dyke`), and how it
        changes the seat's own numbers. Results of chance and of pieces that the seat does not see are left out."""
        found = [self._changes(position, seat, move) for position in positions]
        if not found:
            return [], []
        (places, numbers), *others = found
        return (
            [one for one in places if all(one in other for other, _ in others)],
            [one for one in numbers if all(one in other for _, other in others)],
        )

    def gains(self, positions: Sequence[State], seat: int, move: Move, words: str) -> str:
        """Returns in the words of the log which pieces a move brings the seat at once in all of these positions; empty if they differ. Pieces that the words
        of the move name are left out."""
        found = [_effects(self._teller.tell(*self._view_after(one, seat, move))) for one in positions]
        gains = [[one for line in lines for one in line.gains] for lines in found]
        if not gains or any(one != gains[0] for one in gains):
            return ""
        return BETWEEN.join(one.text for one in gains[0] if not all(piece in words for piece in one.pieces))

    def _changes(self, state: State, seat: int, move: Move) -> tuple[list[str], list[OwnNumber]]:
        view, first = self._view_after(state, seat, move)
        changes = [one for line in _effects(self._teller.tell(view, first)) for one in line.changes]
        places = filter(None, (self._own.place(one, seat) for one in changes))
        numbers = (self._own.number(one, seat) for one in changes)
        # A pass ends a turn, and with it the numbers of that.
        is_about_things = any(choice.values for choice in move.choices)
        brief = self._own.brief_numbers(view, seat, first) if is_about_things else ()
        return [*places], [*(one for one in numbers if one is not None), *brief]

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

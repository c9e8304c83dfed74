"""The log sentences that possible moves would have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, islice, takewhile

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.table.log import BETWEEN, Line
from gamedsl.table.names import lower_first
from gamedsl.table.telling import Teller
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, View
from gamedsl_interpreter.random import policy_stream

_MOST_TRIED = 60
"""At most this many moves are tried at a question."""
_CHANGE = re.compile(
    r"(?:(?P<part>[^\d→]+) )??(?:from )?(?P<before>-?\d+)(?: [^\d→]+?)? (?:→|to) (?P<after>-?\d+)(?P<unit> [^\d→]+)?"
)
"""A number that has changed, as the log tells it: `Coins 1 → 2`, or `1 coin → 2 coins`."""
_PART_OF = re.compile(r"^\w+ of (?=[A-Z])")
"""The family before the name of one number of several: `Store of Wood`."""
_WORLDS = 3
"""In so many positions that a seat cannot tell from the true one a move is tried, where something is hidden."""


@frozen
class Change:
    """A change of a number: its name, its values before and after it, and the words behind it (` coins`). A number whose words name it has no other name."""

    name: str
    before: int
    after: int
    unit: str = ""


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

    def changes(self, positions: Sequence[State], seat: int, move: Move) -> list[Change]:
        """Returns what a move does at once to the seat's own numbers in all of these positions. Results of chance and of pieces that the seat does not see are
        left out."""
        found = [self._changes(position, seat, move) for position in positions]
        return [one for one in found[0] if all(one in others for others in found)] if found else []

    def _changes(self, state: State, seat: int, move: Move) -> list[Change]:
        view, first = self._view_after(state, seat, move)
        others = [name for at, name in enumerate(self._engine.game.seats) if at != seat]
        own, values = f"{self._engine.game.seats[seat]}.", dict(self._engine.view(state, seat).fields)
        fields = [(str(one.data[1]), str(one.data[2])) for one in view.events[first:] if one.data[0] == "field"]
        known = {(values.get(name, ""), after) for name, after in fields if name.startswith(own)}
        found: list[Change] = []
        for effect in _immediate(self._teller.tell(view, first)).split(BETWEEN) if known else ():
            family, _, parts = effect.rpartition(": ")
            for part in parts.split(", "):
                change = _CHANGE.fullmatch(part)
                label = _PART_OF.sub("", " ".join(filter(None, (family, change and change["part"]))))
                is_own = change is not None and (change["before"], change["after"]) in known
                if change is not None and is_own and not any(name in re.findall(r"\w+", label) for name in others):
                    numbers = int(change["before"]), int(change["after"])
                    found.append(Change(lower_first(label), *numbers, change["unit"] or ""))
        return found

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
        if after.stream != state.stream or hides(self._engine.game):
            view = evolve(view, events=_certain(view.events, first))
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
    after = islice(dropwhile(lambda line: line.sort != "choice", lines), 1, None)
    return BETWEEN.join(line.text for line in takewhile(lambda line: line.sort == "effect", after))


def _certain(events: Sequence[Event], first: int) -> Sequence[Event]:
    """Returns the events after event number `first`, up to the first in which chance may be involved: nobody may learn the result of a throw or a draw
    beforehand."""
    known = takewhile(lambda event: event.data[0] not in ("roll", "move"), events[first:])
    return (*events[:first], *known)

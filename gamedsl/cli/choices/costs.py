"""The costs of moves: how they reduce a player's own numbers. In games with hidden information they are shown only if the look file names the number with
which a move is paid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from gamedsl.cards.faces import entry, text_of
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.reports.titles import plain
from gamedsl.table.log import BETWEEN
from gamedsl.table.names import Names, lower_first
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, Step, View

_CHANGE = re.compile(r"(?:[^\d→]+ )?(?:from )?(?P<before>-?\d+) (?:→|to) (?P<after>-?\d+)")
"""A number that has changed, as the log tells it."""
COSTS_ALL = "your last"
"""The note at an action that takes all that a player has."""


@frozen
class Costs:
    """The costs in one match."""

    engine: Engine[State]
    names: Names
    moves: ToldMoves

    def of_ends(self, state: State, seat: int, ends: Sequence[Step | Move]) -> list[str]:
        """Returns what a seat pays for each of some moves: `7 chips`, `3, your last chips`, `coins 6 → 1`; empty if it pays nothing, or if another question
        follows, because the payment may depend on its answer."""
        if not any(isinstance(end, Move) for end in ends):
            return [""] * len(ends)
        before = self.engine.view(state, seat)
        return [self._of_move(state, seat, before, end) if isinstance(end, Move) else "" for end in ends]

    def _of_move(self, state: State, seat: int, view: View, move: Move) -> str:
        """Returns what a seat pays for a move. `view` is the seat's view before the move."""
        called = (text_of(entry(self.names.look, "rule", choice.name), "costs") for choice in move.choices)
        paid = next(filter(None, called), None)
        if paid is None and hides(self.engine.game):
            return ""
        values = dict(view.fields)
        try:
            events = self.engine.view(self.engine.play(state, seat, move), seat).events[len(view.events) :]
        except Fault:
            return ""
        if paid is None:
            own = f"{self.engine.game.seats[seat]}."
            fields = [(str(one.data[1]), str(one.data[2])) for one in events if one.data[0] == "field"]
            changes = {(values.get(name, ""), after) for name, after in fields if name.startswith(own)}
            falls = {(before, after) for before, after in changes if _is_less(after, before)}
            # Effects are shown only if some number decreases.
            return ", ".join(_falling(self.moves.effects(state, seat, move), falls)) if falls else ""
        name = f"{self.engine.game.seats[seat]}.{paid}"
        before = values.get(name, "")
        # Only consecutive payments belong to the action: later events may change the number for other reasons.
        after = _number_after_payments(events, name, before)
        if not (before.isdigit() and after.isdigit()) or int(before) <= int(after):
            return ""
        label = lower_first(text_of(entry(self.names.look, "field", paid), "label") or plain(paid))
        number = int(before) - int(after)
        if after == "0":
            return f"{number}, {COSTS_ALL} {label if number > 1 else singular(label)}"
        return f"{number} {label if number > 1 else singular(label)}"


def _number_after_payments(events: Sequence[Event], name: str, before: str) -> str:
    """Returns the value of a number after consecutive payments at the beginning of some events, such as a road that is paid piece by piece."""
    after = before
    for event in events:
        if event.data[:2] == ("field", name):
            if not after.isdigit() or int(str(event.data[2])) > int(after):
                break
            after = str(event.data[2])
        elif after != before and event.data[0] not in ("field", "move"):
            break
    return after


_NUMBER = re.compile(r"-?\d+")


def _is_less(after: str, before: str) -> bool:
    return all(map(_NUMBER.fullmatch, (after, before))) and int(after) < int(before)


def _falling(effects: str, falls: Set[tuple[str, str]]) -> Iterator[str]:
    """Yields the numbers that decrease, from a text with the effects of a move: `store of Wood 2 → 0`."""
    for effect in effects.split(BETWEEN):
        family, _, parts = effect.rpartition(": ")
        for part in parts.split(", "):
            found = _CHANGE.fullmatch(part)
            if found is not None and (found["before"], found["after"]) in falls:
                yield " ".join(filter(None, (lower_first(family), part)))

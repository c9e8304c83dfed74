"""The costs and the gains of moves: how they change a player's own numbers. The look file may name the number with which a move is paid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from gamedsl.cards.faces import entry, text_of
from gamedsl.cli.choices.told_moves import OwnNumber, ToldMoves, positions_to_try
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.prices import list_price_columns
from gamedsl.reports.titles import plain
from gamedsl.table.names import Names, lower_first
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, Step
from gamedsl_interpreter.worlds.lost import WorldsError

COSTS_ALL = "your last"
"""The note at an action that takes all that a player has."""


@frozen
class Cost:
    """What a move costs its player and brings: in words, and the changes that these tell one by one."""

    words: str = ""
    changes: tuple[OwnNumber, ...] = ()


@frozen
class Costs:
    """The costs and the gains in one match."""

    engine: Engine[State]
    names: Names
    moves: ToldMoves

    def of_ends(self, state: State, seat: int, ends: Sequence[Step | Move]) -> tuple[list[Cost], str]:
        """Returns what a seat pays for each of some moves, and gets by it: `7 chips`, `3, your last chips`, `coins 6 → 1, wood 0 → 2`. What all moves bring is
        left out; what all bring but those that decline is returned apart. Empty for a move without either, and if another question follows, because the payment
        may depend on its answer."""
        if not any(isinstance(end, Move) for end in ends):
            return [Cost()] * len(ends), ""
        paid = [self._paid(state, seat, end) if isinstance(end, Move) else None for end in ends]
        others = [end if one is None else None for end, one in zip(ends, paid, strict=True)]
        positions: Sequence[State] = []
        try:
            if any(isinstance(one, Move) for one in others):
                positions = positions_to_try(self.engine, state, seat)
        except (Fault, WorldsError):
            return [Cost(one or "") for one in paid], ""
        none = list[str](), list[OwnNumber]()
        own = [self.moves.changes(positions, seat, one) if isinstance(one, Move) else none for one in others]
        found = [numbers for _, numbers in own]
        # What every option brings tells them not apart; what they cost is told all the same.
        taken = [changes for changes, end in zip(found, ends, strict=True) if not _is_declining(end)]
        is_one = len(taken) == 1 < len(found)
        shared = (
            [] if is_one or not taken else [one for one in taken[0] if one.is_gain and all(one in o for o in taken)]
        )
        common = set(shared)
        brief = [{one for one in changes if one.is_brief} for changes in found]
        counted = [changes for changes in brief if changes]
        if len(counted) > 1:
            # Each action of a turn may count.
            common |= counted[0].intersection(*counted[1:])
        told = [tuple(one for one in changes if one not in common) for changes in found]
        costs = [
            Cost(one) if one else Cost(", ".join([*where, *map(self._in_words, changes)]), changes)
            for one, (where, _), changes in zip(paid, own, told, strict=True)
        ]
        return costs, ", ".join(map(self._in_words, shared)) if len(taken) < len(found) else ""

    def without_price(self, detail: str, cost: Cost) -> str:
        """Returns the details of a card without its price, and without what it brings, if the words for the move say the same: `coins 4 → 1` and `cost 3`,
        `sparks 0 → 2` and `sparks 2`."""
        told: list[str] = []
        for change in cost.changes:
            before, after = change.numbers
            names = [change.name] if change.is_gain else self._price_columns
            told += [f"{name} {abs(after - before)}" for name in names]
        parts = "|".join(map(re.escape, told))
        return re.sub(rf"(^|, )(?:{parts})(?=[,;:]|$)", "", detail).lstrip(",;: ") if parts else detail

    @cached_property
    def _price_columns(self) -> frozenset[str]:
        return frozenset(plain(name).lower() for name in list_price_columns(self.engine.game))

    def gains_of_ends(
        self, state: State, seat: int, ends: Sequence[Step | Move], words: Sequence[str]
    ) -> tuple[list[str], str]:
        """Returns which pieces each of some moves brings a seat that its words do not name; empty for other steps, and for all if they bring the same. What all
        bring but those that decline is returned apart."""
        try:
            positions = positions_to_try(self.engine, state, seat) if any(isinstance(one, Move) for one in ends) else ()
        except (Fault, WorldsError):
            positions = ()
        found = [
            self.moves.gains(positions, seat, one, own) if isinstance(one, Move) else ""
            for one, own in zip(ends, words, strict=True)
        ]
        taken = [one for one, end in zip(found, ends, strict=True) if not _is_declining(end)]
        if len(set(taken)) > 1 or len(taken) == 1 < len(found):
            return found, ""
        return [""] * len(found), taken[0] if 0 < len(taken) < len(found) else ""

    def _in_words(self, change: OwnNumber) -> str:
        before, after = change.words
        number, _, unit = before.partition(" ")
        # What is counted is said once: `4 → 3 coins`.
        before = number if unit and " " in after else before
        told = f"from {before} to {after}" if self.names.is_spoken else f"{before} → {after}"
        return f"{change.name} {told}".lstrip()

    def _paid(self, state: State, seat: int, move: Move) -> str | None:
        """Returns what a seat pays for a move, in the number that the look file names; None if it names none."""
        called = (text_of(entry(self.names.look, "rule", choice.name), "costs") for choice in move.choices)
        paid = next(filter(None, called), None)
        if paid is None:
            return None
        view = self.engine.view(state, seat)
        try:
            events = self.engine.view(self.engine.play(state, seat, move), seat).events[len(view.events) :]
        except Fault:
            return ""
        name = f"{self.engine.game.seats[seat]}.{paid}"
        before = dict(view.fields).get(name, "")
        # Only consecutive payments belong to the action: later events may change the number for other reasons.
        after = _number_after_payments(events, name, before)
        if not (before.isdigit() and after.isdigit()) or int(before) <= int(after):
            return ""
        label = lower_first(text_of(entry(self.names.look, "field", paid), "label") or plain(paid))
        number = int(before) - int(after)
        if after == "0":
            return f"{number}, {COSTS_ALL} {label if number > 1 else singular(label)}"
        return f"{number} {label if number > 1 else singular(label)}"


def _is_declining(end: Step | Move) -> bool:
    return isinstance(end, Move) and all(choice.is_declined for choice in end.choices)


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

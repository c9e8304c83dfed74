"""What the actions of a menu cost, where the look file says with what they are paid: `call` in poker."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cards.faces import entry, said
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.reports.titles import plain
from gamedsl.table.names import Names, lowered
from gamedsl.table.steps import step_after
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, Move, State

COSTS_ALL = "your last"
"""What stands at an action that takes all that a player has."""


@frozen
class Costs:
    """The costs in one match."""

    engine: Engine[State]
    names: Names

    def told(self, state: State, seat: int, action: str, values: Sequence[int]) -> str:
        """Returns what a seat pays for the action that these answers choose: `7 chips`, `3, your last chips`; empty if it pays nothing, or not the same whatever
        else is chosen."""
        paid = said(entry(self.names.look, "rule", action), "costs")
        move = None if paid is None else step_after(self.engine, state, seat, values)
        if paid is None or not isinstance(move, Move):
            return ""
        name = f"{self.engine.game.seats[seat]}.{paid}"
        view = self.engine.view(state, seat)
        before = dict(view.fields).get(name, "")
        try:
            events = self.engine.view(self.engine.play(state, seat, move), seat).events[len(view.events) :]
        except Fault:
            return ""
        # Only what is paid first belongs to the action: later another may win or lose something.
        after = next((str(event.data[2]) for event in events if event.data[:2] == ("field", name)), before)
        if not (before.isdigit() and after.isdigit()) or int(before) <= int(after):
            return ""
        label = lowered(said(entry(self.names.look, "field", paid), "label") or plain(paid))
        number = int(before) - int(after)
        if after == "0":
            return f"{number}, {COSTS_ALL} {label if number > 1 else singular(label)}"
        return f"{number} {label if number > 1 else singular(label)}"

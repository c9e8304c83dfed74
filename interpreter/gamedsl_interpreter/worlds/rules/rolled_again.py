"""Unseen rolls that are sampled again for each world. The sides, their number and the meaning of each outcome are equal in all positions."""

from __future__ import annotations

from typing import Any

from gamedsl.graph.bytes.codec import encode_cell
from gamedsl.graph.model.expressions import Local
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Roll
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.worlds.rules.analysis import Rules
from gamedsl_interpreter.worlds.sight import UnseenRoll

_MOST_KEPT = 4096
"""Outcomes of a roll whose values are kept."""


class RolledAgain:
    """A hidden field, and the roll that it keeps."""

    def __init__(self, machine: Machine, rules: Rules, frame: Frame, field: int, roll: UnseenRoll) -> None:
        """`frame` may be of any position. Raises Fault."""
        node = machine.game.nodes[roll.node]
        if not isinstance(node, ChanceNode) or not isinstance(node.event, Roll):
            raise AssertionError("only rolls are rolled")
        self.field = field
        """The field instance."""
        self.roll = roll
        """The roll that it keeps."""
        self._machine = machine
        self._frame = list(frame)
        if isinstance(node.event.seat, Local):
            self._frame[machine.slots.local(node.event.seat.id)] = roll.seat
        with machine.scope:
            self._event = machine.events[roll.node](self._frame)
        self._only = None if self._event.is_open else next(self._event.results())[0]
        kept = rules.kept[roll.node]
        self._formula = kept[next(one for one in kept if machine.field_specs[field] is machine.game.fields[one])]
        self._known = rules.outcomes.setdefault((field, roll.node, roll.seat), {})

    def outcome(self, dice: Dice) -> tuple[int, ...]:
        """Samples an outcome: the numbers of options, ascending."""
        return tuple(sorted(self._event.sample(dice))) if self._only is None else self._only

    def value(self, outcome: tuple[int, ...]) -> Any:
        """Returns the value that the field then holds. Raises Fault."""
        return self._field_value(outcome)[0]

    def encode_outcome(self, outcome: tuple[int, ...]) -> bytes:
        """Returns that value as bytes of a position. Raises Fault."""
        return self._field_value(outcome)[1]

    def _field_value(self, outcome: tuple[int, ...]) -> tuple[Any, bytes]:
        found = self._known.get(outcome)
        if found is None:
            found = self._compute_value(outcome)
            if len(self._known) < _MOST_KEPT:
                self._known[outcome] = found
        return found

    def _compute_value(self, outcome: tuple[int, ...]) -> tuple[Any, bytes]:
        machine = self._machine
        work = Work(list(self._frame), None, Log(None, ()))
        with machine.scope:
            self._event.perform(work, outcome)
            value = self._formula(work.frame)
        cell = next(one for one in machine.game.layout.cells if (one.what, one.id) == ("field", self.field))
        return value, encode_cell(cell, value, machine.game)

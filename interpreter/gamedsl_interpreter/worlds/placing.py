"""Turns a deal into a position: overwrites hidden zones and fields, takes back secret choices, and sets another chance stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import random
from gamedsl_interpreter.engine import Pending
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.worlds.courses.population import CoursesAt
from gamedsl_interpreter.worlds.dealing import lay_pieces
from gamedsl_interpreter.worlds.rules.analysis import Rules
from gamedsl_interpreter.worlds.rules.rolled_again import RolledAgain
from gamedsl_interpreter.worlds.sight import UnseenRoll


def list_hidden_zones(machine: Machine, frame: Frame, seat: SeatId) -> tuple[int, ...]:
    """Lists the zones that a seat does not see."""
    return tuple(zone for zone in range(machine.slots.zones) if not machine.audience.zone(zone, frame) >> seat & 1)


class Placing:
    """Makes positions for one seat from one state: everything in the state that the seat does not see is replaced."""

    def __init__(
        self,
        machine: Machine,
        rules: Rules,
        state: ReferenceState,
        seat: SeatId,
        rolled: Mapping[int, UnseenRoll],
        log: Log,
        courses: CoursesAt | None = None,
    ) -> None:
        """`courses`: the source of hidden fields, unless they are rolled again."""
        self._machine = machine
        self._state = state
        self._seat = seat
        self._log = log
        self._courses = courses
        self._others: list[SeatId] = []
        frame = machine.frame(state)
        with machine.scope:
            self.zones = list_hidden_zones(machine, frame, seat)
            """The zones that are overwritten."""
            hidden = [
                (field, roll)
                for field, roll in sorted(rolled.items())
                if courses is None and not machine.audience.field(field, frame) >> seat & 1
            ]
            self._seen = [field for field in machine.shown_fields if machine.audience.field(field, frame) >> seat & 1]
            self._seen += [machine.slots.zone(zone) for zone in range(machine.slots.zones)]
            self._seen += [machine.slots.local(local) for local in machine.known.locals] if courses else []
            self._seen += self._choosing() if courses else []
            self._pending: Pending = self._own_steps()
        # The frame from which worlds are made must not hold anything hidden.
        for zone in self.zones:
            frame[machine.slots.zone(zone)] = ()
        with machine.scope:
            self._find_others(frame)
        self._unmake(frame)
        self.rolled = tuple(RolledAgain(machine, rules, frame, field, roll) for field, roll in hidden)
        """The fields that are rolled again, in this order."""
        self._frame = frame

    @property
    def is_plain(self) -> bool:
        """Whether only zones, rolled fields and the chance stream are overwritten, and the seat itself is to act."""
        if self.has_courses:
            return False
        machine, state = self._machine, self._state
        node = machine.game.nodes[state.node]
        if not isinstance(node, DecisionNode):
            return False
        return self._pending == state.pending and machine.seat_at(state.frame, state.node) == self._seat

    def _own_steps(self) -> Pending:
        """Returns the steps of open decisions that the seat has taken itself."""
        node = self._machine.game.nodes[self._state.node]
        is_own = isinstance(node, TogetherNode) or (
            isinstance(node, DecisionNode) and self._machine.seat_at(self._state.frame, self._state.node) == self._seat
        )
        return tuple(one for one in self._state.pending if one[0] == self._seat) if is_own else ()

    def _choosing(self) -> list[int]:
        """Lists the slots of an open simultaneous decision: they hold which seats have chosen, and their choices."""
        machine, node = self._machine, self._machine.game.nodes[self._state.node]
        if not isinstance(node, TogetherNode):
            return []
        fields = (*(field for _, field in node.commits), node.exit_field, node.todo_field)
        return [machine.game.fields[field].base + seat for field in fields for seat in range(len(machine.game.seats))]

    def _find_others(self, frame: Frame) -> None:
        """Finds the other seats that take part in an open simultaneous decision."""
        machine, node = self._machine, self._machine.game.nodes[self._state.node]
        if isinstance(node, TogetherNode):
            self._others = [
                seat for seat in machine.list_asked_seats(frame, self._state.node, node) if seat != self._seat
            ]

    def _unmake(self, frame: Frame) -> None:
        """Takes back the unseen choices of others in an open simultaneous decision: in another world they might choose otherwise."""
        machine, node = self._machine, self._machine.game.nodes[self._state.node]
        if not isinstance(node, TogetherNode):
            return
        for seat in self._others:
            for field in (*(field for _, field in node.commits), node.exit_field):
                spec = machine.game.fields[field]
                frame[spec.base + seat] = spec.start[seat]
            frame[machine.game.fields[node.todo_field].base + seat] = True

    @property
    def has_courses(self) -> bool:
        """Whether hidden fields get their values from a course of play."""
        return self._courses is not None

    def _begin(self, dice: Dice) -> Frame:
        """Returns a position in which hidden zones and fields that are rolled again are missing."""
        if self._courses is None:
            return list(self._frame)
        frame = self._courses.draw(dice)
        # Fields that the seat sees keep their seen values, even if the course contradicts them.
        for slot in self._seen:
            frame[slot] = self._frame[slot]
        return frame

    @property
    def rolls(self) -> tuple[tuple[int, int, int], ...] | None:
        """The fields that are rolled again, each with the chance node and the seat; None if it is unknown who rolled."""
        found = [(one.field, one.roll.node, one.roll.seat) for one in self.rolled if one.roll.seat is not None]
        return tuple(found) if len(found) == len(self.rolled) else None

    def template(self) -> tuple[ReferenceState, bool]:
        """Returns a position without everything that is sampled, and whether other seats choose at the same time: see `WorldPlan`."""
        machine, state = self._machine, self._state
        made = machine.state(
            node=state.node,
            frame=list(self._frame)[: len(self._frame) - machine.slots.counters],
            pending=self._pending,
            stream=state.stream,
            counters=state.counters,
            log=self._log,
        )
        return made, isinstance(machine.game.nodes[state.node], TogetherNode)

    def place(self, dealt: Sequence[Sequence[list[int]]], dice: Dice) -> ReferenceState:
        """Returns the position with these pieces in its hidden zones, by zone and stretch. Raises Fault."""
        machine, state = self._machine, self._state
        frame = self._begin(dice)
        lay_pieces(machine, frame, self.zones, dealt)
        for roll in self.rolled:
            frame[roll.field] = roll.value(roll.outcome(dice))
        with machine.scope:
            work = Work(frame, dice, self._log)
            work.pending = dict(self._pending)
            self._settle_unasked_seats(work)
        number = len(work.frame) - machine.slots.counters
        return machine.state(
            node=state.node,
            frame=work.frame[:number],
            pending=tuple(sorted(work.pending.items())),
            stream=None if state.stream is None else random.start_stream(dice.below(1 << 64), dice.below(1 << 64)),
            counters=state.counters,
            log=Log(self._log, tuple(work.facts)) if work.facts else self._log,
        )

    def _settle_unasked_seats(self, work: Work) -> None:
        """Chooses again for seats of a simultaneous decision that are not asked: seats with one move, and scripted seats."""
        machine, node = self._machine, self._machine.game.nodes[self._state.node]
        if isinstance(node, TogetherNode):
            for seat in self._others:
                machine.settle_seat(work, self._state.node, node, seat)

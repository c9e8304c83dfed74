"""Worlds of games in which somebody chose a hidden value: drawn from all courses of play that agree with what the seat was told (`population`)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter import arguments, random
from gamedsl_interpreter.engine import Pending
from gamedsl_interpreter.facts import Chosen, Log
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.worlds.courses.course import Course
from gamedsl_interpreter.worlds.courses.population import courses_at
from gamedsl_interpreter.worlds.dealing import Take
from gamedsl_interpreter.worlds.dealt import RolledField, WorldPlan
from gamedsl_interpreter.worlds.lost import Lost, WorldsError
from gamedsl_interpreter.worlds.past import told_log

_PARTS = 1 << 30


class CourseWorlds:
    """See `Worlds`. Raises WorldsError."""

    def __init__(self, machine: Machine, state: ReferenceState, seat: SeatId) -> None:
        self._machine = machine
        self._state = state
        self._seat = seat
        found, lost = courses_at(machine, state, seat)
        if not found:
            raise WorldsError("no course of play was found that agrees with what the seat has seen")
        self._courses = [course for course, _ in found]
        self._until = [*accumulate(weight for _, weight in found)]
        self.lossy: tuple[Lost, ...] = tuple(sorted(lost, key=lambda one: (one.kind.value, one.where, one.text)))
        self._log = told_log(machine, state.log, seat)
        self._log.beliefs[seat] = state.log.beliefs[seat]

    @property
    def seat(self) -> SeatId:
        """The seat whose worlds they are."""
        return self._seat

    @property
    def exact(self) -> bool:
        """Whether the seat's conclusions are all kept."""
        return not self.lossy

    @property
    def zones(self) -> tuple[int, ...]:
        """The zones that are overwritten: none, a course has all of them."""
        return ()

    @property
    def rolled(self) -> tuple[RolledField, ...]:
        """The fields that are rolled again: none, a course has all of them."""
        return ()

    @property
    def is_plain(self) -> bool:
        """See `DealtWorlds`: more is overwritten than zones."""
        return False

    def plan_of_worlds(self) -> WorldPlan[ReferenceState] | None:
        """Returns None: worlds are drawn in Python."""
        return None

    def deal(self, dice: Dice, take: Take = Dice.take) -> list[list[list[int]]]:
        """Deals nothing. Raises ArgumentError."""
        arguments.given("dice", dice, Dice, "`Dice.seeded(seed)` gives some")
        return []

    def sample(self, dice: Dice) -> ReferenceState:
        """Samples one world. Raises ArgumentError."""
        self.deal(dice)
        place = dice.below(_PARTS) / _PARTS * self._until[-1]
        course = self._courses[min(bisect_right(self._until, place), len(self._courses) - 1)]
        state = self._state
        return self._machine.state(
            node=state.node,
            frame=self._frame_of(course),
            pending=self._own_steps(),
            stream=None if state.stream is None else random.started(dice.below(1 << 64), dice.below(1 << 64)),
            counters=state.counters,
            log=self._log_of(course),
        )

    def _log_of(self, course: Course) -> Log:
        """Returns the log of a world: what the seat was told, and the choices of others that nobody had to ask for."""
        more = tuple(fact for fact in course.opened if isinstance(fact, Chosen) and fact.seat != self._seat)
        return Log(self._log, more) if more else self._log

    def _frame_of(self, course: Course) -> list[Value]:
        """Returns the position of a course. What the seat sees is as it sees it, also if the course contradicts that."""
        machine, frame = self._machine, self._machine.frame(self._state)
        made = list(course.frame)
        with machine.scope:
            for field in machine.shown_fields:
                if machine.audience.field(field, frame) >> self._seat & 1:
                    made[field] = frame[field]
        return made[: len(made) - machine.slots.counters]

    def _own_steps(self) -> Pending:
        """Returns the steps of open decisions that the seat has taken itself."""
        machine, state = self._machine, self._state
        node = machine.game.nodes[state.node]
        is_own = isinstance(node, TogetherNode) or (
            isinstance(node, DecisionNode) and machine.seat_at(state.frame, state.node) == self._seat
        )
        return tuple(one for one in state.pending if one[0] == self._seat) if is_own else ()

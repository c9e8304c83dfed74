"""Finds how worlds of a game are drawn."""

from __future__ import annotations

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.worlds.courses.worlds import CourseWorlds
from gamedsl_interpreter.worlds.dealt import DealtWorlds
from gamedsl_interpreter.worlds.lost import WorldsError
from gamedsl_interpreter.worlds.reference_worlds import ReferenceWorlds
from gamedsl_interpreter.worlds.rules.analysis import rules_of


def worlds_of(machine: Machine, state: ReferenceState, seat: SeatId) -> DealtWorlds[ReferenceState]:
    """Returns the worlds of a seat at a state: from a belief about pieces, or from courses of play if fields hide what somebody chose. Raises WorldsError."""
    rules = rules_of(machine)
    if rules.refused:
        raise WorldsError(rules.refused)
    return (CourseWorlds if rules.hides_choices else ReferenceWorlds)(machine, state, seat)

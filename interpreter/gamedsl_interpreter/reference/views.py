"""Views."""

from __future__ import annotations

from gamedsl.graph.types import SeatId
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.reference.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState


def view(machine: Machine, state: ReferenceState, seat: SeatId) -> View:
    raise NotImplementedError

"""Moves named by texts, and why a named move is refused."""

from __future__ import annotations

from gamedsl_interpreter.engine import Move, Refusal
from gamedsl_interpreter.reference.choices import Decision
from gamedsl_interpreter.reference.machine import Machine
from gamedsl_interpreter.reference.slots import Frame


def named(machine: Machine, decision: Decision, frame: Frame, prefix: tuple[int, ...], text: str) -> Move | Refusal:
    """The move that a text names, or why there is none."""
    raise NotImplementedError

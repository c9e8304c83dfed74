"""Finds stops at which no worlds can be sampled, because a secret choice is stored but not yet revealed."""

from __future__ import annotations

from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState


def why_no_worlds(machine: Machine, state: ReferenceState, seat: SeatId) -> str:
    """Says why no worlds can be sampled for a seat at a state; empty if they can."""
    game = machine.game
    for number, node in enumerate(game.nodes):
        if not isinstance(node, TogetherNode) or number == state.node:
            continue
        for local, field in node.commits:
            spec = game.fields[field]
            for other in range(len(game.seats)):
                if other != seat and state.frame[spec.base + other] != spec.start[other]:
                    return f"what {game.seats[other]} has chosen as `{game.locals[local].name}` is still hidden here"
    return ""

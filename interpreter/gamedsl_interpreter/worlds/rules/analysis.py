"""Analyses what the rules of a Game say about hidden things, once for each machine."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from gamedsl.graph.model.types import FieldId, NodeId, SeatId
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values.slots import Formula
from gamedsl_interpreter.worlds.ruled_out import find_judged
from gamedsl_interpreter.worlds.rules.hidden_fields import kept_rolls, unmade
from gamedsl_interpreter.worlds.rules.leaks import leaks


class Rules:
    """Results of the analysis. `kept`: for each unseen roll, the fields that keep it, each with the formula of its value. `refused`: why no worlds can be
    sampled of any position; empty if they can. `judged`: the decisions whose moves rule out pieces. `lost`: conclusions that no belief keeps. `outcomes`: a
    cache; for each field instance and unseen roll (its node and seat) the outcomes so far, each with the value that the field then holds, and its bytes."""

    def __init__(self, machine: Machine) -> None:
        game = machine.game
        self.kept: dict[NodeId, dict[FieldId, Formula]] = {
            node: {one.field: machine.make.of(one.value) for one in assignments}
            for node, assignments in kept_rolls(game).items()
        }
        self.outcomes: dict[tuple[int, NodeId, SeatId | None], dict[tuple[int, ...], tuple[Any, bytes]]] = {}
        self.refused = unmade(game)
        self.judged, lost = find_judged(game)
        self.lost = lost | leaks(game, frozenset())


_KNOWN: WeakKeyDictionary[Machine, Rules] = WeakKeyDictionary()


def rules_of(machine: Machine) -> Rules:
    """Returns the rules of a machine."""
    found = _KNOWN.get(machine)
    if found is None:
        found = _KNOWN[machine] = Rules(machine)
    return found

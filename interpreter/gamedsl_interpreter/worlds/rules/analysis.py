"""Analyses what a Game's rules reveal about hidden things, once for each machine."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.secrecy import find_hidden_locals
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import FieldId, NodeId, SeatId
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values.slots import Formula
from gamedsl_interpreter.worlds.ruled_out import find_judged
from gamedsl_interpreter.worlds.rules.hidden_fields import find_kept_rolls, hides_choices, unmade
from gamedsl_interpreter.worlds.rules.kind_classes import Read, find_read, reads_hidden_field
from gamedsl_interpreter.worlds.rules.leaks import leaks


class Rules:
    """Results of the analysis. `kept`: for each unseen roll, the fields that keep it, each with the formula of its value. `refused`: why worlds can be
    sampled for no position; empty if they can. `hides_choices`: see the function of this name. `judged`: the decisions whose moves rule out pieces.
    `replayed`: the decisions whose consequences are replayed, each with what they read of hidden zones, by exit. `lost`: conclusions that no belief
    keeps. `outcomes`: a cache; for each field instance and unseen roll (its node and seat) the outcomes so far, each with the value that the field then
    holds, and its bytes."""

    def __init__(self, machine: Machine) -> None:
        game = machine.game
        self.kept: dict[NodeId, dict[FieldId, Formula]] = {
            node: {one.field: machine.make.of(one.value) for one in assignments}
            for node, assignments in find_kept_rolls(game).items()
        }
        self.outcomes: dict[tuple[int, NodeId, SeatId | None], dict[tuple[int, ...], tuple[Any, bytes]]] = {}
        self.refused = unmade(game)
        self.hides_choices = hides_choices(game)
        self.judged, lost = find_judged(game)
        self.replayed = dict(_find_replayed(machine, lost))
        self.lost = leaks(game, self.replayed) | {one for node, one in lost.items() if node not in self.replayed}


def _find_replayed(machine: Machine, lost: Container[NodeId]) -> Iterator[tuple[NodeId, tuple[Read | None, ...]]]:
    """Finds the decisions whose consequences can be replayed. Their consequences must depend on no hidden fields and on no locals with hidden values; only
    hidden pieces are allowed. For decisions in `lost`, the same must be true of the moves."""
    game = machine.game
    hidden = find_hidden_locals(game)
    for node, told in machine.telling.items():
        here = game.nodes[node]
        assert isinstance(here, DecisionNode)
        parts = dict(walk.exits_of(here.plan))
        read = tuple((after, parts.get(exit, ()) if node in lost else ()) for exit, after in enumerate(told))
        found = tuple(find_read(game, one) for one in read)
        if any(found) and hidden.isdisjoint(here.live) and not reads_hidden_field(game, read):
            yield node, found


_KNOWN: WeakKeyDictionary[Machine, Rules] = WeakKeyDictionary()


def rules_of(machine: Machine) -> Rules:
    """Returns the rules of a machine."""
    found = _KNOWN.get(machine)
    if found is None:
        found = _KNOWN[machine] = Rules(machine)
    return found

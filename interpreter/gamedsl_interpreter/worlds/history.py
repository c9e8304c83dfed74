"""A seat's belief along the log of a match: each stretch is taken in once, and what came of it is kept with the stretch."""

from __future__ import annotations

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.rules import Rules
from gamedsl_interpreter.worlds.sight import SeenLayout, UnseenRoll, seen_by
from gamedsl_interpreter.worlds.starts import laid_out


def belief_after(machine: Machine, rules: Rules, log: Log, seat: SeatId) -> Belief:
    """What a seat believes after all that the log tells. Raises ImpossibleError."""
    later: list[Log] = []
    belief: Belief | None = None
    for stretch in log.newest_first():
        known = stretch.beliefs.get(seat)
        if isinstance(known, Belief):
            belief = known
            break
        later.append(stretch)
    if belief is None:
        belief = Belief(machine)
    for stretch in reversed(later):
        belief = belief.copy()
        _take_in(machine, rules, belief, stretch, seat)
        stretch.beliefs[seat] = belief
    return belief


def _take_in(machine: Machine, rules: Rules, belief: Belief, stretch: Log, seat: SeatId) -> None:
    for fact in stretch.facts:
        sight = seen_by(machine.game, fact, seat)
        match sight:
            case None:
                pass
            case SeenLayout(start, shown):
                belief.begin(laid_out(machine, start, shown))
            case UnseenRoll(node, roller):
                if roller is not None:
                    for field in rules.kept.get(node, {}):
                        belief.rolled[machine.game.fields[field].base + roller] = sight
            case _:
                belief.learn(sight)

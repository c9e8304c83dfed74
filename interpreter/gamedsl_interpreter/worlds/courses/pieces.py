"""The pieces in the zones of courses (possible ways of a match): they are sampled anew from the seat's belief for each stretch of the log."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.types import SeatId, Value
from gamedsl.values import evolve
from gamedsl_interpreter.facts import Exchanged, Fact, Laid, Log, Moved, Resolved, Shown
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.belief import Belief, ImpossibleError
from gamedsl_interpreter.worlds.dealing import DealPlan, lay_pieces
from gamedsl_interpreter.worlds.history import learn_from_choice
from gamedsl_interpreter.worlds.rules.analysis import rules_of
from gamedsl_interpreter.worlds.sight import SeenPieces


class PiecesBefore:
    """Deals pieces that a seat thinks possible before a stretch of the log (None: at the last stop). They include the pieces that the seat sees leave a zone
    in the stretch, and none that would forbid the choice with which the stretch begins."""

    def __init__(self, machine: Machine, belief: Belief, stretch: Log | None, seat: SeatId) -> None:
        self._machine = machine
        self._zones = range(machine.slots.zones)
        plan = None if stretch is None else self._plan_with(belief, stretch, seat)
        self._plan = plan or DealPlan(belief, machine.zones.piles, self._zones)

    def _plan_with(self, belief: Belief, stretch: Log, seat: SeatId) -> DealPlan | None:
        """Makes the plan, including what the stretch tells about the pieces before it; None if that contradicts the belief."""
        found = belief.copy()
        try:
            for zone, pieces in _leave_first(stretch.facts, seat).items():
                found.learn(SeenPieces(zone, collections.bag(pieces)))
            learn_from_choice(self._machine, rules_of(self._machine), found, stretch, seat)
            return DealPlan(found, self._machine.zones.piles, self._zones)
        except ImpossibleError:
            return None

    def lay(self, frame: Sequence[Value], dice: Dice) -> tuple[Value, ...]:
        """Returns the position with dealt pieces in all zones."""
        made = list(frame)
        lay_pieces(self._machine, made, self._zones, self._plan.deal(dice))
        return tuple(made)


def without_pieces(machine: Machine, frame: Sequence[Value]) -> tuple[Value, ...]:
    """Returns the position with empty zones: positions that differ in nothing else are equal then."""
    first = machine.slots.zone(0)
    return (*frame[:first], *[()] * machine.slots.zones, *frame[first + machine.slots.zones :])


def without_kinds(fact: Fact, seat: SeatId) -> Fact:
    """Returns a fact with kinds only for pieces that a seat saw leave a zone without chance, because `PiecesBefore` puts these there. For all other pieces,
    only their number remains."""
    match fact:
        case Moved(parts=parts, drawn=drawn):
            return evolve(
                fact,
                parts=tuple(
                    part if part.seen >> seat & 1 and not drawn else evolve(part, pieces=_count(part.pieces), seen=0)
                    for part in parts
                ),
            )
        case Exchanged(parts):
            return Exchanged(tuple(evolve(part, pieces=_count(part.pieces), seen=0) for part in parts))
        case Shown(pieces=pieces):
            return evolve(fact, pieces=_count(pieces))
        case Resolved():
            return evolve(fact, back=-1)
        case Laid():
            return evolve(fact, shown=())
        case _:
            return fact


def _count(pieces: Counts) -> Counts:
    return ((0, sum(count for _, count in pieces)),)


def _leave_first(facts: Sequence[Fact], seat: SeatId) -> dict[int, list[tuple[int, int]]]:
    """Returns the pieces that a seat sees leave each zone before any piece arrives there. Pieces that were chosen together have been there before any
    arrive."""
    found: dict[int, list[tuple[int, int]]] = {}
    arrived: set[int] = set()
    for fact in facts:
        if isinstance(fact, Moved):
            for part in fact.parts:
                if part.seen >> seat & 1 and part.pieces and (fact.committed or part.zone not in arrived):
                    found.setdefault(part.zone, []).extend(part.pieces)
            arrived.add(fact.to)
    return found

"""All histories of a small game, and from them how likely each world is for a seat: the measure of `Worlds`, computed in the plainest way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from attrs import define, field, frozen

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import shapes
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.wording.moves import LateMove


@frozen
class Known:
    """What a seat knows at a decision of its own."""

    seat: SeatId
    view: View


@define
class Set:
    """The positions that a seat cannot tell apart: bytes with their weights, and the states."""

    weights: dict[bytes, Fraction] = field(factory=lambda: defaultdict[bytes, Fraction](Fraction))
    states: list[ReferenceState] = field(factory=list[ReferenceState])


def information_sets(engine: ReferenceEngine, most_choices: int, seats: tuple[int, ...]) -> dict[Known, Set]:
    """Those of these seats' decisions after at most so many choices."""
    found: dict[Known, Set] = defaultdict(Set)
    todo: list[tuple[ReferenceState, Fraction, int, int]] = [(engine.initial(None), Fraction(1), 0, -1)]
    while todo:
        state, weight, choices, came = todo.pop()
        if state.is_over:
            continue
        acting = engine.to_act(state)
        if not acting:
            outcomes = engine.chance(state)
            total = sum(outcome.weight for outcome in outcomes)
            todo += [
                (engine.play_chance(state, one), weight * Fraction(one.weight, total), choices, -1) for one in outcomes
            ]
            continue
        # At a simultaneous decision others have not chosen yet in any world, so positions count at which nobody has.
        if came != state.node or not isinstance(engine.game.nodes[state.node], TogetherNode):
            for seat in acting:
                if seat in seats:
                    here = found[Known(seat, engine.view(state, seat))]
                    here.weights[state.bytes] += weight
                    here.states.append(state)
        if choices < most_choices:
            for move in engine.moves(state, acting[0]):
                assert isinstance(move, LateMove)
                chance = prod(_chances(engine, state, move), start=Fraction(1))
                todo.append((engine.play(state, acting[0], move), weight * chance, choices + 1, state.node))
    return found


def _chances(engine: ReferenceEngine, state: ReferenceState, move: LateMove) -> Iterator[Fraction]:
    """The probability of the pieces of a move, if any pieces of their zones were as likely."""
    for part in move.words.walk:
        selections = engine.machine.plans.sites[part.plan].selections
        for selection, value in zip(selections, part.values, strict=not part.declined):
            if is_pieces(selection.type):
                yield from _chance(engine, state, value)


def _chance(engine: ReferenceEngine, state: ReferenceState, value: Value) -> Iterator[Fraction]:
    pieces = Counter[tuple[int, int]]()
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], int):
        pieces[value[0], value[1]] += 1
    else:
        for zone, kind, count in shapes.piece_counts(value):
            pieces[zone, kind] += count
    for zone in {zone for zone, _ in pieces}:
        there = dict(engine.machine.zones.contents(engine.machine.frame(state), zone))
        chosen = {kind: count for (place, kind), count in pieces.items() if place == zone}
        ways = prod(comb(there[kind], count) for kind, count in chosen.items())
        yield Fraction(ways, comb(sum(there.values()), sum(chosen.values())))

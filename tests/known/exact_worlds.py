"""All histories of a small game, and from them how likely each world is for a seat: the measure of `Worlds`, computed in the plainest way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from attrs import define, field, frozen

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import shapes
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.facts import Chosen
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.wording.moves import LateMove
from gamedsl_interpreter.worlds.past import visible_facts
from gamedsl_interpreter.worlds.rules.hidden_fields import hides_choices


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
            moves = [move for move in engine.moves(state, acting[0]) if isinstance(move, LateMove)]
            alike = _alike(engine, state, moves, seats[0]) if hides_choices(engine.game) else [1] * len(moves)
            for move, number in zip(moves, alike, strict=True):
                chance = prod(_chances(engine, state, move), start=Fraction(1, number))
                todo.append((engine.play(state, acting[0], move), weight * chance, choices + 1, state.node))
    return found


def _alike(engine: ReferenceEngine, state: ReferenceState, moves: list[LateMove], seat: SeatId) -> list[int]:
    """For each move, how many moves the seat cannot tell from it: one of them is as likely as another."""
    node = engine.game.nodes[state.node]
    is_unseen = isinstance(node, TogetherNode) or (isinstance(node, DecisionNode) and node.is_unseen)
    who = engine.to_act(state)[0]
    if is_unseen and who != seat:
        return [len(moves)] * len(moves)
    told = [repr(list(visible_facts(engine.machine, Chosen(who, move.words.walk, -1), seat))) for move in moves]
    return [told.count(one) for one in told]


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

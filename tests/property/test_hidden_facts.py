"""The law of hidden facts: whatever a seat does not see may be otherwise, and nothing that the seat is shown changes.

It is tried on every shipped game and variant that hides something.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence

import pytest
from attrs import define, field, frozen

import gamedsl
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Roll, Select
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Engine, Move, Refusal, S, Step, View
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wording.moves import Walk
from games import shipped
from property.hidden import could_differ, exchanged, forged
from property.walks import match
from share import less, picked

MATCHES = less(2, 1)
_EVERYDAY = ("forecast", "leduc_poker", "liars_dice", "phantom_tic_tac_toe", "sealed_bids")
"""Hands and piles, dice, hidden fields, and choices of all at once."""
LOOKS = less(12, 5)
"""So many positions of a match are looked at."""


def hiding_setup(name: str) -> Setup:
    """The setup of a game that hides something: the first or the last, in which more zones are hidden."""
    setups = [setup for setup in _few(name) if hides(shipped.game(name, setup))]
    return max(setups, key=lambda setup: _hidden_zones(shipped.game(name, setup)))


def _hidden_zones(game: Game) -> int:
    return sum(len(spec.start) for spec in game.zones if spec.visibility.who != "everyone")


def _few(name: str) -> tuple[Setup, ...]:
    first, last = shipped.setups(name)[0], shipped.setups(name)[-1]
    return (first, last) if first != last else (first,)


def _secrets(game: Game) -> frozenset[str]:
    """The hidden fields of the rules, and `log` where a choice or a roll is told to its seat alone."""
    fields = {spec.name for spec in game.fields if spec.visibility.who != "everyone" and not spec.hidden}
    return frozenset(fields | ({"log"} if _has_secret_choices(game) else set()))


def _has_secret_choices(game: Game) -> bool:
    decisions = (node for node in game.nodes if isinstance(node, DecisionNode | TogetherNode))
    parts = (part for node in decisions for plan in plans(node.plan) for part in plan.parts)
    rolls = (node.event for node in game.nodes if isinstance(node, ChanceNode) and isinstance(node.event, Roll))
    return any(isinstance(part, Select) and part.secret for part in parts) or any(
        roll.seat is not None for roll in rolls
    )


# ---------------------------------------------------------------- what a seat is shown


@frozen
class Told:
    """All that a seat is shown at a position: its view with everything it has observed, in words and in numbers, who is to act, what it is asked step by
    step, and what is answered to moves that it or somebody else proposes for it."""

    view: View
    numbers: tuple[array[int], bytes]
    to_act: tuple[SeatId, ...]
    steps: tuple[Step, ...]
    answers: tuple[Move | Refusal, ...]


def told(engine: Engine[S], state: S, seat: SeatId, proposals: Sequence[str], seed: int) -> Told:
    """What the seat is shown; its steps are answered at random."""
    steps: list[Step] = []
    dice = random.Random(seed)

    def pick(step: Step) -> int:
        steps.append(step)
        return dice.choice(step.options).value

    if seat in engine.to_act(state):
        engine.walk(state, seat, pick)
    answers = tuple(engine.parse_move(state, seat, text) for text in proposals)
    return Told(engine.view(state, seat), _numbers(engine, state, seat), engine.to_act(state), tuple(steps), answers)


def _numbers(engine: Engine[S], state: S, seat: SeatId) -> tuple[array[int], bytes]:
    return gamedsl.observation(engine, state, seat), gamedsl.information_key(engine, state, seat)


# ---------------------------------------------------------------- the law


@define
class Found:
    """What was changed in the course of a game's test."""

    changed: set[str] = field(factory=set[str])
    hidden: set[str] = field(factory=set[str])
    """Hidden zones that held something that could be something else."""
    unseen_choices: int = 0


@pytest.mark.parametrize("name", picked(shipped.HIDING, _EVERYDAY))
def test_what_a_seat_is_shown_depends_on_nothing_hidden_from_it(name: str) -> None:
    reference = ReferenceEngine(shipped.game(name, hiding_setup(name)), Checking.OFF)
    wasm = WasmEngine(reference.game, Checking.OFF)
    found, dice = Found(), random.Random(name)
    for seed in range(MATCHES):
        said: list[str] = []
        for state in _some_stops(reference, seed, dice, said):
            for seat in map(SeatId, range(reference.game.humans)):
                proposals = [dice.choice(said) for _ in range(2)] if said else []
                _look(reference, wasm, state, seat, proposals, dice, found)
            _choose_unseen(reference, wasm, state, dice, found)
    hidden = found.hidden | _secrets(reference.game)
    assert hidden
    assert found.changed >= hidden, "not everything hidden was ever changed"
    assert found.unseen_choices or not any(isinstance(node, TogetherNode) for node in reference.game.nodes)


def _some_stops(engine: ReferenceEngine, seed: int, dice: random.Random, said: list[str]) -> Iterator[ReferenceState]:
    """Positions from all parts of a match, not always the same ones; `said` are the moves so far."""
    stops = list(match(engine, seed, most=200))
    shared = [number for number, (state, _) in enumerate(stops) if len(engine.to_act(state)) > 1]
    looks = {*dice.sample(range(len(stops)), min(LOOKS, len(stops))), *dice.sample(shared, min(2, len(shared)))}
    for number, (state, turn) in enumerate(stops):
        if number in looks:
            yield state
        if turn is not None:
            said.append(turn.move.text)


def _look(
    reference: ReferenceEngine,
    wasm: WasmEngine,
    state: ReferenceState,
    seat: SeatId,
    proposals: Sequence[str],
    dice: random.Random,
    found: Found,
) -> None:
    seed = dice.randrange(1 << 30)
    before = told(reference, state, seat, proposals, seed)
    one, other = exchanged(reference, state, seat, dice), forged(reference, state, seat, dice)
    assert told(reference, one.state, seat, proposals, seed) == before
    assert told(wasm, wasm.put(one.state), seat, proposals, seed) == before
    assert (reference.view(other.state, seat), reference.to_act(other.state)) == (before.view, before.to_act)
    assert _numbers(reference, other.state, seat) == before.numbers
    for made in (one, other):
        found.changed |= made.changed
        _look_at_open_decision(reference, state, made.state)
    found.hidden |= could_differ(reference.machine, state.frame, seat)


def _look_at_open_decision(engine: ReferenceEngine, state: ReferenceState, made: ReferenceState) -> None:
    """A decision that is not private, and so not asked if it is forced, has the same moves whatever is hidden."""
    node = engine.game.nodes[state.node]
    if isinstance(node, DecisionNode | TogetherNode) and not node.is_private:
        for seat in engine.to_act(state):
            assert _some_moves(engine, made, seat) == _some_moves(engine, state, seat)


def _some_moves(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> list[tuple[tuple[int, ...], Walk]]:
    decision, frame, prefix = engine.asking(state, seat)
    return [(ending.steps, ending.walk) for ending in decision.endings(frame, prefix, 50)]


def _choose_unseen(
    reference: ReferenceEngine, wasm: WasmEngine, state: ReferenceState, dice: random.Random, found: Found
) -> None:
    """Where several choose at once nobody sees what the first one chooses, nor a step of it."""
    acting = reference.to_act(state)
    if len(acting) < 2:
        return
    moves = reference.moves(state, acting[0])
    one, two = dice.choice(moves), dice.choice(moves)
    found.unseen_choices += one != two
    step = dice.choice(reference.step(state, acting[0]).options).value
    for seat in acting[1:]:
        before = told(reference, state, seat, (), 1)
        chosen = told(reference, reference.play(state, acting[0], one), seat, (), 1)
        assert chosen == told(reference, reference.play(state, acting[0], two), seat, (), 1)
        assert chosen == told(wasm, wasm.play(wasm.put(state), acting[0], two), seat, (), 1)
        assert (chosen.view, chosen.numbers, chosen.steps) == (before.view, before.numbers, before.steps)
        taken = told(reference, reference.take_step(state, acting[0], step), seat, (), 1)
        assert (taken.view, taken.numbers) == (before.view, before.numbers)

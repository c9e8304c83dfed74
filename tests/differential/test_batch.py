"""A batch plays the same matches as the reference executor, match by match."""

from __future__ import annotations

from random import Random

import pytest

from differential.lockstep import named, pair
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.bulk.batch import Batch, Finished
from gamedsl_interpreter.wasm.engine import WasmEngine

NUMBER = 5


@pytest.mark.parametrize("stem", ["tic_tac_toe", "connect_four", "breakthrough", "goofspiel", "gloriana"])
def test_same_matches(stem: str) -> None:
    both, random = pair(named(stem)), Random(3)
    batch = Batch(both.wasm, NUMBER, seed=7, first=10)
    states = [both.reference.initial(7, 10 + i) for i in range(NUMBER)]
    after = 10 + NUMBER
    for _ in range(15):
        for i, state in enumerate(states):
            _same(both.reference, batch, i, state)
            batch.actions[i] = random.randrange(batch.counts[i])
        actions = list(batch.actions)
        batch.step()
        for i, state in enumerate(states):
            seat = both.reference.to_act(state)[0]
            states[i] = both.reference.play(state, seat, both.reference.moves(state, seat)[actions[i]])
            assert batch.done[i] == states[i].is_over
            outcome = both.reference.outcome(states[i])
            if outcome is not None:
                _same_outcome(batch, i, outcome)
                states[i] = both.reference.initial(7, after)
                after += 1


def _same(engine: ReferenceEngine, batch: Batch, i: int, state: ReferenceState) -> None:
    assert batch.state(i).bytes == state.bytes
    seat = engine.to_act(state)[0]
    assert batch.seats[i] == seat
    moves = engine.moves(state, seat)
    assert batch.counts[i] == len(moves)
    assert [move.text for move in batch.moves(i)[:9]] == [move.text for move in moves[:9]]


def _same_outcome(batch: Batch, i: int, outcome: Outcome) -> None:
    seats = range(len(outcome.totals))
    assert tuple(batch.totals[i, seat] for seat in seats) == outcome.totals
    places = {seat: 1 + sum(map(len, outcome.ranking[:k])) for k, group in enumerate(outcome.ranking) for seat in group}
    assert tuple(batch.places[i, seat] for seat in seats) == tuple(places[SeatId(seat)] for seat in seats)


def test_finished_matches_can_stay() -> None:
    batch = Batch(WasmEngine(named("tic_tac_toe")), 3, seed=1, finished=Finished.STAYS)
    for _ in range(9):
        batch.step()
    assert list(batch.counts) == list(batch.done) == [0, 0, 0]
    assert all(batch.state(i).is_over for i in range(3))


def test_a_wrong_action_changes_nothing() -> None:
    batch = Batch(WasmEngine(named("tic_tac_toe")), 3, seed=1)
    before = [batch.state(i) for i in range(3)]
    batch.actions[1] = 9
    with pytest.raises(ValueError, match="match 1 has 9 moves, and none with number 9"):
        batch.step()
    assert [batch.state(i) for i in range(3)] == before


def test_offers_are_bits() -> None:
    batch = Batch(WasmEngine(named("tic_tac_toe")), 2, seed=1)
    batch.actions[0] = 4
    batch.step()
    assert batch.offers is not None
    assert (batch.offers[0, 0], batch.offers[1, 0]) == (0b111101111, 0b111111110)

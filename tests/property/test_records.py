"""Laws of records: replays, states as data, equal bytes in every process, and simultaneous choices in any order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.matches.replay import from_json, replay_of, to_json, verify_replay
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.serial import state_from_json, state_to_json
from games import shipped
from property import fingerprints
from property.walks import SEEDS, law, match, some_setups
from share import share


@law(examples=20)
@given(some_setups(*shipped.QUICK), SEEDS, st.integers(0, 3))
def test_replays_reproduce_the_match(which: tuple[str, Setup], seed: int, index: int) -> None:
    engine = shipped.engine(*which)
    agents = (RandomSteps(),) * len(engine.game.seats)
    record = play_match(engine, agents, seed, index)
    moves = tuple((move.seat, move.text) for move in record.moves)
    written = replay_of(engine.game, which[0], seed, index, moves, record.outcome)
    read = from_json(to_json(written))
    assert read == written
    last = verify_replay(engine, read)
    assert last.is_over
    assert engine.outcome(last) == record.outcome


@law(examples=20)
@given(some_setups(*shipped.QUICK), SEEDS, st.integers(0, 60))
def test_states_survive_as_data(which: tuple[str, Setup], seed: int, stop: int) -> None:
    engine = shipped.engine(*which)
    *_, (state, turn) = match(engine, seed, most=stop + 1)
    if turn is not None:
        first = engine.step(state, turn.seat).options[0]
        state = engine.take_step(state, turn.seat, first.value)
    again = state_from_json(engine, json.loads(json.dumps(state_to_json(engine, state))))
    assert again.bytes == state.bytes
    for seat in map(SeatId, range(len(engine.game.seats))):
        assert engine.view(again, seat) == engine.view(state, seat)
    assert _finished(engine, again, seed).bytes == _finished(engine, state, seed).bytes


def _finished(engine: ReferenceEngine, state: ReferenceState, seed: int) -> ReferenceState:
    agent, dice = RandomSteps(), policy_stream(seed, 1)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, agent.choose(engine, state, seat, dice))
    return state


def test_bytes_are_the_same_in_every_process() -> None:
    here = fingerprints.some_games()
    for hash_seed in share(("4711", "0"), 2):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "property.fingerprints"]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert told.stdout.split() == here


@law(examples=8)
@given(some_setups("goofspiel", "glory_islands", "hearts"), SEEDS)
def test_the_order_of_asking_does_not_matter(which: tuple[str, Setup], seed: int) -> None:
    engine = shipped.engine(*which)
    for state, turn in match(engine, seed, most=25):
        if turn is None or len(engine.to_act(state)) < 2:
            continue
        orders = [list(order) for order in permutations(engine.to_act(state))]
        after = [_asked_in(engine, state, order, seed) for order in orders]
        for other in after[1:]:
            assert other.bytes == after[0].bytes
            for seat in map(SeatId, range(len(engine.game.seats))):
                assert engine.view(other, seat) == engine.view(after[0], seat)


def _asked_in(engine: ReferenceEngine, state: ReferenceState, order: list[SeatId], seed: int) -> ReferenceState:
    """The position after all have chosen, each the same as in any other order."""
    for seat in order:
        moves = engine.moves(state, seat)
        state = engine.play(state, seat, moves[(seed + seat) % len(moves)])
    return state

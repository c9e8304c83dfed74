"""The functions that policies use count as many moves as are listed, and find the n-th of the list."""

from __future__ import annotations

from random import Random

import pytest

from differential.lockstep import named
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import few

MATCHES = 2
MOVES = 8
MOST_LISTED = 3000
"""Positions with more moves are left out: it takes long to list them."""


def playable(stem: str) -> WasmEngine | None:
    """The game, if the fast executor plays it."""
    try:
        return WasmEngine(named(stem))
    except Unsupported:
        return None


@pytest.mark.parametrize("stem", few(shipped.GAMES, 3, 2))
def test_the_numbers_of_a_batch_are_those_of_the_list(stem: str) -> None:
    engine, random = playable(stem), Random(5)
    if engine is None or engine.game.scripts:
        return
    batch = Batch(engine, MATCHES, seed=3, first=0)
    states = [engine.initial(3, i) for i in range(MATCHES)]
    for _ in range(MOVES):
        for i, state in enumerate(states):
            seat = next(iter(engine.to_act(state)), None)
            if seat is None or batch.counts[i] > MOST_LISTED:
                return
            moves = engine.moves(state, seat)
            assert batch.counts[i] == len(moves)
            batch.actions[i] = random.randrange(len(moves))
            states[i] = engine.play(state, seat, moves[batch.actions[i]])
        batch.step()
        for i, state in enumerate(states):
            if batch.done[i] or state.is_over:
                return
            assert engine.to_act(state)[0] == batch.seats[i]

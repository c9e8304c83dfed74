"""Shipped games: optimised functions against plain ones, many workers against one, chance resolved by hand. (All setups: `test_volume`.)"""

from __future__ import annotations

import pytest

from differential.lockstep import compared, named, pair
from gamedsl_interpreter.engine import Checking, Forced
from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.wasm.bulk.playouts import Policy, parallel, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import few


@pytest.mark.parametrize("stem", few(shipped.GAMES, 3, 6))
def test_same_playouts_with_and_without_the_optimiser(stem: str) -> None:
    rules = named(stem)
    plain = WasmEngine(rules)
    faster = plain.improved()
    for policy in Policy:
        assert playouts(plain, policy, 7, 0, 60) == playouts(faster, policy, 7, 0, 60)


@pytest.mark.parametrize("stem", few(shipped.GAMES, 3, 14))
def test_forced_moves_are_asked_alike(stem: str) -> None:
    both = pair(named(stem), Checking.ON, Forced.ASKED)
    compared(both, 0, 30)
    assert playouts(both.wasm, Policy.MOVES, 7, 0, 1) == simulate(
        both.reference, [RandomMoves()] * len(both.wasm.game.seats), 7, range(1)
    )


def test_summaries_do_not_depend_on_the_number_of_workers() -> None:
    wasm = pair(named("gloriana")).wasm
    alone = playouts(wasm, Policy.STEPS, 7, 0, 101)
    assert parallel(wasm, Policy.STEPS, 7, 0, 101, 3) == alone


def test_steps_chance_and_views() -> None:
    both = pair(named("love_letter"))
    one, other = both.reference.initial(None), both.wasm.initial(None)
    for _ in range(40):
        assert one.bytes == other.bytes
        if one.is_over:
            break
        outcomes = both.reference.chance(one)
        assert tuple(outcomes) == tuple(both.wasm.chance(other))
        if outcomes:
            one, other = both.reference.play_chance(one, outcomes[-1]), both.wasm.play_chance(other, outcomes[-1])
            continue
        seat = both.reference.to_act(one)[0]
        assert both.reference.view(one, seat) == both.wasm.view(other, seat)
        step = both.reference.step(one, seat)
        assert both.wasm.step(other, seat) == step
        value = step.options[-1].value
        one, other = both.reference.take_step(one, seat, value), both.wasm.take_step(other, seat, value)

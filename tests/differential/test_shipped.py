"""Every shipped game in every setup: the wasm executor against the reference executor."""

from __future__ import annotations

import pytest

from differential.lockstep import compared, named, pair, shipped
from differential.rules_files import RulesSetup
from gamedsl_interpreter.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.simulate import simulate
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.playouts import Policy, parallel, playouts

ALL = tuple(shipped())


@pytest.mark.parametrize("game", ALL, ids=[game.name for game in ALL])
def test_same_positions_moves_and_steps(game: RulesSetup) -> None:
    both = pair(game.game())
    for seed in range(2):
        compared(both, seed, 25)


@pytest.mark.parametrize("stem", sorted({game.path.stem for game in ALL}))
def test_same_playouts_of_both_policies(stem: str) -> None:
    both = pair(named(stem))
    seats = len(both.reference.game.seats)
    for policy, agent in ((Policy.MOVES, RandomMoves()), (Policy.STEPS, RandomSteps())):
        assert playouts(both.wasm, policy, 7, 3, 2) == simulate(both.reference, [agent] * seats, 7, range(3, 5))


@pytest.mark.parametrize("stem", sorted({game.path.stem for game in ALL}))
def test_same_playouts_with_and_without_the_optimiser(stem: str) -> None:
    rules = named(stem)
    plain = WasmEngine(rules)
    faster = plain.improved()
    for policy in Policy:
        assert playouts(plain, policy, 7, 0, 60) == playouts(faster, policy, 7, 0, 60)


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

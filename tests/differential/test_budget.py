"""Rules that ask for more work than anybody would wait for: both executors answer with the same fault, and honest games never come near it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import pytest

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import BUDGET, MOST_OUTCOMES, Engine, Fault, S, State, TooManyOutcomes
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.perft import TooManyError, perft
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import few, share

ZOO = Path(__file__).parents[1] / "zoo" / "playing"
FEW = 5_000
HUNGRY = (
    "any_of_sixty",
    "equation",
    "hopeless_rest",
    "late_loops",
    "loops_of_formulas",
    "loops_of_statements",
    "three_loops",
)


@cache
def _game(name: str) -> Game:
    return gamedsl.load_rules(ZOO / f"{name}.gdl").game()


@pytest.mark.parametrize("name", HUNGRY)
def test_both_executors_tell_the_same(name: str) -> None:
    game = _game(name)
    reference, wasm = ReferenceEngine(game, budget=FEW), WasmEngine(game, budget=FEW)
    fault = _fault(reference)
    assert fault.code == "E_BUDGET"
    assert gamedsl.load_rules(ZOO / f"{name}.gdl").place(game, fault.site).endswith("in turns")
    assert f"more than {FEW:,} steps" in fault.detail
    assert _told(_fault(wasm)) == _told(fault)
    with pytest.raises(MatchFault) as failed:
        playouts(wasm, Policy.MOVES, 1, 0, 1)
    assert _told(failed.value.fault) == _told(fault)
    for engine in (reference, wasm):
        with pytest.raises(Fault, match="E_BUDGET"):
            list(perft(engine, 1))
        with pytest.raises(Fault, match="E_BUDGET"):
            explore(engine, 1)


def _fault(engine: Engine[S]) -> Fault:
    with pytest.raises(MatchFault) as failed:
        play_match(engine, [RandomMoves(), RandomMoves()], 1, 0)
    return failed.value.fault


def _told(fault: Fault) -> tuple[str, int, str]:
    return fault.code, fault.site, fault.detail


def test_what_cannot_be_listed_can_be_made_step_by_step() -> None:
    game, agents = _game("any_of_sixty"), [RandomSteps(), RandomSteps()]
    slow = play_match(ReferenceEngine(game, budget=FEW), agents, 1, 0)
    assert slow.moves
    assert play_match(WasmEngine(game, budget=FEW), agents, 1, 0).moves == slow.moves


HEAVY = {"beetle_nest": 40, "hedge_country": 20}
"""Honest games that need more: the part of the budget that is enough. They look at ways round a nest, and at the lands that grow from each tile."""


@pytest.mark.parametrize("name", few(shipped.QUICK, 3, 8))
def test_honest_games_need_no_fiftieth_of_it(name: str) -> None:
    engine = ReferenceEngine(shipped.game(name, shipped.setups(name)[-1]), budget=BUDGET // HEAVY.get(name, 50))
    both: tuple[Agent, ...] = (RandomMoves(), RandomSteps())
    for agent in share(both, 1 + (name in HEAVY)):
        assert play_match(engine, [agent] * len(engine.game.seats), 1, 0).outcome


def test_a_library_user_bounds_each_call() -> None:
    game = _game("unrolled")
    with pytest.raises(Fault, match="E_BUDGET"):
        gamedsl.engine_for(game, budget=1000).initial(1)
    assert gamedsl.engine_for(game).initial(1).is_over


def test_short_loops_within_each_other_stay_loops() -> None:
    game = _game("unrolled")
    assert WasmEngine(game).initial(1).bytes == ReferenceEngine(game).initial(1).bytes


def test_a_batch_tells_it_too() -> None:
    game = _game("hopeless_rest")
    with pytest.raises(Fault, match="E_BUDGET"):
        WasmEngine(game, budget=FEW).initial(1)
    batch = Batch(WasmEngine(_game("late_loops"), budget=FEW), 2, 1)
    batch.actions[0] = batch.actions[1] = 1
    with pytest.raises(Fault, match="E_BUDGET"):
        batch.step()


# ---------------------------------------------------------------- chance


def _engines(game: Game) -> tuple[Engine[State], ...]:
    return cast("tuple[Engine[State], ...]", (ReferenceEngine(game), WasmEngine(game)))


@pytest.mark.parametrize("executor", [0, 1], ids=["reference", "wasm"])
def test_outcomes_are_counted_before_they_are_listed(executor: int) -> None:
    engine = _engines(shipped.game("hearts", shipped.setups("hearts")[0]))[executor]
    with pytest.raises(TooManyOutcomes):
        _weights(engine, MOST_OUTCOMES)


@pytest.mark.parametrize("name", ["big_deal", "thousand_cards"])
def test_trees_with_huge_deals_are_refused(name: str) -> None:
    game = _game(name)
    for engine in (ReferenceEngine(game), WasmEngine(game)):
        with pytest.raises(TooManyError, match="more than 10,000 outcomes"):
            list(perft(engine, 1, most=400))
        with pytest.raises(TooManyError, match="more than 10,000 outcomes"):
            explore(engine, 1, most=100)


@pytest.mark.parametrize("executor", [0, 1], ids=["reference", "wasm"])
def test_as_many_outcomes_as_are_asked_for(executor: int) -> None:
    engine = _engines(_game("one_of_thousand"))[executor]
    assert _weights(engine, 1000) == [1] * 1000
    with pytest.raises(TooManyOutcomes):
        _weights(engine, 999)


def _weights(engine: Engine[State], most: int) -> list[int]:
    """The weights of the outcomes at the beginning."""
    return [outcome.weight for outcome in engine.chance(engine.initial(None), most)]


def test_a_sampled_roll_can_come_out() -> None:
    """A sample has no weight of its own; twenty dice have more outcomes than are looked through."""
    game = _game("open_roll")
    reference, wasm = ReferenceEngine(game), WasmEngine(game)
    dice = policy_stream(1, 0)
    state, other = reference.initial(None), wasm.initial(None)
    outcome = reference.sample(state, dice)
    assert wasm.play_chance(other, outcome).bytes == reference.play_chance(state, outcome).bytes


def test_after_each_choice_a_match_has_the_whole_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a million turns, each of them short, are played inside the module: nothing is left to the reference executor."""
    monkeypatch.delattr("gamedsl_interpreter.reference.engine.ReferenceEngine")
    engine = WasmEngine(_game("long_match"), budget=FEW)
    for policy in Policy:
        assert playouts(engine, policy, 1, 0, 1).decisions.total == 480_000

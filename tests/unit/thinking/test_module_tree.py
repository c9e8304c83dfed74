"""Trees that are grown inside the module are those of the readable form, node by node."""

from __future__ import annotations

from functools import cache

import pytest

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import ModuleTree, is_for_module, tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm import searcher
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped

GROWN = 120


@cache
def _engine(name: str) -> WasmEngine:
    return WasmEngine(shipped.game(name, shipped.setups(name)[0]))


def _both(name: str, seed: int, room: int = 1 << 16) -> tuple[Tree[WasmState], ModuleTree]:
    """Both trees, at a position in the course of a match."""
    engine = _engine(name)
    state, dice = engine.initial(seed), Dice.seeded(seed)
    for _ in range(2 * (seed - 1)):
        (seat,) = engine.to_act(state)
        moves = engine.moves(state, seat)
        state = engine.play(state, seat, moves[dice.below(len(moves))])
    (seat,) = engine.to_act(state)
    return Tree(engine, state, seat, (seed, 8), room), ModuleTree(engine, state, seat, (seed, 8), room)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["connect_four", "pig", "nim", "cant_stop"])
def test_the_module_grows_the_same_tree(name: str, seed: int) -> None:
    readable, fast = _both(name, seed)
    for iterations in (1, GROWN):
        readable.grow(iterations)
        fast.grow(iterations)
        assert fast.nodes() == readable.nodes()
    value = readable.best()
    assert fast.best() == value
    assert value is not None
    assert fast.goes_on(value) == readable.goes_on(value)
    if fast.goes_on(value):
        readable.answer(value)
        fast.answer(value)
        assert fast.best() == readable.best()
        readable.grow(50)
        fast.grow(50)
        assert (fast.nodes(), fast.best(), fast.step) == (readable.nodes(), readable.best(), readable.step)


@pytest.mark.parametrize("room", [3, 30, 400])
def test_room_has_the_same_end(room: int) -> None:
    readable, fast = _both("nim", 1, room)
    readable.grow(GROWN)
    fast.grow(GROWN)
    assert fast.nodes() == readable.nodes()
    assert fast.best() == readable.best()


def test_a_long_tree_needs_a_wider_index() -> None:
    readable, fast = _both("tic_tac_toe", 1)
    readable.grow(2_500)
    fast.grow(2_500)
    assert len(fast.nodes()) > 600
    assert fast.nodes() == readable.nodes()


def test_what_has_no_room_in_the_module_is_grown_by_the_readable_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "WAY", 16)
    readable, fast = _both("nim", 1)
    for iterations in (2, 80):
        readable.grow(iterations)
        fast.grow(iterations)
    assert fast.nodes() == readable.nodes()
    value = readable.best()
    assert fast.best() == value
    assert value is not None
    readable.answer(value)
    fast.answer(value)
    fast.grow(9)
    readable.grow(9)
    assert fast.nodes() == readable.nodes()


def test_agents_choose_by_the_tree_of_the_module() -> None:
    engine = _engine("connect_four")
    assert is_for_module(engine.game)
    assert isinstance(tree_of(engine, engine.initial(1), 0, (1, 2)), ModuleTree)
    assert not is_for_module(shipped.game("kuhn_poker", shipped.setups("kuhn_poker")[0]))
    state = engine.initial(1)
    slow = engine.reference.initial(1)
    fast_move = Mcts(60).choose(engine, state, 0, Dice.seeded(3))
    assert fast_move.text == Mcts(60).choose(engine.reference, slow, 0, Dice.seeded(3)).text

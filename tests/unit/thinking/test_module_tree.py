"""Trees that are grown inside the module are those of the readable form, node by node."""

from __future__ import annotations

from functools import cache

import pytest

from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import ModuleTree, WorldTree, tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.bulk import searcher, world_searcher
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from share import less, picked, share

GROWN = less(120, 40)


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
@pytest.mark.parametrize("name", ["connect_four", "pig", "nim", "cant_stop", "tic_tac_toe"])
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
    readable, fast = _both("connect_four", 1)
    number = less(2_500, 400)
    readable.grow(number)
    fast.grow(number)
    assert len(fast.nodes()) > 512
    assert fast.nodes() == readable.nodes()


def test_what_has_no_room_in_the_module_is_grown_by_the_readable_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "WAY", 32)
    readable, fast = _both("nim", 1)
    for iterations in (2, 80):
        readable.grow(iterations)
        fast.grow(iterations)
    assert fast.nodes() == readable.nodes()
    assert fast.best() == readable.best()
    value = next(value for value, *_ in readable.root() if readable.goes_on(value))
    readable.answer(value)
    fast.answer(value)
    fast.grow(9)
    readable.grow(9)
    assert fast.nodes() == readable.nodes()


def test_agents_choose_by_the_tree_of_the_module() -> None:
    engine = _engine("connect_four")
    assert isinstance(tree_of(engine, engine.initial(1), 0, (1, 2)), ModuleTree)
    state = engine.initial(1)
    slow = engine.reference.initial(1)
    fast_move = Mcts(25).choose(engine, state, 0, Dice.seeded(3))
    assert fast_move.text == Mcts(25).choose(engine.reference, slow, 0, Dice.seeded(3)).text


# ---------------------------------------------------------------- games that hide something

_HIDING = (
    ("kuhn_poker", 1),  # choices of others that some worlds do not offer
    ("crazy_eights", 3),  # cards out of hidden hands, menus
    ("hearts", 0),  # all choose at once, several cards each
    ("hearts", 17),  # somebody does not follow suit: ways to deal are counted
    ("love_letter", 24),  # two explanations of what was seen
    ("liars_dice", 0),  # unseen rolls
    ("glory_islands", 9),  # who sees a zone is computed; a scripted seat
    ("gem_guild", 4),  # counts of pieces
    ("tile_walls", 1),  # groups of things that differ
)
"""Games with different ways to hide things and to choose, and random choices before the tree."""
_EVERYDAY = (("kuhn_poker", 1), ("hearts", 0), ("hearts", 17), ("love_letter", 24), ("liars_dice", 0))


def _hiding(name: str, choices: int, room: int = 1 << 16) -> tuple[Tree[WasmState], WorldTree]:
    """Both trees of the last seat that has to choose."""
    engine, agent, dice = _engine(name), RandomSteps(), Dice.seeded(4)
    state = engine.initial(4)
    for _ in range(choices):
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, agent.choose(engine, state, seat, dice))
    seat = engine.to_act(state)[-1]
    return Tree(engine, state, seat, (3, 8), room), WorldTree(engine, state, seat, (3, 8), room)


@pytest.mark.parametrize(("name", "choices"), picked(_HIDING, _EVERYDAY))
def test_the_module_grows_the_same_tree_of_worlds(name: str, choices: int) -> None:
    readable, fast = _hiding(name, choices)
    assert fast.deals
    _are_the_same(readable, fast)


@pytest.mark.parametrize(("name", "choices"), [("hearts", 17), ("liars_dice", 0)])
def test_worlds_that_have_no_room_in_the_module_are_given_to_it(
    name: str, choices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_searcher, "PLAN", 0)
    readable, fast = _hiding(name, choices)
    assert not fast.deals
    _are_the_same(readable, fast)


def _are_the_same(readable: Tree[WasmState], fast: WorldTree) -> None:
    """Grows both trees, and compares them."""
    for tree in (readable, fast):
        tree.grow(1)
        tree.grow(less(39, 24))
    assert fast.nodes() == readable.nodes()
    value = readable.best()
    assert fast.best() == value
    assert value is not None
    if readable.goes_on(value):
        for tree in (readable, fast):
            tree.answer(value)
            tree.grow(10)
    assert (fast.nodes(), fast.root(), fast.step) == (readable.nodes(), readable.root(), readable.step)


def test_options_of_other_worlds_need_room_too() -> None:
    for room in share((3, 20, 60), 2):
        readable, fast = _hiding("crazy_eights", 3, room)
        for tree in (readable, fast):
            tree.grow(40)
        assert fast.nodes() == readable.nodes()
        assert sum(2 + len(options) for _, _, options in fast.nodes()) <= room


def test_a_long_tree_of_worlds_needs_a_wider_index() -> None:
    readable, fast = _hiding("gem_guild", 4)
    for tree in (readable, fast):
        tree.grow(900)
    assert len(fast.nodes()) > 512
    assert fast.nodes() == readable.nodes()


def test_what_has_no_room_is_grown_by_the_readable_form_from_worlds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "WAY", 8)
    readable, fast = _hiding("tile_walls", 1)
    for tree in (readable, fast):
        tree.grow(15)
    assert fast.nodes() == readable.nodes()


def test_agents_choose_by_the_tree_of_worlds() -> None:
    engine = _engine("kuhn_poker")
    state = engine.initial(1)
    assert isinstance(tree_of(engine, state, 0, (1, 2)), WorldTree)
    slow = engine.reference
    move = Mcts(60).choose(engine, state, 0, Dice.seeded(3))
    assert move.text == Mcts(60).choose(slow, slow.initial(1), 0, Dice.seeded(3)).text

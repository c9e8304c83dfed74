"""Several threads: trees of their own whose counts are added, the same for the same number of threads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.matches.agents import Advice
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.mcts import Mcts, moves_by_trials
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.thinking.several import Several
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import less


@pytest.mark.parametrize("name", ["nim", "kuhn_poker"])
def test_counts_are_added(name: str) -> None:
    engine = WasmEngine(shipped.game(name, shipped.setups(name)[0]))
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    seeds = [(1, 2), (3, 4), (5, 6)]
    several = Several([tree_of(engine, state, seat, one) for one in seeds])
    for iterations in (1, 3, 46, 50):
        several.grow(iterations)
    alone = [tree_of(engine, state, seat, one) for one in seeds]
    for tree, iterations in zip(alone, (34, 33, 33), strict=True):
        tree.grow(iterations)
    sums = {value: (tried, won) for value, tried, won, _ in several.root()}
    assert sum(tried for tried, _ in sums.values()) == 100
    for value, (tried, won) in sums.items():
        counted = [(t, w) for tree in alone for v, t, w, _ in tree.root() if v == value]
        assert (tried, won) == (sum(t for t, _ in counted), sum(w for _, w in counted))
    best = several.best()
    assert best is not None
    assert sums[best][0] == max(tried for tried, _ in sums.values())
    choices = {Mcts(60, threads=2).choose(engine, state, seat, Dice.seeded(7)).text for _ in range(3)}
    assert len(choices) == 1


def _advised(engine: Engine[S], iterations: int) -> Advice:
    """Returns the advice for the first decision of a match, which names the move that is also chosen."""
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    agent = Mcts(iterations)
    found = agent.advise(engine, state, seat, Dice.seeded(7))
    assert agent.choose(engine, state, seat, Dice.seeded(7)) == found.move
    return found


@pytest.mark.parametrize(
    ("name", "iterations"), [("nim", less(60, 30)), ("cant_stop", less(40, 20)), ("love_letter", less(30, 15))]
)
def test_moves_are_weighed_alike_in_all_trees(name: str, iterations: int) -> None:
    """The advised move is the first one. To look at other moves changes no tree: it grows on as before."""
    game = shipped.game(name, shipped.setups(name)[0])
    fast, slow = _advised(WasmEngine(game), iterations), _advised(ReferenceEngine(game), iterations)
    assert fast == slow
    assert fast.weighed[0].move == fast.move
    assert len({one.move for one in fast.weighed}) == len(fast.weighed) > 1
    assert fast.spread > 0


@pytest.mark.parametrize("name", ["backgammon", "love_letter"])
def test_trees_begin_again(name: str) -> None:
    engine = WasmEngine(shipped.game(name, shipped.setups(name)[0]))
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    for tree in (
        tree_of(engine, state, seat, (1, 2)),
        Tree(engine, state, seat, (1, 2)),
        Several([tree_of(engine, state, seat, (1, 2))]),
    ):
        tree.grow(less(50, 25))
        before = tree.root()
        moves_by_trials(tree, ())
        best = tree.best()
        assert best is not None
        if tree.goes_on(best):
            tree.answer(best)
            tree.grow(10)
            assert tree.root() != before
        tree.begin_again()
        assert [one[0] for one in tree.root()] == [one[0] for one in before]
        tree.grow(10)
        assert sum(one[1] for one in tree.root()) > sum(one[1] for one in before)


_LOST = """
game lost:
    "Whatever the first player chooses, the second one wins."
    players 2

each player:
    taken: 0..40 = 0

rounds up to 1:
    turns

phase turns, each player:
    if number is 1:
        choose n: one of 1..40
        taken = n

ranking by lowest taken
"""


@pytest.mark.parametrize(("make", "seeds"), [(WasmEngine, 4), (ReferenceEngine, 1)])
def test_what_is_proved_is_weighed_without_a_try(make: Callable[[Game], Engine[S]], seeds: int) -> None:
    """All forty answers lose, as is proved before the tenth was tried."""
    engine = make(gamedsl.parse_rules(_LOST).game())
    state = engine.initial(1)
    for number in range(seeds):
        found = Mcts(less(2000, 600)).advise(engine, state, 0, Dice.seeded(number))
        assert [one.worth for one in found.weighed] == [0] * 3
        assert found.weighed[0].move == found.move

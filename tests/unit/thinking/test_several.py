"""Several threads: trees of their own whose counts are added, the same for the same number of threads."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.thinking.several import Several
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped


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

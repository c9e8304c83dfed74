"""Players that think do not cheat: what they choose with a seed depends on nothing that is hidden from their seat, in all shipped games that hide
something."""

from __future__ import annotations

import random

import pytest

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import WorldTree
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from property.hidden import other_truth
from property.test_hidden_facts import hiding_setup
from property.walks import match
from share import less, picked

_WHOLE = {"glory_islands", "kuhn_poker", "liars_dice", "lost_cities", "love_letter", "sealed_bids"}
"""Games in which whole choices are compared too; what agents add to a tree has little to do with the game."""

_EVERYDAY = (
    "canal_country",
    "half_way",
    "kuhn_poker",
    "liars_dice",
    "phantom_tic_tac_toe",
    "sealed_bids",
)
"""Cards, a variant, dice, bids of all at once, and what somebody chose unseen."""

_STOPS = less(60, 20)
"""Positions from the beginning of a match, one of which is looked at."""


@pytest.mark.parametrize("name", picked(shipped.HIDING, _EVERYDAY))
def test_what_is_chosen_depends_on_nothing_hidden(name: str) -> None:
    engine, dice = ReferenceEngine(shipped.game(name, hiding_setup(name))), random.Random(name)
    state = dice.choice([state for state, turn in match(engine, 2, most=_STOPS) if turn is not None])
    seat = dice.choice(engine.to_act(state))
    other = other_truth(engine, state, seat, dice)
    assert _grown(engine, state, seat) == _grown(engine, other, seat)
    for agent in (Mcts(2), Greedy(1)) if name in _WHOLE else ():
        assert agent.choose(engine, state, seat, Dice.seeded(1)) == agent.choose(engine, other, seat, Dice.seeded(1))


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "liars_dice"])
def test_trees_in_the_module_depend_on_nothing_hidden(name: str) -> None:
    setup = shipped.setups(name)[0]
    engine, dice = ReferenceEngine(shipped.game(name, setup)), random.Random(name)
    fast = WasmEngine(engine.game)
    state = engine.initial(5)
    seat = engine.to_act(state)[-1]
    nodes: list[object] = []
    for truth in (state, other_truth(engine, state, seat, dice)):
        tree = WorldTree(fast, fast.put(truth), seat, (1, 2))
        assert tree.deals
        tree.grow(30)
        nodes.append(tree.nodes())
    assert nodes[0] == nodes[1]


def _grown(engine: ReferenceEngine, state: ReferenceState, seat: int) -> list[object]:
    """All nodes of a small tree."""
    tree = Tree(engine, state, seat, (1, 2))
    tree.grow(1 if engine.game.name in shipped.SLOW else 2)
    return [*tree.nodes()]

"""Trees: what is counted adds up, a seed says everything, and memory has a limit."""

from __future__ import annotations

from functools import cache
from math import log

import pytest

import gamedsl
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.matches.agents import Agent, RandomMoves
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking import mcts, ucb
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, UCB_PRECISION, WIN
from games import shipped

GROWN = 60


@cache
def _fast(name: str) -> WasmEngine:
    return WasmEngine(shipped.game(name, shipped.setups(name)[0]))


def _grown(engine: Engine[S], iterations: int, room: int = 1 << 20) -> Tree[S]:
    state = engine.initial(3)
    tree = Tree(engine, state, engine.to_act(state)[0], (1, 2), room)
    tree.grow(iterations)
    return tree


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "pig", "sealed_bids"])
def test_what_is_counted_adds_up(name: str) -> None:
    nodes = _grown(_fast(name), GROWN).nodes()
    assert nodes[0][1] == GROWN
    for seat, visits, options in nodes:
        assert 0 <= seat < len(_fast(name).game.seats)
        assert sum(tried for _, tried, _, _ in options) == visits
        if name != "kuhn_poker":  # its players aim at points
            assert all(-tried <= won >> POINTS_BITS <= tried * WIN for _, tried, won, _ in options)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "pig", "sealed_bids"])
def test_executors_grow_the_same_tree(name: str) -> None:
    fast = _fast(name)
    assert _grown(ReferenceEngine(fast.game), 20).nodes() == _grown(fast, 20).nodes()


def test_a_tree_that_goes_on_growing_is_the_one_that_grew_at_once() -> None:
    tree = _grown(_fast("kuhn_poker"), 20)
    tree.grow(15)
    assert tree.nodes() == _grown(_fast("kuhn_poker"), 35).nodes()


def test_a_tree_without_room_does_not_grow() -> None:
    tree = _grown(_fast("tic_tac_toe"), GROWN, room=60)
    assert sum(2 + len(options) for _, _, options in tree.nodes()) <= 60
    assert tree.nodes()[0][1] == GROWN
    assert _grown(_fast("tic_tac_toe"), 1, room=3).best() is None
    assert Mcts(1).choose(_fast("tic_tac_toe"), _fast("tic_tac_toe").initial(1), 0, Dice.seeded(1)).text


def test_what_is_ahead_of_others_shrinks() -> None:
    spreads, rarities = ucb.tables()
    assert len(spreads) == len(rarities) == ucb.slot((1 << 31) - 1) + 1
    assert [*spreads[1:]] == sorted(spreads[1:])
    assert [*rarities[1:]] == sorted(rarities[1:], reverse=True)
    for offered, tried in ((10, 3), (5_000, 700), (1 << 30, 1 << 20)):
        exact = 0.7 * (log(offered) / tried) ** 0.5 * (1 << UCB_PRECISION)
        assert ucb.score(0, tried, offered) == pytest.approx(exact, rel=2e-3)


# ---------------------------------------------------------------- agents


class _Perfect:
    """Plays a small game for two as well as can be."""

    name = "perfect"

    def __init__(self) -> None:
        self._worth: dict[bytes, int] = {}

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        moves = engine.moves(state, seat)
        worth = [self._value(engine, engine.play(state, seat, move), seat) for move in moves]
        best = [move for move, value in zip(moves, worth, strict=True) if value == max(worth)]
        return best[dice.below(len(best))]

    def _value(self, engine: Engine[S], state: S, seat: int) -> int:
        outcome = engine.outcome(state)
        if outcome is not None:
            return int(2 * outcome.shares[seat])
        if state.bytes not in self._worth:
            (acting,) = engine.to_act(state)
            values = [
                self._value(engine, engine.play(state, acting, move), acting) for move in engine.moves(state, acting)
            ]
            self._worth[state.bytes] = max(values)
        best = self._worth[state.bytes]
        return best if engine.to_act(state) == (seat,) else 2 - best


def test_nobody_wins_tic_tac_toe_against_a_search() -> None:
    engine, perfect = _fast("tic_tac_toe"), _Perfect()
    for index in range(6):
        agents: list[Agent] = [Mcts(300), perfect] if index % 2 else [perfect, Mcts(300)]
        outcome = play_match(engine, agents, 4, index).outcome
        assert outcome is not None
        assert len(outcome.ranking) == 1, f"match {index} is lost"


@pytest.mark.parametrize("agent", [Mcts(60), Greedy(8)])
def test_who_thinks_wins_more(agent: Mcts | Greedy) -> None:
    engine = _fast("connect_four")
    ends = [play_match(engine, [RandomMoves(), agent], 1, index).outcome for index in range(10)]
    assert sum(end.shares[1] for end in ends if end is not None) >= 8


@pytest.mark.parametrize("agent", [Mcts(30), Greedy(2)])
def test_an_agent_chooses_the_same_for_a_seed(agent: Mcts | Greedy) -> None:
    engine = _fast("love_letter")
    state, slow = engine.initial(2), ReferenceEngine(engine.game)
    seat = SeatId(engine.to_act(state)[0])
    chosen = agent.choose(engine, state, seat, Dice.seeded(5))
    assert chosen == agent.choose(engine, state, seat, Dice.seeded(5))
    if isinstance(agent, Greedy):
        assert chosen.text == agent.choose(slow, slow.initial(2), seat, Dice.seeded(5)).text


def test_time_can_be_given_instead_of_iterations() -> None:
    engine = _fast("connect_four")
    state = engine.initial(1)
    move = Mcts(milliseconds=5).choose(engine, state, 0, Dice.seeded(1))
    assert move in engine.moves(state, 0)
    for wrong in ({"iterations": 0}, {"milliseconds": 0}, {"iterations": 5, "milliseconds": 5}):
        with pytest.raises(ArgumentError):
            Mcts(wrong.get("iterations"), wrong.get("milliseconds"))
    with pytest.raises(ArgumentError):
        Greedy(0)


def test_a_time_ends_as_soon_as_the_choice_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each iteration takes a millisecond here. The better answer is tried nearly always, so that the rest of the time could not change the choice."""
    clock = [0.0]
    monkeypatch.setattr(mcts, "perf_counter", lambda: clock[0])
    grow = Tree.grow

    def counted(tree: Tree, iterations: int) -> None:
        clock[0] += iterations / 1000
        grow(tree, iterations)

    monkeypatch.setattr(Tree, "grow", counted)
    engine = ReferenceEngine(gamedsl.parse_rules(_ONE_OR_NOTHING).game())
    move = Mcts(milliseconds=2000).choose(engine, engine.initial(1), 0, Dice.seeded(1))
    assert move.text.endswith("= 1)")
    assert clock[0] < 2


_ONE_OR_NOTHING = """game one_or_nothing:
    "Whoever takes one wins."
    players 2

each player:
    number: 0..1 = 0

setup:
    each player: number = 0

rounds up to 1:
    turns

phase turns, each player:
    choose wanted: one of 0..1
    number = wanted

ranking by highest number, ties shared

players aim at victory, judged after 0 choices: 50 + 40 * number - 40 * left(me).number
"""

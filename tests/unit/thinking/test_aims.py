"""What players play for, and what their search proves."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import gamedsl
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.aims import Aim, Ends, aim_of, rank_units
from gamedsl_interpreter.engine import Engine, Outcome, S
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import less, paired

_STAKES = """game stakes:
    "Stay, or drop a stake that is lost."
    players {players}

each player:
    stake: 1..9 = 1
    let best = stake is max(p.stake for p in players)

rounds up to 1:
    bidding

phase bidding, each player:
    choose n: one of 1..5
    stake = n

{end}
"""

_SAME_FOR_ALL = "score pot: sum(p.stake for p in players)\n\nranking by highest total, ties shared"
_NOTHING = "ranking by highest number"
_LOW = "score cost: stake\n\nranking by lowest total, ties shared"
_VERDICT = 'score pot: stake\n\nall lose otherwise "Nobody wins."'


def _game(end: str, players: int = 2) -> gamedsl.Game:
    return gamedsl.parse_rules(_STAKES.format(players=players, end=end)).game()


@pytest.mark.parametrize(
    ("end", "players", "aim"),
    [
        (_SAME_FOR_ALL, 2, Aim.POINTS),  # all share one result
        (_SAME_FOR_ALL, 1, Aim.POINTS),
        (_LOW, 1, Aim.POINTS),
        (_LOW, 2, Aim.VICTORY),
        (_NOTHING, 2, Aim.VICTORY),
        (_VERDICT, 1, Aim.VICTORY),
        (f"{_LOW}\n\nplayers aim at points", 2, Aim.POINTS),
        (f"{_LOW}\n\nplayers aim at rank", 2, Aim.RANK),
        (f"{_LOW}\n\nplayers aim at rank", 1, Aim.POINTS),  # nobody is ranked
    ],
)
def test_the_aim_of_a_game(end: str, players: int, aim: Aim) -> None:
    game = _game(end, players)
    assert aim_of(game) is aim
    assert aim_of(game, Aim.VICTORY) is Aim.VICTORY


@pytest.mark.parametrize(
    ("end", "worths"),
    [
        (_SAME_FOR_ALL, (4, 4)),
        (_LOW, (-3, -1)),  # more is always better
        (_NOTHING, (0, 1)),
        (_VERDICT, (0, 0)),
        (f"{_VERDICT}\n\nplayers aim at points", (3, 1)),
        (f"{_LOW}\n\nplayers aim at victory", (0, 1)),
        (f"{_LOW}\n\nplayers aim at rank", (0, 1)),
    ],
)
def test_learners_get_what_the_rules_pay(end: str, worths: tuple[int, int]) -> None:
    game = _game(end)
    fast, slow = gamedsl.engine_for(game), ReferenceEngine(game)
    assert tuple(map(Fraction, worths)) == _paid(fast, (3, 1)) == _paid(slow, (3, 1))
    random_play = gamedsl.explore(fast).values
    assert random_play == gamedsl.explore(slow).values
    assert random_play is not None
    played = [_paid(slow, (one, other)) for one in range(1, 6) for other in range(1, 6)]
    assert random_play == tuple(Fraction(sum(column)) / 25 for column in zip(*played, strict=True))
    known = gamedsl.bounds(game)
    assert all(known.least.value <= worth <= known.greatest.value for pair in played for worth in pair)
    assert known.total is None or {sum(pair) for pair in played} == {known.total.value}


def _paid(engine: Engine[S], stakes: tuple[int, int]) -> tuple[Fraction, ...]:
    state = engine.initial(1)
    for seat, stake in enumerate(stakes):
        state = engine.take_step(state, seat, engine.step(state, seat).options[stake - 1].value)
    assert state.is_over
    return tuple(map(Fraction, gamedsl.returns(engine, state)))


def test_an_aim_that_nobody_can_have_is_refused() -> None:
    for game, aim in ((_game(_NOTHING), Aim.POINTS), (_game(_LOW, 1), Aim.RANK)):
        with pytest.raises(ArgumentError):
            aim_of(game, aim)
    with pytest.raises(ArgumentError):
        Ends.of(_game(_LOW), Aim.LEAD)


def test_a_rank_counts_who_is_behind_and_points_break_ties() -> None:
    game = _game(_LOW, 3)
    groups = ((SeatId(1),), (SeatId(0), SeatId(2)))
    shares = (Fraction(0), Fraction(1), Fraction(0))
    outcome = Outcome(groups, ((("cost", 4),), (("cost", 1),), (("cost", 4),)), (4, 1, 4), shares, "")
    first, second, third = Ends.of(game, Aim.RANK).worths(outcome)
    assert first == third
    assert 3 * first < second
    assert Ends.of(game, Aim.POINTS).worths(outcome) == (-4, -1, -4)
    victory = Ends.of(game, Aim.VICTORY).worths(outcome)
    assert victory[0] == victory[2] == -4
    assert victory[1] > 0


@pytest.mark.parametrize("agent", [Mcts(40), Greedy(4)])
def test_players_take_points_where_all_share_one_result(agent: Mcts | Greedy) -> None:
    engine = WasmEngine(_game(_SAME_FOR_ALL))
    chosen = {agent.choose(engine, engine.initial(1), 0, Dice.seeded(seed)).text for seed in range(4)}
    assert chosen == {"bidding(n = 5)"}


def test_few_points_are_good_where_the_ranking_says_so() -> None:
    engine = WasmEngine(_game(_LOW))
    chosen = {
        Mcts(200, aim=Aim.POINTS).choose(engine, engine.initial(1), 0, Dice.seeded(seed)).text for seed in range(4)
    }
    assert chosen == {"bidding(n = 1)"}


@pytest.mark.parametrize("agent", [Mcts(40), Greedy(4)])
def test_where_nothing_differs_any_option_is_chosen(agent: Mcts | Greedy) -> None:
    engine = WasmEngine(_game(_NOTHING))
    chosen = [agent.choose(engine, engine.initial(1), 0, Dice.seeded(seed)).text for seed in range(40)]
    assert len(set(chosen)) == 5
    slow = engine.reference
    assert chosen[:4] == [agent.choose(slow, slow.initial(1), 0, Dice.seeded(seed)).text for seed in range(4)]
    assert not agent.advise(engine, engine.initial(1), 0, Dice.seeded(1)).differs


@pytest.mark.parametrize("agent", [Mcts(40), Greedy(4)])
def test_advice_is_the_choice_and_whether_anything_differs(agent: Mcts | Greedy) -> None:
    engine = WasmEngine(_game(_SAME_FOR_ALL))
    advice = agent.advise(engine, engine.initial(1), 0, Dice.seeded(1))
    assert advice.differs
    assert advice.move == agent.choose(engine, engine.initial(1), 0, Dice.seeded(1))


@pytest.mark.parametrize(
    ("name", "aim"),
    paired(["pig", "kalah", "kuhn_poker", "goofspiel", "cant_stop"], [Aim.POINTS, Aim.RANK, Aim.VICTORY]),
)
def test_the_module_grows_the_same_tree_for_every_aim(name: str, aim: Aim) -> None:
    game = shipped.game(name, shipped.setups(name)[0])
    if aim is Aim.POINTS and not game.scores:
        aim = Aim.RANK
    engine = WasmEngine(game)
    state = engine.initial(2)
    seat = engine.to_act(state)[0]
    readable = Tree(engine, state, seat, (3, 4), 1 << 16, aim)
    fast = tree_of(engine, state, seat, (3, 4), 1 << 16, aim)
    for tree in (readable, fast):
        tree.grow(less(90, 40))
    assert fast.root() == readable.root()
    assert fast.differs() == readable.differs()


# ---------------------------------------------------------------- proofs


def test_a_won_end_of_nim_is_proved_and_played() -> None:
    """Of 1, 3, 2 and 1 pieces, only the moves after which the sums have no carries win (C. L. Bouton, 1901)."""
    game = shipped.game("nim", shipped.setups("nim")[0])
    _check_end_of_nim(WasmEngine(game))
    _check_end_of_nim(ReferenceEngine(game))


def _check_end_of_nim(engine: Engine[S]) -> None:
    state = engine.initial(1)
    for wanted in ("turns(from_heap = heap[4], number = 6)", "turns(from_heap = heap[3], number = 3)"):
        (seat,) = engine.to_act(state)
        state = engine.play(state, seat, next(move for move in engine.moves(state, seat) if move.text == wanted))
    (seat,) = engine.to_act(state)
    tree = tree_of(engine, state, seat, (1, 2))
    tree.grow(250)
    proved = {value: proof for value, _, _, proof in tree.root()}
    assert 1 in proved.values()
    for seed in range(less(3, 1)):
        move = Mcts(300).choose(engine, state, seat, Dice.seeded(seed))
        assert _is_lost_for_the_mover([1, 3, 2, 1], move.text), (seed, move.text)


def _is_lost_for_the_mover(heaps: list[int], move: str) -> bool:
    heap, number = map(int, re.findall("[0-9]+", move))
    heaps[heap - 1] -= number
    if max(heaps) < 2:
        return sum(heaps) % 2 == 1
    a, b, c, d = heaps
    return a ^ b ^ c ^ d == 0


def test_ranks_count_who_is_behind() -> None:
    first, shared, last = rank_units(0, 1, 3), rank_units(1, 2, 3), rank_units(2, 1, 3)
    assert (4 * shared, last) == (first, 0)
    assert rank_units(0, 1, 1) == 0, "nobody is behind who plays alone"

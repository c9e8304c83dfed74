"""Chance: exact weights, sampling by them, refill, and the same bytes for the same seed anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb, perm
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl.graph.model import expressions, nodes, statements, types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.play.stages import Stage, dealt
from share import picked
from unit.interpreter.builders import SITE, Builder, const, draw_and_discard

POOL = ((0, 5), (1, 3), (2, 1))


def test_a_draw_has_hypergeometric_weights() -> None:
    weights = {tuple(sorted(Counter(result).items())): weight for result, weight in Stage(POOL, 4, False).results()}
    for a in range(6):
        for b in range(4):
            for c in range(2):
                if a + b + c == 4:
                    key = tuple((kind, count) for kind, count in ((0, a), (1, b), (2, c)) if count)
                    assert weights.pop(key) == comb(5, a) * comb(3, b) * comb(1, c)
    assert not weights


def test_an_ordered_draw_agrees_with_an_unordered_one() -> None:
    ordered = Counter[tuple[int, ...]]()
    for result, weight in Stage(POOL, 3, True).results():
        ordered[tuple(sorted(result))] += weight
    unordered = dict(Stage(POOL, 3, False).results())
    assert all(Fraction(ordered[key], 9 * 8 * 7) == Fraction(weight, comb(9, 3)) for key, weight in unordered.items())
    assert set(ordered) == set(unordered)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 20), st.booleans(), st.integers(0, 200))
def test_results_are_counted_as_they_are_listed(counts: list[int], number: int, ordered: bool, most: int) -> None:
    stage = Stage(tuple(enumerate(counts)), min(number, sum(counts), 6 if ordered else 20), ordered)
    listed = list(stage.results())
    size = sum(counts)
    assert stage.count(most) == min(len(listed), most + 1)
    assert stage.total() == len(listed)
    assert stage.weight() == sum(weight for _, weight in listed)
    assert all(stage.weigh(result) == weight for result, weight in listed)
    assert len({result for result, _ in listed}) == len(listed)
    if stage.is_open:
        assert sum(w for _, w in listed) == (perm(size, stage.number) if ordered else comb(size, stage.number))
        # By the numbers of each thing: the first thing as often as possible comes first.
        keys = [[-result.count(i) for i in range(len(counts))] for result, _ in listed]
        assert (
            [list(result) for result, _ in listed] == sorted(map(list, dict(listed)))
            if ordered
            else keys == sorted(keys)
        )


def test_what_is_drawn_belongs_to_the_stages_in_their_order() -> None:
    """Things may be told in any order where none matters; what a later stage certainly yields is not taken by an earlier one."""
    either, both = Stage(((0, 2), (1, 2)), 2, False), Stage(((0, 1), (2, 1)), 2, False)
    in_order = Stage(((0, 1), (1, 1)), 2, True)
    for stages, told, found in (
        ([either], (1, 0), (1, 0)),
        ([either], (0, 2), None),
        ([either], (0,), None),
        ([either], (0, 0, 1), None),
        ([either, both], (0, 1, 0, 2), (1, 0, 0, 2)),
        ([either, both], (2, 1, 1, 0), (1, 1, 0, 2)),
        ([either, both], (1, 1, 0, 0), None),
        ([in_order], (1, 0), (1, 0)),
        ([in_order], (1, 1), None),
        ([in_order, either], (0, 1, 0, 0), (0, 1, 0, 0)),
        ([in_order, either], (0, 0, 1, 0), None),
    ):
        assert dealt(stages, told) == found, (stages, told)


def test_long_draws_need_no_deep_recursion() -> None:
    thousand = tuple((kind, 1) for kind in range(1000))
    assert len(list(Stage(thousand, 1, False).results())) == 1000
    assert len(list(Stage(thousand, 999, False).results())) == 1000
    assert Stage(thousand, 400, False).count(10_000) == 10_001
    assert Stage(thousand, 400, True).count(10_000) == 10_001
    assert Stage(((0, 30_000), (1, 30_000)), 20_000, False).count(100_000) == 20_001


def test_samples_follow_the_weights() -> None:
    stage, dice = Stage(POOL, 4, False), Dice(chance(11))
    seen = Counter(tuple(sorted(stage.sample(dice))) for _ in range(4000))
    for result, weight in stage.results():
        assert abs(seen[result] - 4000 * weight / comb(9, 4)) < 130


def test_what_is_certain_consumes_nothing() -> None:
    dice = Dice(chance(3))
    before = dice.stream
    assert Stage(((4, 7),), 3, True).sample(dice) == (4, 4, 4)
    assert Stage(POOL, 9, False).sample(dice) == (0,) * 5 + (1,) * 3 + (2,)
    assert dice.stream == before


def rolling(source: expressions.Expr, of: types.Type, number: int | None) -> Game:
    """One roll, and the end."""
    b = Builder("rolling", ("Ann",))
    rolled = b.local("rolled", of)
    seen = b.field("seen", of, None if number is None else ())
    end = b.reserve()
    note = b.effect(end, statements.SetField(seen, (), rolled, SITE))
    quantity = "one" if number is None else "exactly"
    roll = statements.Roll("rolled", rolled.id, quantity, None if number is None else const(number), source, SITE)  # type: ignore[arg-type]
    start = b.node(nodes.ChanceNode(roll, None, note, (), "play", ()))
    b.define(end, nodes.EndNode("end", ()))
    return b.game(start)


def test_equal_positions_of_a_roll_merge() -> None:
    die = types.Int(1, 6)
    engine = ReferenceEngine(rolling(expressions.Const((1, 1, 1, 6), types.ListOf(die, 4)), types.Optional(die), None))
    outcomes = engine.chance(engine.initial(None))
    assert [(outcome.values, outcome.weight) for outcome in outcomes] == [((1,), 3), ((6,), 1)]


def test_dice_are_rolled_independently_and_sorted() -> None:
    die = types.Int(1, 6)
    engine = ReferenceEngine(
        rolling(expressions.Range(const(1), const(6), types.ListOf(die, 6)), types.ListOf(die, 3), 3)
    )
    outcomes = engine.chance(engine.initial(None))
    assert len(outcomes) == comb(8, 3)
    assert sum(outcome.weight for outcome in outcomes) == 6**3
    weights = {outcome.values: outcome.weight for outcome in outcomes}
    assert (weights[2, 2, 2], weights[2, 2, 5], weights[1, 3, 5]) == (1, 3, 6)


def test_seats_are_rolled_without_replacement() -> None:
    player = types.Player(1)
    engine = ReferenceEngine(rolling(expressions.Const((0,), types.ListOf(player, 1)), types.ListOf(player, 1), 1))
    assert engine.initial(None).is_over


def played(seed: int | None, checking: Checking = Checking.ON) -> list[ReferenceState]:
    """A match of always the first move (and, without a stream, the first outcome)."""
    engine = ReferenceEngine(draw_and_discard(), checking)
    states = [engine.initial(seed)]
    while not states[-1].is_over:
        state = states[-1]
        seats = engine.to_act(state)
        if seats:
            states.append(engine.play(state, seats[0], engine.moves(state, seats[0])[0]))
        else:
            states.append(engine.play_chance(state, engine.chance(state)[0]))
    return states


def test_a_draw_refills_once_and_goes_on() -> None:
    engine = ReferenceEngine(draw_and_discard(), Checking.ON)
    for seed in range(20):
        state = engine.initial(seed)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            state = engine.play(state, seat, engine.moves(state, seat)[-1])
        moved = [event.data for event in engine.view(state, SeatId(0)).events if event.data[0] == "move"]
        assert any(data[-2:] == ("discards", "deck") for data in moved)


def test_sampled_and_chosen_chance_lead_to_the_same_positions() -> None:
    die = types.Int(1, 6)
    engine = ReferenceEngine(rolling(expressions.Const((1, 4, 6), types.ListOf(die, 3)), types.ListOf(die, 2), 2))
    reached = {engine.initial(seed).bytes for seed in range(60)}
    start = engine.initial(None)
    listed = {engine.play_chance(start, outcome).bytes for outcome in engine.chance(start)}
    assert reached == listed


def test_equal_seeds_give_equal_bytes() -> None:
    assert [state.bytes for state in played(5)] == [state.bytes for state in played(5, Checking.OFF)]
    assert len({played(seed)[-1].bytes for seed in range(30)}) > 1


@pytest.mark.parametrize("hash_seed", picked(["0", "12345"], ["12345"]))
def test_bytes_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    root = Path(__file__).resolve().parents[3]
    code = "from unit.interpreter.test_chance import played; print([s.bytes.hex() for s in played(5)])"
    paths = os.pathsep.join(map(str, (root, root / "interpreter", root / "tests")))
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([state.bytes.hex() for state in played(5)])

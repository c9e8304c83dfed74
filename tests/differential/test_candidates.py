"""Random players where an `ensure` judges moves: they draw first and judge after, alike in both executors, and uniformly among the legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from differential.lockstep import Pair, pair
from gamedsl_interpreter.engine import Checking, Engine, Forced, S
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.matches.simulate import Summary, simulate
from gamedsl_interpreter.plans.candidates import MOST_DRAWS, nodes_with_candidates
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import less, paired, share
from unit.interpreter import framed

FEW = """
phase turns, each player:
    choose:
        a: one of 0..3
        b: one of 0..3
        glad: may if a > 1
        require unlike: a is not b
    heap = mod(heap + 9 - a, 10)
    points += b
    ensure bound: mod(heap + points, 7) <= 2 "Not so many."
"""
RARE = """
phase turns, each player:
    choose:
        a: one of 0..9
        b: one of 0..9
    heap = b
    points = 0 if mod(points + a, 2) is 0 else 1
    ensure rare: mod(7 * a + 3 * b, 25) is 4
"""
PIECES = """
phase turns, each player:
    draw 1 from deck to hand
    choose c: any of hand
    move c from hand to used
    ensure cheap: sum(d.worth for d in used) <= 5
    choose d: up to 1 of used
    move d from used to hand
    ensure few: count(hand) <= 3
"""
MENU = """
phase turns, each player:
    choose one:
        take(1)
        take(2)
        pass
    points = 0 if points > 20 else points
action take(n: 1..2):
    may choose m: one of n..n + 2 where it is not heap
    points += m
    heap = m
    ensure small: mod(points, 4) is not 1
action pass:
    points += 1
"""
RULES = {"few are legal": FEW, "most are refused": RARE, "pieces": PIECES, "a menu with gates": MENU}
JUDGED_FIRST = """
phase turns, each player:
    choose if able a: one of 1..5
    heap = a
    ensure odd: mod(heap + points, 2) is 1 and heap > 2
    points += a
"""


def _agents(both: Pair, policy: Policy) -> Sequence[Agent]:
    return [policy.agent] * len(both.reference.game.seats)


def _sums(both: Pair, policy: Policy, seed: int, number: int) -> Summary:
    """The sums of matches, which are the same for the agents on both engines and for the module's own players."""
    found = simulate(both.reference, _agents(both, policy), seed, range(number))
    assert simulate(both.wasm, _agents(both, policy), seed, range(number)) == found
    for engine in (both.wasm, both.wasm.improved()):
        assert playouts(engine, policy, seed, 0, number) == found
    return found


@pytest.mark.parametrize(("name", "policy"), paired(list(RULES), list(Policy)))
def test_same_matches(name: str, policy: Policy) -> None:
    game = framed.game(RULES[name])
    assert nodes_with_candidates(game)
    for checking in share(tuple(Checking), 2, list(RULES).index(name) // 2):  # each with both policies
        assert _sums(pair(game, checking), policy, 3, 12).decisions.total > 12


@pytest.mark.parametrize("policy", Policy)
def test_same_matches_where_every_decision_is_asked(policy: Policy) -> None:
    both = pair(framed.game(RARE), forced=Forced.ASKED)
    assert _sums(both, policy, 3, 6).decisions.total > 6


def test_behind_if_able_moves_are_judged_first() -> None:
    game = framed.game(JUDGED_FIRST)
    assert not nodes_with_candidates(game)
    both = pair(game)
    state = both.reference.initial(1)
    (seat,) = both.reference.to_act(state)
    assert both.reference.candidates(state, seat) is None
    assert both.wasm.candidates(both.wasm.initial(1), seat) is None
    _sums(both, Policy.MOVES, 3, 12)


@pytest.mark.parametrize(("name", "policy"), paired(list(RULES), list(Policy)[::-1]))
def test_playouts_from_positions_and_steps(name: str, policy: Policy) -> None:
    both = pair(framed.game(RULES[name]))
    one, other = both.reference.initial(5), both.wasm.initial(5)
    for number in range(8):
        if one.is_over:
            break
        slow = simulate(both.reference, _agents(both, policy), 9, range(3), state=one)
        assert playouts(both.wasm, policy, 9, 0, 3, state=other) == slow
        (seat,) = both.reference.to_act(one)
        options = both.reference.step(one, seat).options
        value = options[number % len(options)].value
        one, other = both.reference.take_step(one, seat, value), both.wasm.take_step(other, seat, value)


DRAWS = less(4000, 1000)
CRITICAL = {1: 10.8, 2: 13.8, 3: 16.3, 4: 18.5, 5: 20.5, 6: 22.5, 7: 24.3, 8: 26.1, 9: 27.9, 10: 29.6}
"""Values of chi-square that are exceeded once in a thousand times, by degrees of freedom."""


@pytest.mark.parametrize("rules", [FEW, RARE])
def test_uniform_among_legal_moves(rules: str) -> None:
    game = framed.game(rules)
    _assert_uniform(ReferenceEngine(game), DRAWS // 8)
    _assert_uniform(WasmEngine(game), DRAWS)


def _assert_uniform(engine: Engine[S], draws: int) -> None:
    """The choices among the legal moves of the first position are uniform, and some moves are refused."""
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    moves = [move.steps for move in engine.moves(state, seat)]
    candidates = engine.candidates(state, seat)
    assert candidates is not None
    assert candidates.count() > len(moves)
    dice = Dice.seeded(11)
    counts = Counter(RandomMoves().choose(engine, state, seat, dice).steps for _ in range(draws))
    assert set(counts) == set(moves)
    expected = draws / len(moves)
    assert sum((counts[steps] - expected) ** 2 for steps in moves) / expected < CRITICAL[len(moves) - 1]


@pytest.mark.parametrize("rules", [FEW, RARE])
def test_each_step_is_uniform_among_completable_values(rules: str) -> None:
    engine = WasmEngine(framed.game(rules))
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    options = [option.value for option in engine.step(state, seat).options]
    dice = Dice.seeded(12)
    counts = Counter(RandomSteps().choose(engine, state, seat, dice).steps[0] for _ in range(DRAWS))
    assert set(counts) == set(options)
    expected = DRAWS / len(options)
    assert sum((counts[value] - expected) ** 2 for value in options) / expected < CRITICAL[len(options) - 1]


def test_many_refusals_are_followed_by_a_draw_among_the_legal_moves() -> None:
    """Two of a hundred candidates are legal: most choices draw that often in vain, but not all."""
    engine = WasmEngine(framed.game(RARE))
    state = engine.initial(1)
    (seat,) = engine.to_act(state)
    candidates, moves = engine.candidates(state, seat), engine.moves(state, seat)
    assert candidates is not None
    listed = 0
    for seed in range(60):
        dice, other = Dice.seeded(seed), Dice.seeded(seed)
        chosen = RandomMoves().choose(engine, state, seat, dice)
        drawn = [candidates.nth(other.below(candidates.count())) for _ in range(MOST_DRAWS)]
        first = next((move for move in drawn if move is not None), None)
        listed += first is None
        assert chosen == (moves[other.below(len(moves))] if first is None else first)
    assert 0 < listed < 60

"""What learners use: actions as numbers, observations, keys, bounds, and tables of results, on games of different kinds and on both executors."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import gamedsl
from gamedsl_interpreter.reference.engine import ReferenceEngine
from games import shipped
from share import few, share

SMALL = (
    "tic_tac_toe", "kuhn_poker", "nim", "goofspiel", "pig", "cant_stop", "love_letter", "liars_dice", "twenty_one", "phantom_tic_tac_toe", "gem_guild",
    "gloriana", "glory_islands",
)  # fmt: skip


def _engines(name: str) -> tuple[gamedsl.Engine, ReferenceEngine]:
    reference = shipped.engine(name, shipped.setups(name)[-1])
    return gamedsl.engine_for(reference.game), reference


@pytest.mark.parametrize("name", share(SMALL, 2, 1))
def test_numbers_are_the_same_on_both_executors(name: str) -> None:
    """A match in numbers: each open step has its own numbers, in range, and both executors offer, answer, observe and pay the same."""
    fast, slow = _engines(name)
    space, size = gamedsl.action_space(fast.game), gamedsl.observation_space(fast.game).size
    here, there = fast.initial(3), slow.initial(3)
    dice = random.Random(name)
    for _ in range(60):
        if here.is_over:
            break
        for seat in range(len(fast.game.seats)):
            numbers = gamedsl.observation(fast, here, seat)
            assert (numbers, len(numbers)) == (gamedsl.observation(slow, there, seat), size)
            assert gamedsl.information_key(fast, here, seat) == gamedsl.information_key(slow, there, seat)
            assert bool(gamedsl.legal_actions(fast, here, seat)) == (seat in fast.to_act(here))
        seat = dice.choice(fast.to_act(here))
        legal = gamedsl.legal_actions(fast, here, seat)
        assert legal == sorted(set(legal)) == gamedsl.legal_actions(slow, there, seat)
        assert len(legal) == len(fast.step(here, seat).options)
        assert 0 <= legal[0] <= legal[-1] < space.size
        action = dice.choice(legal)
        here, there = gamedsl.apply(fast, here, seat, action), gamedsl.apply(slow, there, seat, action)
        assert gamedsl.returns(fast, here) == gamedsl.returns(slow, there)
    assert here.bytes == there.bytes


@pytest.mark.parametrize("name", few(shipped.GAMES, 15, 1))
def test_every_game_has_its_numbers(name: str) -> None:
    game = shipped.game(name, shipped.setups(name)[0])
    space = gamedsl.action_space(game)
    texts = [space.text(i) for i in range(space.size)]
    assert 1 < space.size < 3000
    assert len(set(texts)) >= space.size * 0.9, "most actions have a text of their own"
    seen = gamedsl.observation_space(game)
    assert sum(part.size for part in seen.parts) == seen.size
    assert [part.first for part in seen.parts[1:]] == [part.first + part.size for part in seen.parts[:-1]]


def test_own_cards_have_one_number_for_all_seats() -> None:
    engine, _ = _engines("goofspiel")
    state = engine.initial(1)
    first, second = (gamedsl.legal_actions(engine, state, seat) for seat in (0, 1))
    space = gamedsl.action_space(engine.game)
    assert "own.hand" in space.text(first[0])
    assert "own.hand" in space.text(second[0])


def test_an_action_that_is_not_asked_for_is_refused() -> None:
    engine, _ = _engines("tic_tac_toe")
    state = gamedsl.apply(engine, engine.initial(1), 0, 4)
    with pytest.raises(gamedsl.IllegalMove, match=r"action 4, turns\(spot = cell\[2, 2\]\), is not among those"):
        gamedsl.apply(engine, state, 1, 4)
    with pytest.raises(gamedsl.ArgumentError, match="there is no action 99: tic_tac_toe has 10"):
        gamedsl.apply(engine, state, 1, 99)
    with pytest.raises(gamedsl.IllegalMove, match="it is not the turn of"):
        gamedsl.apply(engine, state, 0, 3)
    assert gamedsl.legal_actions(engine, state, 0) == []


# ---------------------------------------------------------------- information sets


def test_keys_tell_information_sets_apart() -> None:
    """Kuhn poker: each seat has six information sets, as books count them."""
    engine, _ = _engines("kuhn_poker")
    keys: list[set[bytes]] = [set(), set()]
    events: list[set[tuple[object, ...]]] = [set(), set()]
    waiting = [engine.initial(None)]
    while waiting:
        state = waiting.pop()
        waiting += [engine.play_chance(state, outcome) for outcome in engine.chance(state)]
        for seat in engine.to_act(state):
            keys[seat].add(gamedsl.information_key(engine, state, seat))
            events[seat].add(tuple(event.data for event in engine.view(state, seat).events))
            waiting += [gamedsl.apply(engine, state, seat, one) for one in gamedsl.legal_actions(engine, state, seat)]
    assert [len(one) for one in keys] == [6, 6] == [len(one) for one in events]


def test_a_key_holds_the_steps_taken() -> None:
    engine, _ = _engines("nim")
    state = engine.initial(1)
    keys = {
        gamedsl.information_key(engine, gamedsl.apply(engine, state, 0, action), 0)
        for action in gamedsl.legal_actions(engine, state, 0)
    }
    assert len(keys) == len(gamedsl.legal_actions(engine, state, 0))
    after = gamedsl.apply(engine, state, 0, gamedsl.legal_actions(engine, state, 0)[-1])
    assert gamedsl.information_key(engine, after, 1) == gamedsl.information_key(engine, state, 1)


def test_where_all_choose_at_once_a_choice_is_known_to_its_seat_alone() -> None:
    engine, _ = _engines("goofspiel")
    state = engine.initial(1)
    one, two = (gamedsl.apply(engine, state, 0, action) for action in gamedsl.legal_actions(engine, state, 0)[:2])
    assert gamedsl.information_key(engine, one, 0) != gamedsl.information_key(engine, two, 0)
    assert gamedsl.information_key(engine, one, 1) == gamedsl.information_key(engine, two, 1)
    assert gamedsl.observation(engine, one, 1) == gamedsl.observation(engine, two, 1)


# ---------------------------------------------------------------- utilities


def test_returns_are_points_or_shares() -> None:
    for name, sums in (("tic_tac_toe", {1.0}), ("kuhn_poker", {0.0})):
        engine, _ = _engines(name)
        for index in range(5):
            state = engine.initial(1, index)
            while not state.is_over:
                seat = engine.to_act(state)[0]
                assert gamedsl.returns(engine, state) == (0.0, 0.0)
                state = gamedsl.apply(engine, state, seat, gamedsl.legal_actions(engine, state, seat)[index % 2])
            assert sum(gamedsl.returns(engine, state)) in sums


def test_bounds_say_what_is_proved() -> None:
    bounds = gamedsl.bounds(shipped.game("tic_tac_toe", shipped.setups("tic_tac_toe")[0]))
    # The ninth mark is made without asking.
    assert (bounds.longest, bounds.total) == (gamedsl.Known(8, "proved"), gamedsl.Known(1, "proved"))
    assert not bounds.is_zero_sum
    bounds = gamedsl.bounds(shipped.game("kuhn_poker", shipped.setups("kuhn_poker")[0]))
    assert bounds.is_zero_sum
    assert (bounds.actions.value, bounds.longest, bounds.least.value) == (5, gamedsl.Known(3, "proved"), -2)
    assert bounds.total == gamedsl.Known(0, "proved")
    cities = gamedsl.bounds(shipped.game("lost_cities", shipped.setups("lost_cities")[0]), gamedsl.Aim.POINTS)
    assert (cities.least.how, cities.greatest.how) == ("measured", "measured")  # its score has no range
    assert -200 < cities.least.value < 0 < cities.greatest.value < 200
    assert gamedsl.bounds(shipped.game("pig", shipped.setups("pig")[0])).longest.how == "measured"


# ---------------------------------------------------------------- rows


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "pig", "gloriana"])
@pytest.mark.parametrize("policy", [gamedsl.RandomSteps(), gamedsl.RandomMoves()])
def test_rows_are_the_same_on_both_executors(name: str, policy: gamedsl.Agent) -> None:
    fast, slow = _engines(name)
    agents = [policy] * len(fast.game.seats)
    rows = gamedsl.simulate_rows(fast, agents, 5, range(2, 4))
    assert rows.table.tolist() == gamedsl.simulate_rows(slow, agents, 5, range(2, 4)).table.tolist()
    assert rows.columns["match"].tolist() == [match for match in (2, 3) for _ in fast.game.seats]


def test_rows_add_up_to_the_summary() -> None:
    engine, _ = _engines("gloriana")
    seats = len(engine.game.seats)
    agents = [gamedsl.RandomSteps()] * seats
    rows, summary = (
        gamedsl.simulate_rows(engine, agents, 1, range(300)),
        gamedsl.simulate(engine, agents, 1, range(300)),
    )
    columns = {name: column.tolist() for name, column in rows.columns.items()}
    for number, seat in enumerate(summary.seats):
        assert sum(columns["total"][number::seats]) == seat.total.total
        won = zip(columns["winner"][number::seats], columns["winners"][number::seats], strict=True)
        assert sum((Fraction(a, b) for a, b in won), Fraction(0)) == seat.wins
        for line, tally in seat.lines:
            assert sum(columns[line][number::seats]) == tally.total
    assert sum(columns["steps"][::seats]) == summary.steps.total
    assert {rows.reasons[reason] for reason in columns["reason"]} == {reason for reason, _ in summary.reasons}


class _Whole(int):
    """A number that is no plain `int`, and not as large as those of Python; numpy has such numbers."""

    def __and__(self, other: int) -> int:
        raise OverflowError


def test_seeds_and_indices_may_be_numbers_of_other_libraries() -> None:
    engine, slow = _engines("tic_tac_toe")
    agents, seed, index = [gamedsl.RandomSteps()] * 2, _Whole(1), [_Whole(1)]
    summary = gamedsl.simulate(engine, agents, seed, index)
    assert summary == gamedsl.simulate(slow, agents, 1, [1]) == gamedsl.simulate(slow, agents, seed, index)
    assert (
        gamedsl.simulate_rows(engine, agents, seed, index).table.tolist()
        == gamedsl.simulate_rows(engine, agents, 1, [1]).table.tolist()
    )
    assert gamedsl.Dice.seeded(seed, index[0]).below(99) == gamedsl.Dice.seeded(1, 1).below(99)


def test_rows_of_a_state_and_of_no_match() -> None:
    engine, slow = _engines("tic_tac_toe")
    agents = [gamedsl.RandomSteps()] * 2
    state, other = engine.initial(1), slow.initial(1)
    played = gamedsl.simulate_rows(engine, agents, 1, range(9), state=gamedsl.apply(engine, state, 0, 4))
    assert (
        played.table.tolist()
        == gamedsl.simulate_rows(slow, agents, 1, range(9), state=gamedsl.apply(slow, other, 0, 4)).table.tolist()
    )
    nothing = gamedsl.simulate_rows(engine, agents, 1, range(0))
    assert (len(nothing), nothing.columns["seat"].tolist()) == (0, [])
    with pytest.raises(gamedsl.ArgumentError, match="no match was played"):
        _ = nothing.table
    with pytest.raises(gamedsl.ArgumentError, match="consecutive"):
        gamedsl.simulate_rows(engine, agents, 1, [1, 3])
    with pytest.raises(gamedsl.ArgumentError, match="consecutive"):
        gamedsl.simulate_rows(engine, agents, 1, range(1 << 31, (1 << 31) + 1))

"""Playing on from a position: another stream of chance, playouts, batches, and outcomes of chance that are counted and drawn without being listed."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import gamedsl
from differential.lockstep import Pair, States, named, pair, same_position, same_views
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.fastest import Chosen, random_matches
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.wasm.bulk.batch import Batch, Finished
from gamedsl_interpreter.wasm.bulk.playouts import Policy, parallel, playouts
from share import paired, picked, share

SCRIPTED = "scripted_by_chance"
GAMES = (
    "tic_tac_toe",
    "goofspiel",
    "leduc_poker",
    "crazy_eights",
    "sealed_bids",
    "ludo",
    "gloriana",
    "glory_islands",
    SCRIPTED,
)
"""Chance, hidden piles, decisions of several seats at once, many steps, scripted seats."""
EVERYDAY = ("goofspiel", "leduc_poker", "sealed_bids", SCRIPTED)


def played(stem: str) -> Pair:
    """Both executors of a shipped game, or of the rules in which scripted seats leave all to chance, alone and beside people."""
    path = Path(__file__).parents[1] / "corpus" / "executors" / f"{stem}.gdl"
    return pair(gamedsl.load_rules(path).game(players=2) if stem == SCRIPTED else named(stem))


def agents(game: Game, policy: Policy) -> list[Agent]:
    return [policy.agent] * len(game.seats)


def stops(both: Pair, seed: int | None, most: int) -> Iterator[States]:
    """The stops of a match in which steps are taken one by one and by any seat that is to act; without a seed chance is drawn by hand."""
    states = both.reference.initial(seed), both.wasm.initial(seed)
    random = Random(seed)
    for number in range(most):
        yield states
        one, other = states
        if one.is_over:
            return
        acting = both.reference.to_act(one)
        if acting:
            seat = random.choice(acting)
            value = random.choice(both.reference.step(one, seat).options).value
            states = both.reference.take_step(one, seat, value), both.wasm.take_step(other, seat, value)
        else:
            outcome = both.reference.sample_chance(one, 3, number)
            assert both.wasm.sample_chance(other, 3, number) == outcome
            states = both.reference.play_chance(one, outcome), both.wasm.play_chance(other, outcome)


@pytest.mark.parametrize(("stem", "seed"), paired(picked(GAMES, EVERYDAY), (None, 4)))
def test_both_executors_play_on_alike(stem: str, seed: int | None) -> None:
    both = played(stem)
    for number, (one, other) in enumerate(stops(both, seed, 25)):
        if number % 4:
            continue
        for policy in share(list(Policy), 2, number // 4 % 2):
            slow = simulate(both.reference, agents(both.reference.game, policy), 9, range(5, 7), state=one)
            assert playouts(both.wasm, policy, 9, 5, 2, state=other) == slow
        for wanted in (None, 77):
            after = both.reference.reseeded(one, wanted, number), both.wasm.reseeded(other, wanted, number)
            same_position(both, *after)
            same_views(both, *after)
            assert after[0].pending == after[1].pending
            assert both.reference.to_act(after[0]) == both.wasm.to_act(after[1])
            assert both.wasm.to_act(other) == () or after[1].bytes == other.bytes


@pytest.mark.parametrize(("stem", "policy"), paired(picked(GAMES, EVERYDAY), list(Policy)))
def test_playouts_from_the_beginning_are_the_matches(stem: str, policy: Policy) -> None:
    """Where nothing has been drawn, a position with the stream of a match is that match."""
    both = played(stem)
    matches = playouts(both.wasm, policy, 9, 3, 20)
    assert playouts(both.wasm, policy, 9, 3, 20, state=both.wasm.initial(None)) == matches
    for index in range(3):
        same_position(both, both.reference.initial(9, index), both.wasm.reseeded(both.wasm.initial(None), 9, index))


def test_threads_give_the_same_playouts() -> None:
    engine = pair(named("leduc_poker")).wasm
    state = engine.initial(2)
    alone = playouts(engine, Policy.STEPS, 1, 0, 300, state=state)
    assert parallel(engine, Policy.STEPS, 1, 0, 300, 3, state=state) == alone
    assert random_matches(Chosen(engine, None), Policy.STEPS, 1, 0, 300, 2, state=state) == alone
    assert (
        playouts(pickle.loads(pickle.dumps(engine)), Policy.STEPS, 1, 0, 300, state=pickle.loads(pickle.dumps(state)))
        == alone
    )
    assert playouts(engine.improved(), Policy.STEPS, 1, 0, 300, state=state) == alone


def test_processes_give_the_same_playouts() -> None:
    both = pair(named("kuhn_poker"))
    state = both.reference.initial(2)
    wanted = simulate(both.reference, agents(both.reference.game, Policy.STEPS), 1, range(20), state=state)
    assert random_matches(Chosen(both.reference, ""), Policy.STEPS, 1, 0, 20, 2, state=state) == wanted


# ---------------------------------------------------------------- what stays and what is drawn anew


def test_a_view_stays_and_an_open_pile_is_drawn_anew() -> None:
    engine = pair(named("crazy_eights")).wasm
    state = engine.initial(1)
    again = [engine.reseeded(state, 5, index) for index in range(8)]
    assert {one.bytes for one in again} == {state.bytes}
    assert all(
        engine.view(one, engine.to_act(state)[0]) == engine.view(state, engine.to_act(state)[0]) for one in again
    )
    texts = {play_match(engine, agents(engine.game, Policy.STEPS), 5, index, state=state).moves for index in range(8)}
    assert len(texts) == 8


def test_a_reseeded_match_can_be_saved_and_pickled() -> None:
    both = pair(named("leduc_poker"))
    state = both.wasm.reseeded(both.wasm.initial(1), 8)
    state = both.wasm.play(state, both.wasm.to_act(state)[0], both.wasm.moves(state, both.wasm.to_act(state)[0])[0])
    loaded = gamedsl.state_from_json(both.wasm, gamedsl.state_to_json(both.wasm, state))
    carried = pickle.loads(pickle.dumps(state))
    assert loaded == carried == state
    for one in (loaded, carried):
        assert both.wasm.view(one, both.wasm.to_act(one)[0]) == both.wasm.view(state, both.wasm.to_act(state)[0])
        assert both.wasm.reference_state(one).stream == both.wasm.reference_state(state).stream


# ---------------------------------------------------------------- faults


FAULTY = """\
game faulty:
    players 2

shared:
    heap: 0..30 = 30

rounds at most 20:
    turns

phase turns, each player:
    choose:
        number: one of 1..4
    heap -= number

game ends when heap is 0 "The heap is empty."

ranking by lowest heap, ties shared
"""
"""Whoever takes more than is left breaks the promise of `heap`."""


def test_faults_tell_how_to_get_there() -> None:
    game = gamedsl.parse_rules(FAULTY).game()
    both = pair(game)
    one, other = both.reference.initial(1), both.wasm.initial(1)
    seat = both.reference.to_act(one)[0]
    one, other = (
        both.reference.play(one, seat, both.reference.moves(one, seat)[0]),
        both.wasm.play(other, seat, both.wasm.moves(other, seat)[0]),
    )
    for policy in Policy:
        with pytest.raises(MatchFault) as theirs:
            simulate(both.reference, agents(game, policy), 1, range(40), state=one)
        with pytest.raises(MatchFault) as ours:
            parallel(both.wasm, policy, 1, 0, 40, 2, state=other)
        assert ours.value.record.state == other
        assert evolve(ours.value.record, state=None) == evolve(theirs.value.record, state=None)
        assert ours.value.failing == theirs.value.failing
        here = both.wasm.reseeded(other, 1, ours.value.record.index)
        for played in ours.value.record.moves:
            here = both.wasm.play(here, played.seat, both.wasm.parse_move(here, played.seat, played.text))  # type: ignore[arg-type]
        failing = ours.value.failing
        assert failing is not None
        with pytest.raises(Fault):
            both.wasm.play(here, failing.seat, both.wasm.parse_move(here, failing.seat, failing.text))  # type: ignore[arg-type]


# ---------------------------------------------------------------- batches


@pytest.mark.parametrize(
    "stem",
    picked(
        ["tic_tac_toe", "goofspiel", "leduc_poker", "gloriana", "glory_islands", SCRIPTED],
        ["goofspiel", "leduc_poker", SCRIPTED],
    ),
)
def test_a_batch_begins_from_given_states(stem: str) -> None:
    both, random = played(stem), Random(2)
    wasm = both.wasm
    starts = [other for _, other in stops(both, None, 30) if not other.pending][:6]
    for states in (starts[-1], starts):
        batch = Batch(wasm, len(starts), 5, first=2, states=states)
        own = [starts[-1]] * len(starts) if states is starts[-1] else starts
        here = [wasm.reseeded(state, 5, 2 + i) for i, state in enumerate(own)]
        index = 2 + len(starts)
        for _ in range(12):
            assert [batch.state(i) for i in range(len(batch))] == here
            assert [wasm.reference_state(batch.state(i)).stream for i in range(len(batch))] == [
                wasm.reference_state(state).stream for state in here
            ]
            for i in range(len(batch)):
                batch.actions[i] = random.randrange(max(1, batch.counts[i]))
            actions = list(batch.actions)
            batch.step()
            for i, state in enumerate(here):
                if state.is_over:
                    continue
                seat = wasm.to_act(state)[0]
                here[i] = wasm.play(state, seat, wasm.moves(state, seat)[actions[i]])
                if here[i].is_over:
                    here[i] = wasm.reseeded(own[i], 5, index)
                    index += 1


def test_a_batch_begins_with_finished_matches() -> None:
    both = pair(named("tic_tac_toe"))
    over = list(stops(both, 3, 20))[-1][1]
    assert over.is_over
    batch = Batch(both.wasm, 2, 1, finished=Finished.STAYS, states=[both.wasm.initial(1), over])
    assert (list(batch.done), list(batch.counts)) == ([0, 1], [9, 0])
    outcome = both.wasm.outcome(over)
    assert outcome is not None
    assert [batch.places[1, seat] for seat in outcome.ranking[0]] == [1] * len(outcome.ranking[0])


# ---------------------------------------------------------------- chance


@pytest.mark.parametrize(
    "stem",
    picked(
        [
            "kuhn_poker",
            "leduc_poker",
            "goofspiel",
            "ludo",
            "cant_stop",
            "bread_street",
            "gloriana",
            "glory_islands",
            SCRIPTED,
        ],
        ["leduc_poker", "cant_stop", "glory_islands", SCRIPTED],
    ),
)
def test_chance_is_counted_and_drawn_as_it_is_listed(stem: str) -> None:
    both = played(stem)
    seen = 0
    for number, (one, other) in enumerate(stops(both, None, 40)):
        count = both.reference.chance_count(one)
        assert both.wasm.chance_count(other) == count
        assert both.wasm.chance_weight(other) == both.reference.chance_weight(one)
        if not 0 < count <= 2000:
            assert count or both.wasm.chance(other) == ()
            continue
        seen += 1
        listed = both.reference.chance(one)
        assert (count, both.wasm.chance_weight(other)) == (len(listed), sum(outcome.weight for outcome in listed))
        for index in range(5):
            drawn = both.wasm.sample_chance(other, number, index)
            assert drawn in listed
            onward = both.wasm.play_chance(other, drawn)
            if both.wasm.to_act(onward) or onward.is_over:
                assert onward.bytes == both.wasm.reseeded(other, number, index).bytes
    assert seen


def test_outcomes_that_nobody_could_list() -> None:
    both = pair(named("hearts"))
    one, other = both.reference.initial(None), both.wasm.initial(None)
    count = both.wasm.chance_count(other)
    assert count == both.reference.chance_count(one) > 10**9
    assert both.wasm.chance_weight(other) >= count
    outcome = both.wasm.sample_chance(other, 4)
    assert outcome == both.reference.sample_chance(one, 4)
    assert 0 < Fraction(outcome.weight, both.wasm.chance_weight(other)) < Fraction(1, 10**9)
    same_position(both, both.reference.play_chance(one, outcome), both.wasm.play_chance(other, outcome))


# ---------------------------------------------------------------- wrong arguments


def test_what_is_said() -> None:
    both, others = pair(named("tic_tac_toe")), pair(named("kuhn_poker"))
    wasm, state = both.wasm, both.wasm.initial(1)
    with pytest.raises(ArgumentError, match="this state belongs to another game"):
        playouts(wasm, Policy.MOVES, 1, 0, 1, state=others.wasm.initial(1))
    with pytest.raises(ArgumentError, match="give `start` or `state`, not both"):
        play_match(wasm, agents(wasm.game, Policy.MOVES), 1, 0, "here", state)
    with pytest.raises(ArgumentError, match="not a ReferenceState: give a state of this engine"):
        random_matches(Chosen(wasm, None), Policy.MOVES, 1, 0, 1, state=both.reference.initial(1))
    with pytest.raises(ArgumentError, match="chance acts at chance nodes"):
        wasm.sample_chance(state, 1)
    with pytest.raises(ArgumentError, match="`seed` is a whole number, not 'x'"):
        wasm.reseeded(state, "x")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="`states` is one state or 3, one for each match, not 2"):
        Batch(wasm, 3, 1, states=[state, state])
    begun = pair(named("gloriana")).wasm
    inside = next(other for _, other in stops(pair(begun.game), 1, 40) if other.pending)
    with pytest.raises(ArgumentError, match="a batch makes complete moves"):
        Batch(begun, 3, 1, states=inside)


def test_checking_looks_at_the_position_first() -> None:
    both = pair(named("leduc_poker"), Checking.ON)
    for one, other in stops(both, 5, 10):
        for policy in Policy:
            slow = simulate(both.reference, agents(both.reference.game, policy), 2, range(3), state=one)
            assert playouts(both.wasm, policy, 2, 0, 3, state=other) == slow

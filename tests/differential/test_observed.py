"""What a batch shows of hidden information: the numbers of `observation` for the seat that is to act, and nothing that it does not see."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from differential.lockstep import named
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.batch import Batch, Finished, Observing
from gamedsl_interpreter.wasm.engine import WasmEngine

NUMBER = 4

FORMS = """
game forms:
    "Every form of a field and a zone that some seat does not see."
    players 3

type colour: Red, Blue
type team: North, South

component 18 card in deck:
    name   count
    Low    6
    High   6
    Queen  6

component 4 coin in bank:
    name
    Penny
    Mark
    Franc
    Crown

shared:
    deck:  pile of card, seen by nobody
    used:  pile of card, top seen
    cellar: pile of card, seen by nobody, count hidden
    bank:  bag of coin, seen by nobody, count hidden
    trump: colour or none = none
    low:   -300..300 or none = none
    seen:  set of colour = []
    dice:  bag of 1..6 = []
    asked: players

each team:
    chest: bag of coin, seen by owner, count hidden
    plan:  pile of card, seen by owner

each player:
    team = North if number is 1 else South
    hand:  bag of card, seen by owner
    face:  slot of card, seen by others
    wish:  0..3 = 0, seen by owner

rounds up to 4:
    turns

phase turns, each player:
    draw up to 2 from deck to hand
    choose:
        put: up to 2 of hand
        hue: one of colour, seen by owner
    move put to used, in any order
    if count(hand) > 1 and face is none:
        draw up to 1 from deck to team.plan
        draw up to 1 from deck to cellar
        choose kept: one of hand
        move kept to face
    if hue is Red: draw up to 1 from bank to team.chest
    if count(used) > 4: team = North if team is South else South
    trump = hue if count(used) > 3 else none
    low = count(hand) - 5 * count(used)
    if count(used) > 4: low = none
    seen += hue
    dice += [1 + count(hand), 2]
    asked -= [me]
    wish = count(put)

ranking by highest count(hand), ties shared
"""
"""Counts and tops of zones that somebody does not see, teams that change, and fields of all forms."""

UNSEEN = """
game unseen:
    players 2

shared:
    late: 0..1 = 0

let watchers = players where 6 / (1 - late) rounded down > 0

each player:
    held: 0..3 = 0, seen by watchers

rounds up to 1:
    turns

phase turns, each player:
    choose n: one of 1..2
    held = n
    if me is players[1]: late = 1

ranking by highest held, ties shared
"""
"""Who sees something at the end cannot be computed."""
GAMES = ("kuhn_poker", "goofspiel", "phantom_tic_tac_toe", "love_letter", "glory_islands", "forms")


def _game(name: str) -> Game:
    return gamedsl.parse_rules(FORMS).game() if name == "forms" else named(name)


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_those_of_both_executors(name: str) -> None:
    game, random = _game(name), Random(name)
    engine, reference = WasmEngine(game), ReferenceEngine(game)
    batch = Batch(engine, NUMBER, 5, 0, Finished.BEGINS_AGAIN_AND_SHOWS_END, observing=Observing.SEAT_TO_ACT)
    states = [reference.initial(5, i) for i in range(NUMBER)]
    begun, steps = NUMBER, 0
    while steps < 30 or begun < 2 * NUMBER:
        seen, seats, steps = _seen(batch), list(batch.seats), steps + 1
        for i, state in enumerate(states):
            seat = batch.seats[i]
            assert seen[i] == gamedsl.observation(reference, state, seat).tolist()
            assert seen[i] == gamedsl.observation(engine, batch.state(i), seat).tolist()
            batch.actions[i] = random.randrange(batch.counts[i])
            states[i] = reference.play(state, seat, reference.moves(state, seat)[batch.actions[i]])
        batch.step()
        for i, state in enumerate(states):
            assert state.is_over == bool(batch.done[i])
            if state.is_over:
                end = [batch.ended_positions[i, k] for k in range(game.layout.size)]
                assert bytes(end) == state.bytes
                assert _rows(batch.ended_observations)[i] == gamedsl.observation(reference, state, seats[i]).tolist()
                states[i], begun = reference.initial(5, begun), begun + 1


def _seen(batch: Batch) -> list[list[int]]:
    return _rows(batch.observations)


def _rows(numbers: memoryview[int]) -> list[list[int]]:
    rows, size = numbers.shape or (0, 0)
    return [[numbers[i, k] for k in range(size)] for i in range(rows)]


@pytest.mark.parametrize("name", ["kuhn_poker", "love_letter", "liars_dice"])
def test_what_is_hidden_changes_no_number(name: str) -> None:
    """The worlds that a seat cannot tell apart look the same, although the positions differ."""
    engine, dice = WasmEngine(named(name)), gamedsl.Dice.seeded(3)
    state, positions = engine.initial(2), set[bytes]()
    for _ in range(5):
        seat = engine.to_act(state)[0]
        worlds = [engine.sample_world(state, seat, dice) for _ in range(8)]
        batch = Batch(engine, len(worlds), 1, states=worlds, observing=Observing.SEAT_TO_ACT)
        assert all(row == gamedsl.observation(engine, state, seat).tolist() for row in _seen(batch))
        positions |= {world.bytes for world in worlds}
        state = engine.play(state, seat, engine.moves(state, seat)[0])
        if state.is_over:
            break
    assert len(positions) > 3


def test_a_match_that_is_over_shows_nothing() -> None:
    batch = Batch(WasmEngine(named("kuhn_poker")), 2, 1, finished=Finished.STAYS, observing=Observing.SEAT_TO_ACT)
    for _ in range(3):
        batch.step()
    assert list(batch.seats) == [-1, -1]
    assert not any(map(any, _seen(batch)))


def test_ends_are_shown_where_they_were_asked_for() -> None:
    engine, ends = WasmEngine(named("kuhn_poker")), Finished.BEGINS_AGAIN_AND_SHOWS_END
    for batch in (Batch(engine, 2, 1), Batch(engine, 2, 1, finished=Finished.STAYS)):
        with pytest.raises(gamedsl.ArgumentError, match="this batch keeps no ends"):
            _ = batch.ended_positions
    for batch in (Batch(engine, 2, 1, finished=ends), Batch(engine, 2, 1, observing=Observing.SEAT_TO_ACT)):
        with pytest.raises(gamedsl.ArgumentError, match="this batch does not observe ends"):
            _ = batch.ended_observations


def test_a_fault_in_what_an_end_shows_is_that_of_the_reference() -> None:
    """Rules compute who sees a field, and that cannot be computed at the end."""
    game = gamedsl.parse_rules(UNSEEN).game()
    batch = Batch(WasmEngine(game), 2, 1, 0, Finished.BEGINS_AGAIN_AND_SHOWS_END, observing=Observing.SEAT_TO_ACT)
    with pytest.raises(Fault) as found:
        batch.step()
    engine = ReferenceEngine(game)
    state = engine.play(engine.initial(1), SeatId(0), engine.moves(engine.initial(1), SeatId(0))[0])
    with pytest.raises(Fault) as expected:
        gamedsl.observation(engine, state, 0)
    assert (found.value.code, found.value.site) == (expected.value.code, expected.value.site)


def test_without_observing_there_are_no_observations() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="this batch does not observe"):
        _ = Batch(WasmEngine(named("kuhn_poker")), 2, 1).observations

"""What a batch shows of hidden information: the numbers of `observation` for the seat that is to act, and nothing that it does not see."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from differential.lockstep import named
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.batch import Batch, Finished, Observing
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
GAMES = ("kuhn_poker", "goofspiel", "phantom_tic_tac_toe", "love_letter", "glory_islands", "forms")


def _game(name: str) -> Game:
    return gamedsl.parse_rules(FORMS).game() if name == "forms" else named(name)


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_those_of_both_executors(name: str) -> None:
    game, random = _game(name), Random(name)
    engine, reference = WasmEngine(game), ReferenceEngine(game)
    batch = Batch(engine, NUMBER, 5, observing=Observing.SEAT_TO_ACT)
    states = [reference.initial(5, i) for i in range(NUMBER)]
    begun = NUMBER
    for _ in range(30):
        seen = _seen(batch)
        for i, state in enumerate(states):
            seat = batch.seats[i]
            assert seen[i] == gamedsl.observation(reference, state, seat).tolist()
            assert seen[i] == gamedsl.observation(engine, batch.state(i), seat).tolist()
            batch.actions[i] = random.randrange(batch.counts[i])
            states[i] = reference.play(state, seat, reference.moves(state, seat)[batch.actions[i]])
        batch.step()
        for i, state in enumerate(states):
            if state.is_over:
                states[i], begun = reference.initial(5, begun), begun + 1


def _seen(batch: Batch) -> list[list[int]]:
    rows, size = batch.observations.shape or (0, 0)
    return [[batch.observations[i, k] for k in range(size)] for i in range(rows)]


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


def test_without_observing_there_are_no_observations() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="this batch does not observe"):
        _ = Batch(WasmEngine(named("kuhn_poker")), 2, 1).observations

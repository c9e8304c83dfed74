"""States go to JSON and come back as they were, and only to their own game."""

from __future__ import annotations

import json

import pytest

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.json import Json
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.serial import OtherGameError, StateError, state_from_json, state_to_json
from unit.interpreter.builders import bidding, collecting, draw_and_discard, tic_tac_toe


@pytest.mark.parametrize(
    "game", [tic_tac_toe(), draw_and_discard(), bidding(), collecting()], ids=lambda game: game.name
)
def test_every_state_of_a_match_comes_back(game: Game) -> None:
    engine = ReferenceEngine(game)
    state = engine.initial(4)
    for _ in range(40):
        text = json.dumps(state_to_json(engine, state))
        again = state_from_json(engine, json.loads(text))
        assert again == state
        assert again.stream == state.stream
        for seat in range(len(game.seats)):
            assert engine.view(again, SeatId(seat)) == engine.view(state, SeatId(seat))
        if state.is_over:
            return
        seat = engine.to_act(state)[0]
        state = engine.take_step(again, seat, engine.step(again, seat).options[-1].value)
    raise AssertionError("the matches are short")


def test_a_state_of_another_game_is_refused() -> None:
    one, other = ReferenceEngine(tic_tac_toe()), ReferenceEngine(draw_and_discard())
    with pytest.raises(OtherGameError, match="another game"):
        state_from_json(other, state_to_json(one, one.initial(0)))
    with pytest.raises(ValueError, match="format"):
        state_from_json(one, {"format": 0})


PASSING = """\
game passing:
    players 2

component 6 card in deck: 1..6

shared:
    deck: bag of card

each player:
    hand: bag of card, seen by owner
    heap: bag of card

setup:
    each player: draw 3 from deck to hand

rounds up to 1:
    turns

phase turns, each player together:
    choose kept: 1..2 of hand
    move kept to heap

ranking by highest count(heap), ties shared
"""


def test_steps_of_choices_that_are_made_together_come_back_and_others_are_refused() -> None:
    engine = ReferenceEngine(gamedsl.parse_rules(PASSING).game())
    state = engine.initial(1)
    state = engine.take_step(state, SeatId(0), engine.step(state, SeatId(0)).options[-1].value)
    assert [seat for seat, _ in state.pending] == [0]
    data = state_to_json(engine, state)
    assert state_from_json(engine, json.loads(json.dumps(data))) == state
    ((_, steps),) = state.pending
    wrongs: list[Json] = [[0, [9]], [0, [*steps, *steps]], [1, [9]], [2, [*steps]]]
    for wrong in wrongs:
        with pytest.raises(StateError):
            state_from_json(engine, {**data, "pending": [wrong]})

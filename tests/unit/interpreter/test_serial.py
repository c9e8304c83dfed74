"""States go to JSON and come back as they were, and only to their own game."""

from __future__ import annotations

import json

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.serial import OtherGameError, state_from_json, state_to_json
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

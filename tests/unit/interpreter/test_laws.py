"""Laws that hold on every position of every game: steps and moves are the same walks, texts name moves, states come back from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Step
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.serial import state_from_json, state_to_json
from games import shipped
from share import IS_WHOLE, few

DECISIONS = 12
"""How many decisions of a match are looked at; in a whole run the match goes on to its end."""


@pytest.mark.parametrize("name", few(shipped.GAMES, 5, 3))
def test_laws_on_a_random_match(name: str) -> None:
    """With as many people as take part and all options at their last value."""
    engine = shipped.engine(name, shipped.every_setup(name)[-1])
    dice = policy_stream(17)
    state = engine.initial(17)
    looked = 0
    while not state.is_over and (IS_WHOLE or looked < DECISIONS):
        seat = engine.to_act(state)[-1]
        if looked < DECISIONS:
            looked += 1
            _check_walks(engine, state, seat)
            _check_json(engine, state)
        move = engine.walk(state, seat, lambda step: step.options[dice.below(len(step.options))].value)
        state = engine.play(state, seat, move)
    assert looked
    assert (engine.outcome(state) is not None) is state.is_over


def _check_walks(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> None:
    """The moves are what all ways of answering the steps come to, in the same order; each is found by its text."""
    moves = engine.moves(state, seat)
    assert len(moves) > 1 or engine.step(state, seat).kind == "only"
    assert len({move.text for move in moves}) == len(moves)
    if len(moves) <= 60:
        assert list(_walked(engine, state, seat, ())) == [move.steps for move in moves]
    for move in moves[:: max(1, len(moves) // 5)]:
        assert engine.parse_move(state, seat, move.text) == move


def _walked(
    engine: ReferenceEngine, state: ReferenceState, seat: SeatId, answers: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """All walks that begin with these answers to the open steps."""
    asked: list[Step] = []

    def answer(step: Step) -> int:
        asked.append(step)
        return answers[len(asked) - 1] if len(asked) <= len(answers) else step.options[0].value

    move = engine.walk(state, seat, answer)
    if len(asked) == len(answers):
        yield move.steps
        return
    for option in asked[len(answers)].options:
        yield from _walked(engine, state, seat, (*answers, option.value))


def _check_json(engine: ReferenceEngine, state: ReferenceState) -> None:
    again = state_from_json(engine, json.loads(json.dumps(state_to_json(engine, state))))
    assert again == state
    for seat in range(len(engine.game.seats)):
        assert engine.view(again, SeatId(seat)) == engine.view(state, SeatId(seat))

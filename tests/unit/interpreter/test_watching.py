"""What onlookers learn: whether somebody is asked, and what is told of a secret choice, on both executors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking, Engine, IllegalMove, Move
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine

_RULES = Path(__file__).parents[2] / "corpus" / "meaning" / "watching.gdl"
ANN, BOB = SeatId(0), SeatId(1)

TOGETHER = """
game hands:
    "Two cards each; all play one at once."
    players 3

component 12 card in deck:
    name  count
    Low   6
    High  6

shared:
    deck: bag of card, seen by nobody
    row:  bag of card

each player:
    hand: bag of card, seen by owner

setup: each player: draw 2 from deck to hand

rounds up to 1:
    plays

phase plays, each player together:
    choose card: one of hand
    move card to row

ranking by highest count(row), ties shared
"""


@cache
def _game(text: str) -> Game:
    parsed = pipeline.parse_files(Source("watching", text), lambda _: None)
    return pipeline.compile(parsed, pipeline.setups(parsed)[0]).game


_EXECUTORS: dict[str, Callable[[Game], Engine[Any]]] = {
    "reference": lambda game: ReferenceEngine(game, Checking.ON),
    "wasm": lambda game: WasmEngine(game, Checking.ON),
}


@pytest.fixture(params=list(_EXECUTORS))
def engine(request: pytest.FixtureRequest) -> Engine[Any]:
    """Each of the executors."""
    return _EXECUTORS[request.param](_game(_RULES.read_text(encoding="utf-8")))


@pytest.fixture(params=list(_EXECUTORS))
def together(request: pytest.FixtureRequest) -> Engine[Any]:
    """Each of the executors, for the game in which all choose at once."""
    return _EXECUTORS[request.param](_game(TOGETHER))


def _played(engine: Engine[Any], state: Any, text: str) -> Any:
    seat = engine.to_act(state)[0]
    move = engine.parse_move(state, seat, text)
    assert isinstance(move, Move), move
    return engine.play(state, seat, move)


def _deals(engine: Engine[Any]) -> Iterator[tuple[Any, bool]]:
    """Matches in which Ann has to choose from her hand, and whether her cards are alike."""
    for seed in range(20):
        state = engine.initial(seed)
        hand = next(zone.contents for zone in engine.view(state, ANN).zones if zone.name == "P1.hand")
        yield state, hand is not None and len(hand) == 1


def test_a_choice_from_a_hand_is_asked_whether_it_is_forced_or_not(engine: Engine[Any]) -> None:
    met = set[bool]()
    for state, forced in _deals(engine):
        met.add(forced)
        assert engine.to_act(state) == (ANN,)
        assert len(engine.moves(state, ANN)) == (1 if forced else 2)
    assert met == {True, False}


def test_the_only_move_is_one_step(engine: Engine[Any]) -> None:
    state = next(state for state, forced in _deals(engine) if forced)
    step, (move,) = engine.step(state, ANN), engine.moves(state, ANN)
    assert (step.kind, step.decision, step.name, step.about) == ("only", "show_one", "show_one", "")
    assert [(option.value, option.text) for option in step.options] == [(0, move.text)]
    assert engine.take_step(state, ANN, 0).bytes == engine.play(state, ANN, move).bytes
    assert engine.walk(state, ANN, lambda step: step.options[0].value) == move
    with pytest.raises(IllegalMove):
        engine.take_step(state, ANN, 1)


def test_a_selection_of_nothing_is_asked_as_well(engine: Engine[Any]) -> None:
    state = next(state for state, forced in _deals(engine) if forced)
    low = "Low" in engine.moves(state, ANN)[0].text
    after = _played(engine, state, f"show_one(card = {'Low' if low else 'High'})")
    after = _played(engine, _played(engine, after, "no may_show"), "no may_plan")
    step = engine.step(after, ANN)
    assert (step.kind == "only") == low
    assert not low or step.options[0].text == "give_highs(highs = [])"


def test_what_everybody_can_count_is_not_asked(engine: Engine[Any]) -> None:
    state = next(state for state, _ in _deals(engine))
    for text in (engine.moves(state, ANN)[0].text, "no may_show", "no may_plan", "give_highs(highs = [])"):
        state = _played(engine, state, text)
    assert engine.to_act(state) == (BOB,)
    assert "P1: count_row(number_told = 1)" in [event.text for event in engine.view(state, BOB).events]


def test_a_secret_choice_tells_nobody_whether_it_was_taken(engine: Engine[Any]) -> None:
    state = _played(engine, engine.initial(1), engine.moves(engine.initial(1), ANN)[0].text)
    shown, declined = _played(engine, state, "may_show(wish = 2)"), _played(engine, state, "no may_show")
    assert engine.view(shown, BOB).events[-2:][0].text == "P1: may_show(wish = 2)"
    assert engine.view(declined, BOB).events[-1].text == "P1: no may_show"
    ways = [_played(engine, declined, text) for text in ("no may_plan", "may_plan(wish = 1)", "may_plan(wish = 3)")]
    first, *others = ways
    assert engine.view(first, BOB).events[-1].data == ("choose", "P1", (("may_plan", None, ()),))
    for other in others:
        assert engine.view(other, BOB) == engine.view(first, BOB)
        assert engine.to_act(other) == engine.to_act(first)
        assert engine.view(other, ANN).events != engine.view(first, ANN).events


def test_all_are_asked_who_choose_at_once(together: Engine[Any]) -> None:
    forced = 0
    for seed in range(20):
        state = together.initial(seed)
        for seat in (BOB, ANN, SeatId(2)):
            assert seat in together.to_act(state)
            moves = together.moves(state, seat)
            forced += len(moves) == 1
            state = together.play(state, seat, moves[0])
        assert state.is_over
    assert forced

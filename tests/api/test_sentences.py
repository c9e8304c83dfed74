"""What players read and see of sentences and open tops, and that saved states keep it."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl import Checking, Engine, State
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Move, Refusal

_RULES = """game throwing:
    players 2

component 8 card in deck:
    name  worth  count
    Low   1      4
    Mid   2      2
    High  3      2

shared:
    deck: bag of card
    discards: pile of card, top seen

each player:
    hand: bag of card, seen by owner

setup:
    each player: move [2 Low, Mid, High] from deck to hand

rounds up to 2:
    turns

phase turns, each player:
    choose card: one of hand where worth > 1 or round is 2 "Too low.", ask "What do you throw?"
    say "{me} throws {card}, {count(hand)} were held."
    move card to discards
    move hand to discards, in any order

ranking by highest count(hand), ties shared
"""
ANN, BOB = SeatId(0), SeatId(1)


@pytest.fixture
def engine() -> Engine[State]:
    return gamedsl.engine_for(gamedsl.parse_rules(_RULES, "throwing.gdl").game(), Checking.ON)


def _thrown(engine: Engine[State]) -> State:
    state = engine.initial(seed=5)
    move = engine.parse_move(state, ANN, "turns(card = High)")
    assert isinstance(move, Move)
    return engine.play(state, ANN, move)


def test_a_refusal_carries_the_sentence_of_the_filter(engine: Engine[State]) -> None:
    refusal = engine.parse_move(engine.initial(seed=5), ANN, "turns(card = Low)")
    assert isinstance(refusal, Refusal)
    assert (refusal.kind, refusal.reason, refusal.why, refusal.text) == ("selection", "card", "Too low.", "Too low.")


def test_a_step_carries_the_question(engine: Engine[State]) -> None:
    assert engine.step(engine.initial(seed=5), ANN).ask == "What do you throw?"


def test_everyone_reads_what_is_said(engine: Engine[State]) -> None:
    state = _thrown(engine)
    for seat in (ANN, BOB):
        said = [event.text for event in engine.view(state, seat).events if event.data[0] == "say"]
        assert said == ["P1 throws High, 4 were held."]


def test_the_top_is_seen_and_nothing_below(engine: Engine[State]) -> None:
    state = _thrown(engine)
    for seat in (ANN, BOB):
        view = engine.view(state, seat)
        (pile,) = [zone for zone in view.zones if zone.name == "discards"]
        assert pile.contents is None
        assert pile.count == 4
        assert [count for _, count in pile.backs] == [1]
        assert pile.backs[0][0] in {name for name, _ in pile.known}
    told = [event.text for event in engine.view(state, BOB).events]
    assert "High from P1.hand to discards" in told
    assert "3 unseen from P1.hand to discards" in told


def test_a_saved_state_keeps_what_was_said(engine: Engine[State]) -> None:
    state = _thrown(engine)
    again = gamedsl.state_from_json(engine, gamedsl.state_to_json(engine, state))
    assert engine.view(again, BOB) == engine.view(state, BOB)

"""Positions that look the same to a seat: which pieces may change places."""

from __future__ import annotations

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.trouble.exchanging import exchange

RULES = """\
game held:
    players 2

component 6 card in deck: 1..6

shared:
    deck: pile of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    points = 0

setup:
    shuffle deck
    each player: draw 2 from deck to hand

rounds up to 1:
    turns

phase turns, each player:
    choose card: one of hand
    points += 1
    choose last_one: one of 0..1
    points += last_one
    move card to deck

ranking by highest points, ties shared
"""


def test_pieces_that_somebody_has_chosen_stay_where_they_are() -> None:
    engine = ReferenceEngine(gamedsl.parse_rules(RULES).game())
    state = engine.initial(1)
    assert "hand" in _told(engine, state, SeatId(1))
    state = engine.play(state, SeatId(0), engine.moves(state, SeatId(0))[0])
    assert _told(engine, state, SeatId(1)) == ""


def _told(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> str:
    """Says what is otherwise in positions that look the same to a seat, and checks that they do."""
    told = ""
    for seed in range(10):
        other = exchange(engine.machine, state, seat, Dice.seeded(seed))
        if other is not None:
            assert engine.view(other.state, seat) == engine.view(state, seat)
            told += f"{other.text}\n"
    return told

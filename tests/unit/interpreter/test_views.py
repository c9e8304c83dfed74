"""What seats see: nothing that is hidden from them, all that is not, and what they remember."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import gamedsl
from gamedsl import pipeline
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from unit.interpreter.builders import CLOSED, SEEN, bidding, draw_and_discard

ANN, BOB, CAT = SeatId(0), SeatId(1), SeatId(2)


def zone(view: View, name: str) -> object:
    return next(z for z in view.zones if z.name == name)


def test_hidden_draws_look_alike() -> None:
    # Whatever Ann draws and Bob does not see: Bob's views are equal, Ann's differ.
    engine = ReferenceEngine(draw_and_discard())
    start = engine.initial(None)
    drawn = (engine.play_chance(start, outcome) for outcome in engine.chance(start))
    after = [state for state in drawn if engine.to_act(state)]
    bobs = {str(engine.view(state, BOB)) for state in after}
    anns = {str(engine.view(state, ANN)) for state in after}
    assert len(bobs) == 1
    assert len(anns) == len(after) > 1


def test_forced_and_chosen_moves_look_alike() -> None:
    # With two Ants Ann's card is forced; with Ant and Bee she chooses the Ant: Bob observes the same.
    engine = ReferenceEngine(draw_and_discard())
    start = engine.initial(None)
    forced, chosen = (engine.play_chance(start, outcome) for outcome in engine.chance(start)[:2])
    assert engine.to_act(chosen) == (ANN,)
    assert not engine.to_act(forced)
    chosen = engine.play(chosen, ANN, engine.moves(chosen, ANN)[0])
    assert engine.view(forced, BOB).events == engine.view(chosen, BOB).events
    seen, before = engine.observe_events(chosen, ANN), engine.observe_events(start, ANN)
    assert (*before, *engine.observe_events(chosen, ANN, start)) == seen == engine.view(chosen, ANN).events


def test_commits_stay_unseen_until_all_have_chosen() -> None:
    engine = ReferenceEngine(bidding(), Checking.ON)
    start = engine.initial(0)
    ways = [engine.play(start, BOB, move) for move in engine.moves(start, BOB)]
    assert len({str(engine.view(state, ANN)) for state in (start, *ways)}) == 1
    assert all(engine.to_act(state) == (ANN, CAT) for state in ways)
    assert len({str(engine.view(state, BOB)) for state in ways}) == 3


def test_the_order_of_commits_does_not_matter() -> None:
    engine = ReferenceEngine(bidding(), Checking.ON)
    start = engine.initial(0)

    def through(order: tuple[SeatId, ...]) -> ReferenceState:
        state = start
        for seat in order:
            state = engine.play(state, seat, engine.moves(state, seat)[seat])
        return state

    one, other = through((ANN, BOB, CAT)), through((CAT, ANN, BOB))
    assert one == other
    for seat in (ANN, BOB, CAT):
        assert engine.view(one, seat) == engine.view(other, seat)


def test_what_was_seen_is_remembered_and_unseen_moves_blur_it() -> None:
    # The deck's content is printed in the rules: 3 Ants, 2 Bees, 1 Cat. Two unseen cards leave one Ant for certain.
    engine = ReferenceEngine(draw_and_discard(hand=CLOSED))
    start = engine.initial(None)
    assert dict(known(engine.view(start, ANN), "deck")) == {"Ant": 3, "Bee": 2, "Cat": 1}
    after = engine.play_chance(start, engine.chance(start)[1])
    assert dict(known(engine.view(after, BOB), "deck")) == {"Ant": 1}


def known(view: View, name: str) -> tuple[tuple[str, int], ...]:
    return next(z.known for z in view.zones if z.name == name)


def test_what_is_known_is_always_there() -> None:
    engine = ReferenceEngine(draw_and_discard(), Checking.ON)
    shown = ReferenceEngine(evolve(draw_and_discard(hand=SEEN)), Checking.ON)
    for seed in range(40):
        state, open_state = engine.initial(seed), shown.initial(seed)
        while not state.is_over:
            truth = {z.name: dict(z.contents or ()) for z in shown.view(open_state, ANN).zones}
            for seat in (ANN, BOB):
                for z in engine.view(state, seat).zones:
                    if z.contents is None and z.name != "deck":
                        assert all(truth[z.name].get(kind, 0) >= count for kind, count in z.known)
            seat = engine.to_act(state)[0]
            choice = seed % len(engine.moves(state, seat))
            state = engine.play(state, seat, engine.moves(state, seat)[choice])
            open_state = shown.play(open_state, seat, shown.moves(open_state, seat)[choice])


def test_the_open_top_of_a_pile_is_seen_to_leave() -> None:
    rules = (Path(__file__).parents[2] / "corpus/meaning/discards.gdl").read_text(encoding="utf-8")
    rules, _, _ = rules.replace("rounds up", "setup: each player: draw 2 from deck to hand\n\nrounds up").partition(
        "example"
    )
    parsed = pipeline.parse_files(Source("discards", rules), lambda _: None)
    engine = ReferenceEngine(pipeline.compile(parsed, pipeline.setups(parsed)[0]).game)
    state = engine.initial(1)
    for action in ("throw_one", "throw_one", "take_top"):
        (seat,) = engine.to_act(state)
        move = next(move for move in engine.moves(state, seat) if action in str(move))
        state = engine.play(state, seat, move)
    assert "Low from discards to P1.hand" in [event.text for event in engine.view(state, BOB).events]


PURSES = """game purses:
    players 2

component 3 coin in purse:
    name    count
    Gold    2
    Silver  1

shared:
    purse: bag of coin, seen by nobody{purse}
    chest: bag of coin, seen by nobody{chest}

rounds up to 2:
    turns
    emptying

phase turns, each player:
    choose number: one of 1..2
    if number is 1 and count(purse) is 3: draw 1 from purse to chest

phase emptying:
    draw count(purse) from purse to chest

score seats: 1
ranking by highest seats, ties shared
"""
HIDDEN = ", count hidden"


@pytest.mark.parametrize(
    ("purse", "chest", "after_one", "after_all"),
    [
        ("", "", {"purse": {"Gold": 1}}, {"chest": {"Gold": 1}}),
        ("", HIDDEN, {"purse": {"Gold": 1}}, {"chest": {"Gold": 1}}),
        (HIDDEN, "", {"purse": {"Gold": 1}}, {}),
        (HIDDEN, HIDDEN, {}, {}),
    ],
)
def test_what_is_known_of_pieces_that_leave_unseen(
    purse: str, chest: str, after_one: dict[str, dict[str, int]], after_all: dict[str, dict[str, int]]
) -> None:
    """Whoever cannot see how many pieces leave knows nothing of those that may have stayed."""
    engine = ReferenceEngine(gamedsl.parse_rules(PURSES.format(purse=purse, chest=chest)).game(), Checking.ON)
    state = engine.initial(1)
    assert _known(engine, state) == {"purse": {"Gold": 2, "Silver": 1}}
    state = _chosen(engine, state, 1)
    assert _known(engine, state) == after_one
    state = _chosen(engine, state, 2)
    assert _known(engine, state) == after_all


def _chosen(engine: ReferenceEngine, state: ReferenceState, number: int) -> ReferenceState:
    seat = engine.to_act(state)[0]
    return engine.play(state, seat, engine.moves(state, seat)[number - 1])


def _known(engine: ReferenceEngine, state: ReferenceState) -> dict[str, dict[str, int]]:
    """What all players know of pieces that they do not see, the same for each of them."""
    first, second = (
        {one.name: dict(one.known) for one in engine.view(state, seat).zones if one.known} for seat in (ANN, BOB)
    )
    assert first == second
    return first

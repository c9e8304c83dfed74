"""The laws of worlds, in matches of all shipped games that hide something.

1. Where a seat has seen the same, equal dice draw equal worlds: what is hidden from it may be otherwise.
2. In a world the seat sees what it sees, has seen what it has seen, and has the moves that it has.
3. No piece is lost or made, and what the seat knows to lie somewhere lies there.
4. Both executors draw the same worlds.
"""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Worlds
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.serial import state_from_json, state_to_json
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from property.hidden import other_truth
from property.test_hidden_facts import hiding_setup
from property.walks import match
from property.world_laws import broken_law, main
from share import less, picked

_ON_BOTH = {
    "glory_islands",
    "hearts",
    "kuhn_poker",
    "liars_dice",
    "lost_cities",
    "love_letter",
    "phantom_tic_tac_toe",
    "sealed_bids",
}
"""Games for both executors: zones of all forms, rolls, simultaneous decisions, choices that nobody saw."""

_EVERYDAY = (
    "branch_lines",
    "hearts",
    "kuhn_poker",
    "liars_dice",
    "love_letter",
    "phantom_tic_tac_toe",
    "roses",
    "sealed_bids",
)
"""Hands, piles, dice, bids, what is said and compared, a variant, and marks that somebody chose unseen."""

_LOOKS = less(4, 1)
"""Positions of a match that are looked at."""


@pytest.mark.parametrize("name", picked(shipped.HIDING, _EVERYDAY))
def test_a_world_is_what_its_seat_knows(name: str) -> None:
    reference = ReferenceEngine(shipped.game(name, hiding_setup(name)))
    wasm = WasmEngine(reference.game) if name in _ON_BOTH else None
    dice = random.Random(name)
    stops = [state for state, _ in match(reference, 1, most=200)]
    for state in dice.sample(stops, min(_LOOKS, len(stops))):
        seat = SeatId(dice.randrange(reference.game.humans))
        worlds = reference.worlds(state, seat)
        assert broken_law(reference, state, worlds, 1) == ""
        _same_whatever_is_hidden(reference, state, worlds, dice)
        if wasm is not None:
            _same_on_both(reference, wasm, state, worlds)


def _same_on_both(
    reference: ReferenceEngine, wasm: WasmEngine, state: ReferenceState, worlds: Worlds[ReferenceState]
) -> None:
    there = wasm.worlds(wasm.put(state), worlds.seat)
    assert there.lossy == worlds.lossy
    for number in range(3):
        world, same = there.sample(_dice(number)), worlds.sample(_dice(number))
        assert world.bytes == same.bytes
        assert wasm.with_log(world).stream == same.stream
        assert wasm.to_act(world) == reference.to_act(same)
        assert wasm.view(world, worlds.seat) == reference.view(state, worlds.seat)


def _dice(number: int) -> Dice:
    return Dice(chance(7, number))


def _same_whatever_is_hidden(
    engine: ReferenceEngine, state: ReferenceState, worlds: Worlds[ReferenceState], dice: random.Random
) -> None:
    seat = worlds.seat
    other = engine.worlds(other_truth(engine, state, seat, dice), seat)
    assert other.lossy == worlds.lossy
    for number in range(2):
        assert other.sample(_dice(number)).bytes == worlds.sample(_dice(number)).bytes


def test_nobody_else_has_seen_anything_in_a_world() -> None:
    engine = ReferenceEngine(shipped.game("hearts", shipped.setups("hearts")[0]))
    world = engine.sample_world(engine.initial(1), SeatId(2), _dice(1))
    assert engine.view(world, SeatId(2)).events
    with pytest.raises(ArgumentError, match="drawn for"):
        engine.view(world, SeatId(1))


def test_a_world_can_be_played_on_and_saved() -> None:
    engine = ReferenceEngine(shipped.game("hearts", shipped.setups("hearts")[0]))
    world = engine.sample_world(engine.initial(1), SeatId(2), _dice(1))
    again = state_from_json(engine, state_to_json(engine, world))
    assert again == world
    assert engine.view(again, SeatId(2)) == engine.view(world, SeatId(2))
    for one in (world, again, pickle.loads(pickle.dumps(world))):
        with pytest.raises(ArgumentError, match="drawn for"):
            engine.worlds(one, SeatId(1))
    for _ in range(30):
        seat = engine.to_act(world)[0]
        world = engine.play(world, seat, engine.moves(world, seat)[0])
    assert engine.view(world, SeatId(2)).events


def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results"
    for _ in range(2):
        assert main([str(results), "--games", "kuhn_poker", "--matches", "2"]) == 0
        assert capsys.readouterr().out == "2 matches, 0 broken laws\n"
    assert len(results.read_text().splitlines()) == 2


def test_the_laws_hold_in_random_rules_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "results"), "--generated", "5050", "5053"]) == 0
    assert capsys.readouterr().out == "4 matches, 0 broken laws\n"


def test_worlds_of_a_match_that_the_fast_executor_plays() -> None:
    """What it tells of the match is all that beliefs need; worlds are played on, looked at and pickled like other states."""
    game = shipped.game("hearts", shipped.setups("hearts")[0])
    reference, wasm = ReferenceEngine(game), WasmEngine(game)
    one, other = reference.initial(3), wasm.initial(3)
    for _ in range(24):
        seat = reference.to_act(one)[0]
        one = reference.play(one, seat, reference.moves(one, seat)[-1])
        other = wasm.play(other, seat, wasm.moves(other, seat)[-1])
    seat = wasm.to_act(other)[0]
    world = wasm.sample_world(other, seat, _dice(1))
    assert world.bytes == reference.sample_world(one, seat, _dice(1)).bytes
    after = wasm.play(world, seat, wasm.moves(world, seat)[0])
    assert len(wasm.view(after, seat).events) > len(wasm.view(other, seat).events)
    assert wasm.view(pickle.loads(pickle.dumps(world)), seat) == wasm.view(other, seat)

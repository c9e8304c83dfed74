"""Matches from named starts: both executors begin in the same position, and play, search, summarise and save alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from corpus.test_corpus import HERE
from differential.lockstep import Pair, is_over, pair, played, same_choices, same_seats
from gamedsl import load_rules, parse_rules, replay_from_json, replay_to_json, state_from_json, state_to_json
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.serial import from_json, to_json
from gamedsl_interpreter.engine import Checking, Engine, Fault, Forced
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.matches.replay import DivergedError, verify_replay
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.perft import TooManyError, perft
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from share import less, paired, share
from tools.verifier.verify import verify

RULES = load_rules(HERE / "meaning" / "starts.gdl")
GAMES = {
    "two": RULES.game(players=2, stormy="yes"),
    "three": RULES.game(names=("Ann", "Bob", "Cat")),
}
STARTS = [(name, start.name) for name, game in GAMES.items() for start in game.starts]


def _engines(both: Pair) -> tuple[Engine[Any], ...]:
    return both.reference, both.wasm


def test_a_setup_has_its_own_starts() -> None:
    assert STARTS == [("two", "calm"), ("two", "squall"), ("three", "calm"), ("three", "late")]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_graph_keeps_its_promises(game: Game) -> None:
    assert verify(game) == []


@pytest.mark.parametrize(
    ("name", "start", "forced"), [(*start, forced) for start, forced in paired(STARTS, list(Forced))]
)
def test_both_executors_play_alike(name: str, start: str, forced: Forced) -> None:
    both = pair(GAMES[name], Checking.ON, forced)
    for seed in range(less(3, 1)):
        _compared(both, start, seed)
        _compared(both, None, seed)


def _compared(both: Pair, start: str | None, seed: int) -> None:
    random = Random(seed)
    one, other = both.reference.initial(seed, 0, start), both.wasm.initial(seed, 0, start)
    for _ in range(30):
        for seat in map(SeatId, range(both.reference.game.humans)):
            assert both.reference.view(one, seat) == both.wasm.view(other, seat)
        if is_over(both, one, other):
            return
        seat = random.choice(same_seats(both, one, other))
        after = played(both, (one, other), seat, random.choice(same_choices(both, one, other, seat)))
        assert after is not None, "both run into a fault"
        one, other = after


@pytest.mark.parametrize(("name", "start"), share(STARTS, 3))
def test_trees_and_playouts(name: str, start: str) -> None:
    both = pair(GAMES[name])
    assert _levels(both, start, of_wasm=True) == _levels(both, start, of_wasm=False)
    assert explore(both.wasm, 1, 3_000, start) == explore(both.reference, 1, 3_000, start)
    agents = [RandomMoves()] * len(both.wasm.game.seats)
    slow = simulate(both.reference, agents, 5, range(8), start=start)
    assert playouts(both.wasm, Policy.MOVES, 5, 0, 8, start=start) == slow
    assert playouts(both.wasm, Policy.MOVES, 5, 0, 8) != slow


def _levels(both: Pair, start: str, *, of_wasm: bool) -> list[object]:
    found: list[object] = []
    try:
        found += perft(both.wasm if of_wasm else both.reference, 3, 3_000, start)
    except TooManyError as error:
        found.append(str(error))
    return found


def test_a_batch_begins_from_a_start() -> None:
    both = pair(GAMES["three"])
    batch = Batch(both.wasm, 2, 9, start="late")
    assert [batch.state(i).bytes for i in range(2)] == [both.reference.initial(9, i, "late").bytes for i in range(2)]


def test_the_round_and_the_turn() -> None:
    """In `late` Bob trades in round 3, where Ann is tired; Cat follows, and round 4 is the last."""
    engine = pair(GAMES["three"]).reference
    state = engine.initial(1, 0, "late")
    fields = dict(engine.view(state, SeatId(0)).fields)
    assert (fields["round"], fields["Ann.tired"], engine.to_act(state)) == ("3", "yes", (1,))
    names = [
        engine.game.seats[played.seat] for played in play_match(engine, [RandomMoves()] * 3, 1, start="late").moves
    ]
    assert set(names[: names.index("Ann")]) == {"Bob", "Cat"}


def test_who_knows_what() -> None:
    """Nobody knows hidden pieces that a start has laid out, except who sees them."""
    engine = pair(GAMES["three"]).reference
    state = engine.initial(1, 0, "late")
    known = {zone.name: (zone.contents, zone.known) for zone in engine.view(state, SeatId(1)).zones}
    assert known["Ann.hold"] == (None, ())
    own = {zone.name: zone.contents for zone in engine.view(state, SeatId(0)).zones}
    assert own["Ann.hold"] == (("crate[Plain, none]", 1), ("crate[Sugar, 1]", 1))


def test_saved_states_and_replays_remember_it() -> None:
    both = pair(GAMES["three"])
    renamed = pair(RULES.game(names=("Ann", "Bob", "Cat"), stormy="yes")).reference
    for engine in _engines(both):
        state = engine.initial(4, 0, "late")
        text = state_to_json(engine, state)
        assert state_to_json(engine, state_from_json(engine, text)) == text
        record = play_match(engine, [RandomMoves()] * 3, 4, start="late")
        again = replay_from_json(replay_to_json(engine.game, record))
        assert again.start == "late"
        assert verify_replay(engine, again).is_over
        with pytest.raises(DivergedError, match="a start that the rules do not have"):
            verify_replay(renamed, evolve(again, start="dawn"))


def test_a_start_that_is_not_there() -> None:
    for engine in _engines(pair(GAMES["three"])):
        with pytest.raises(ArgumentError, match="did you mean `calm`"):
            engine.initial(1, 0, "clam")


def test_faults_are_the_same() -> None:
    text = """game wrong:
    players 1

shared:
    n: 0..3 = 0

rounds up to 2:
    add_one

phase add_one, each player:
    choose more: one of 1..3
    n += more

ranking by highest number, ties shared

start high:
    n = 3
    as P1: add_one
"""
    both = pair(parse_rules(text).game())
    faults: list[tuple[str, int]] = []
    for engine in _engines(both):
        state = engine.initial(1, 0, "high")
        with pytest.raises(Fault) as caught:
            engine.play(state, SeatId(0), engine.moves(state, SeatId(0))[0])
        faults.append((caught.value.code, caught.value.site))
    assert faults[0] == faults[1]


BASE = """game base:
    players 2

row place 5

each place:
    mark: player or none = none

rounds up to 2:
    turns

phase turns, each player:
    choose spot: one of place where mark is none
    spot.mark = me

ranking by highest number, ties shared

start first_taken:
    place[1].mark = P1
    as P2: turns

start second_taken:
    place[2].mark = P1
    as P2: turns
"""
VARIANT = """variant other of base:
    remove second_taken
    replace start first_taken:
        place[1].mark = P2
        as P1: turns
    add start none_taken:
        turns
"""


def test_variants_change_starts() -> None:
    rules = parse_rules(VARIANT, "other", [BASE])
    assert not rules.check().diagnostics, rules.text(rules.check().diagnostics)
    both = pair(rules.game())
    assert [start.name for start in both.wasm.game.starts] == ["first_taken", "none_taken"]
    for engine in _engines(both):
        state = engine.initial(1, 0, "first_taken")
        assert engine.to_act(state) == (0,)
        assert dict(engine.view(state, SeatId(0)).fields)["place[1].mark"] == "P2"


def test_a_graph_without_starts_is_written_as_before() -> None:
    game = parse_rules(BASE.partition("start first_taken")[0]).game()
    written = to_json(game)["game"]
    assert isinstance(written, dict)
    assert "starts" not in written
    named = parse_rules(BASE).game()
    assert from_json(to_json(named)) == named


MORE = """
start second:
    players Ann, Bob, Cat
    Ann.coins = 9
    Cat.coins = 7
    as Cat: sailing

start rest:
    players Ann, Bob, Cat
    round = 2
    as Bob: resting
"""


def test_turns_in_an_order_and_in_phases_that_ask_nobody() -> None:
    """Who has more coins sails first: Ann had her turn, and Bob follows Cat. In `resting` Ann had her turn of the first of two passes."""
    text = (HERE / "meaning" / "starts.gdl").read_text(encoding="utf-8") + MORE
    both = pair(parse_rules(text).game(names=("Ann", "Bob", "Cat")), Checking.ON, Forced.ASKED)
    for start in ("second", "rest"):
        _compared(both, start, 1)
    engine = both.reference
    state = engine.initial(1, 0, "second")
    assert engine.to_act(state) == (2,)
    after = engine.play(state, SeatId(2), engine.moves(state, SeatId(2))[0])
    assert engine.to_act(after) == (1,)
    fields = dict(engine.view(engine.initial(1, 0, "rest"), SeatId(0)).fields)
    assert [fields[f"{name}.coins"] for name in ("Ann", "Bob", "Cat")] == ["6", "7", "7"]
    assert fields["round"] == "3"

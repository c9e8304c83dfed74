"""Words of both executors: the same texts, things, steps and views, whoever tells what happened."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from share import few, paired

PLIES = 7
MOST = 8
"""Most moves of a decision that are looked at."""
ROOT = Path(__file__).parents[2]
HANDS = "modern/lost_cities"


def _engine(name: str, at_once: bool = True) -> WasmEngine:
    """An engine; the module that tells is made at once, and not when the reference executor has taken too long."""
    return _telling(_game(name), at_once)


@cache
def _game(name: str) -> Game:
    return gamedsl.load_rules(ROOT / f"{name}.gdl").game()


def _telling(game: Game, at_once: bool = True) -> WasmEngine:
    engine = WasmEngine(game)
    if at_once:
        engine.history.patience = -1.0
    return engine


def _everyone(engine: WasmEngine) -> list[SeatId]:
    return [SeatId(seat) for seat in range(len(engine.game.seats))]


def _moved(engine: WasmEngine, state: WasmState, dice: Random) -> WasmState:
    """The state after a random move, or after a random step; after a random outcome where chance is resolved by hand."""
    acting = engine.to_act(state)
    if not acting:
        outcomes = engine.chance(state)
        return engine.play_chance(state, outcomes[dice.randrange(len(outcomes))])
    seat = dice.choice(acting)
    if dice.random() < 0.5:
        options = engine.step(state, seat).options
        return engine.take_step(state, seat, dice.choice(options).value)
    moves = engine.moves(state, seat)
    return engine.play(state, seat, moves[dice.randrange(len(moves))])


def _played(engine: WasmEngine, seed: int | None, plies: int, start: str | None = None) -> list[WasmState]:
    """The states of a match, oldest first."""
    dice = Random(seed)
    states = [engine.initial(seed, 0, start)]
    while len(states) <= plies and not states[-1].is_over:
        states.append(_moved(engine, states[-1], dice))
    return states


def _told_by_reference(engine: WasmEngine, state: WasmState) -> ReferenceState:
    """The state of the reference executor, which has played the whole match."""
    way: list[WasmState] = []
    here: WasmState | None = state
    while here is not None:
        way.append(here)
        here = here.before
    made: ReferenceState | None = None
    for step in reversed(way):
        made = engine.replay_step(made, step)
    assert made is not None
    return made


def _compare(engine: WasmEngine, state: WasmState) -> None:
    reference = engine.reference
    other = _told_by_reference(engine, state)
    for seat in _everyone(engine):
        assert engine.view(state, seat) == reference.view(other, seat)
    assert engine.with_log(state).log.all() == other.log.all()
    for seat in engine.to_act(state):
        _compare_words(engine, state, reference, other, seat)


def _compare_words(
    engine: WasmEngine, state: WasmState, reference: ReferenceEngine, other: ReferenceState, seat: SeatId
) -> None:
    moves, others = engine.moves(state, seat), reference.moves(other, seat)
    assert len(moves) == len(others)
    for i in range(0, len(moves), -(-len(moves) // MOST)):
        assert (moves[i].steps, moves[i].text, moves[i].choices) == (others[i].steps, others[i].text, others[i].choices)
    assert engine.step(state, seat) == reference.step(other, seat)


@pytest.mark.parametrize("name", few([*shipped.GAMES, *shipped.VARIANTS], 3))
def test_shipped_games_are_told_alike(name: str) -> None:
    """A game by the module that tells, in the setup with most people and options; a variant, which has the same statements, by the reference executor."""
    engine = _telling(shipped.game(name, shipped.setups(name)[-1]), at_once=name in shipped.GAMES)
    states = _played(engine, 1, PLIES)
    _compare(engine, states[-1])
    _compare(engine, states[len(states) // 2])


# ---------------------------------------------------------------- states are values


@pytest.mark.parametrize("at_once", [True, False])
def test_two_continuations_of_a_state_know_nothing_of_each_other(at_once: bool) -> None:
    engine = _engine("games/gloriana", at_once)
    trunk = _played(engine, 5, 8)[-1]
    (seat, *_) = engine.to_act(trunk)
    before = engine.view(trunk, seat)
    branches = [engine.play(trunk, seat, move) for move in list(engine.moves(trunk, seat))[:3]]
    views = [[engine.view(branch, other) for other in _everyone(engine)] for branch in branches]
    for branch, seen in zip(branches, views, strict=True):
        assert [engine.view(branch, other) for other in _everyone(engine)] == seen
        assert seen[seat].events[: len(before.events)] == tuple(before.events)
        _compare(engine, branch)
    assert engine.view(trunk, seat) == before


def test_states_from_another_process_and_saved_ones_have_the_same_views() -> None:
    engine = _engine(f"games/{HANDS}")
    state = _played(engine, 3, 25)[-1]
    views = [engine.view(state, seat) for seat in _everyone(engine)]
    sent = pickle.loads(pickle.dumps(state))
    loaded = gamedsl.state_from_json(engine, gamedsl.state_to_json(engine, state))
    for other in (sent, loaded):
        assert isinstance(other, WasmState)
        assert [engine.view(other, seat) for seat in _everyone(engine)] == views
    dice = Random(1)
    onward = [_moved(engine, one, Random(1)) for one in (state, sent, loaded)]
    assert len({gamedsl.state_to_json(engine, one) for one in onward}) == 1
    assert pickle.loads(pickle.dumps(views)) == views
    _compare(engine, _moved(engine, state, dice))


def test_a_match_whose_chance_is_resolved_by_hand_is_told() -> None:
    engine = _engine("games/classics/pig")
    states = _played(engine, None, 20)
    _compare(engine, states[-1])
    sent = pickle.loads(pickle.dumps(states[-1]))
    assert engine.view(sent, SeatId(0)) == engine.view(states[-1], SeatId(0))


def test_a_match_from_a_named_start_is_told() -> None:
    engine = _engine("tests/corpus/meaning/starts")
    for start in engine.game.starts:
        _compare(engine, _played(engine, 2, 6, start.name)[-1])


@pytest.mark.parametrize(
    ("name", "at_once"),
    paired(
        [
            "games/classics/goofspiel",
            "games/classics/phantom_tic_tac_toe",
            "games/glory_islands",
            "games/modern/love_letter",
        ],
        [False, True],
    ),
)
def test_secrets_simultaneous_choices_and_scripts_are_told(name: str, at_once: bool) -> None:
    engine = _engine(name, at_once)
    for seed in (1, None):
        for state in _played(engine, seed, 12):
            _compare(engine, state)


def test_threads_may_look_at_one_match() -> None:
    engine = _engine(f"games/{HANDS}")
    states = _played(engine, 4, 30)

    def look(number: int) -> list[str]:
        state = states[-1 - number % 7]
        texts = [move.text for seat in engine.to_act(state) for move in engine.moves(state, seat)]
        return [*texts, *(str(engine.view(state, seat)) for seat in _everyone(engine))]

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(look, range(42)))
    assert found == [look(number) for number in range(42)]


def test_moves_may_be_read_by_another_thread_than_the_one_that_asked() -> None:
    engine = _engine("games/gloriana")
    state = engine.initial(7)
    moves = engine.moves(state, engine.to_act(state)[0])
    with ThreadPoolExecutor(1) as pool:
        texts = pool.submit(lambda: [move.text for move in moves]).result()
        first = pool.submit(lambda: engine.moves(state, engine.to_act(state)[0])[0]).result()
    assert texts == [move.text for move in moves]
    assert first.text == texts[0]


def test_what_a_batch_does_is_not_told() -> None:
    engine = _engine("games/classics/tic_tac_toe")
    state = Batch(engine, 4, seed=1).state(0)
    (seat, *_) = engine.to_act(state)
    after = engine.play(state, seat, engine.moves(state, seat)[0])
    for unknown in (state, after):
        with pytest.raises(ArgumentError, match="does not note what seats observe"):
            engine.view(unknown, seat)


# ---------------------------------------------------------------- moves as a sequence


def test_moves_are_a_sequence_like_a_tuple() -> None:
    engine = _engine("games/gloriana")
    state = engine.initial(7)
    (seat, *_) = engine.to_act(state)
    moves, every = engine.moves(state, seat), tuple(engine.moves(state, seat))
    assert len(moves) == len(every) > 3
    assert [moves[i] for i in (0, -1, len(every) - 1, 1, 2)] == [every[i] for i in (0, -1, -1, 1, 2)]
    assert moves[1:3] == every[1:3]
    assert moves == every
    assert hash(moves) == hash(every)
    assert every[2] in moves
    assert moves.index(every[2]) == 2
    assert pickle.loads(pickle.dumps(moves)) == every
    for wrong in (len(every), -len(every) - 1):
        with pytest.raises(IndexError):
            engine.moves(state, seat)[wrong]

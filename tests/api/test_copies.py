"""What can be copied and pickled comes back as it was, from another process too; what cannot refuses when it is dumped."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl import ArgumentError, Checking, Engine, Match, RandomMoves, RandomSteps, State
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Fault, Move, Refusal
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import less

GAMES = Path(__file__).parents[2] / "games"
NAMES = ["classics/tic_tac_toe", "classics/liars_dice", "gloriana"]


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def engines(name: str) -> list[Engine[Any]]:
    game = gamedsl.load_rules(GAMES / f"{name}.gdl").game()
    return [WasmEngine(game, Checking.ON), ReferenceEngine(game, Checking.ON)]


def states(engine: Engine[Any], number: int = less(25, 8)) -> list[Any]:
    """States of a match played by steps."""
    found: list[Any] = [engine.initial(seed=4)]
    while not found[-1].is_over and len(found) < number:
        seat = engine.to_act(found[-1])[0]
        found.append(engine.take_step(found[-1], seat, engine.step(found[-1], seat).options[-1].value))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_states(name: str) -> None:
    for engine in engines(name):
        for state in states(engine):
            assert copy(state) == deepcopy(state) == state
            made = again(state)
            assert (made, made.bytes, made.is_over) == (state, state.bytes, state.is_over)
            assert hash(made) == hash(state)
            assert again(made).bytes == state.bytes
            for seat in range(len(engine.game.seats)):
                assert engine.view(made, SeatId(seat)) == engine.view(state, SeatId(seat))
            assert gamedsl.state_to_json(engine, made) == gamedsl.state_to_json(engine, state)
            for seat in engine.to_act(state):
                move = engine.moves(state, seat)[-1]
                assert engine.moves(made, seat) == engine.moves(state, seat)
                assert engine.play(made, seat, move) == engine.play(state, seat, again(move))


def test_states_of_long_matches() -> None:
    """Longer than anything that is pickled one inside the other."""
    rules = gamedsl.parse_rules(
        "game walk:\n    players 2\n\neach player:\n    steps: 0..5000 = 0\n\nrounds at most 1500:\n    turns\n\n"
        "phase turns, each player:\n    choose more: one of 0..1\n    steps += more\n\nscore far: steps\n\nranking by highest total, ties shared\n"
    )
    engines: list[Engine[Any]] = [WasmEngine(rules.game()), ReferenceEngine(rules.game())]
    for player in engines:
        state = player.initial(1)
        for _ in range(1500):
            (seat,) = player.to_act(state)
            state = player.play(state, seat, player.moves(state, seat)[1])
        made = again(state)
        assert made == state
        assert player.view(made, SeatId(0)) == player.view(state, SeatId(0))


def test_a_pickled_state_is_refused_by_another_game() -> None:
    one, other = engines("classics/tic_tac_toe"), engines("classics/connect_four")
    for mine, theirs in zip(one, other, strict=True):
        with pytest.raises(ArgumentError, match="another game"):
            theirs.to_act(again(mine.initial(1)))


@pytest.mark.parametrize("name", NAMES)
def test_engines_games_and_rules(name: str) -> None:
    rules = gamedsl.load_rules(GAMES / f"{name}.gdl")
    assert again(rules).game() == rules.game() == again(rules.game()) == deepcopy(rules.game())
    assert again(rules) == rules
    for engine in engines(name):
        assert copy(engine) is engine
        assert deepcopy(engine) is engine
        made = again(engine)
        assert (type(made), made.game, made.checking) == (type(engine), engine.game, Checking.ON)
        for state in states(engine, 5):
            for seat in engine.to_act(state):
                assert [(m.steps, m.text) for m in made.moves(state, seat)] == [
                    (m.steps, m.text) for m in engine.moves(state, seat)
                ]
    assert again(fastest(rules.game())).note is None


def test_an_improved_engine_stays_one() -> None:
    engine = WasmEngine(gamedsl.load_rules(GAMES / "classics/tic_tac_toe.gdl").game()).improved()
    assert again(engine).module == engine.module


def test_what_engines_give() -> None:
    for engine in engines("gloriana"):
        record = gamedsl.play_match(engine, [RandomSteps(), RandomMoves(), RandomSteps()], 3)
        state = engine.initial(3)
        seat = engine.to_act(state)[0]
        values: list[object] = [
            record,
            record.outcome,
            engine.view(state, seat),
            engine.step(state, seat),
            engine.parse_move(state, seat, "nonsense"),
            gamedsl.replay_from_json(gamedsl.replay_to_json(engine.game, record)),
            gamedsl.simulate(engine, [RandomSteps()] * 3, 1, range(2)),
            *engine.moves(state, seat)[:5],
        ]
        for value in values:
            assert again(value) == deepcopy(value) == copy(value) == value
        for move in engine.moves(state, seat)[:5]:
            assert again(move).text == copy(move).text == deepcopy(move).text == move.text
            assert type(again(move)) is Move


@pytest.mark.parametrize("make", [copy, deepcopy, again], ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("name", NAMES)
def test_matches(name: str, make: Callable[[Match], Match]) -> None:
    """A copy and its original go ways of their own, also in the middle of a move and through moves that are taken back."""
    for engine in engines(name):
        match = Match(engine, 4)
        _steps(match, 7, 0)
        before = _told(match)
        made = make(match)
        assert type(made) is Match
        assert _told(made) == before
        _steps(made, 9, -1)
        assert _told(match) == before
        after = _told(made)
        _steps(match, 5, 0)
        match.undo()
        assert _told(made) == after
        while match.played or match.state.pending:
            match.undo()
        assert _told(made) == after
        _steps(again(match), 3, 0)
        other = make(made)
        while made.played or made.state.pending:
            made.undo()
        # Versions and keys say that something was taken back; all else is as at the beginning.
        assert _told(made)[1:-2] == _told(match)[1:-2] == _told(Match(engine, 4))[1:-2]
        assert _told(other) == after


def _steps(match: Match, number: int, which: int) -> None:
    """So many steps of a match, always the first or the last of the options."""
    for _ in range(number):
        if not match.is_over:
            seat = match.to_act[-1]
            match.take_step(seat, match.step(seat).options[which].value)


def _told(match: Match) -> tuple[object, ...]:
    """All that a match says of itself."""
    views = [match.view(seat) for seat in range(len(match.game.seats))]
    return (
        match.to_json(),
        match.state,
        match.state.pending,
        match.played,
        match.outcome,
        match.to_act,
        views,
        repr(match),
        match.version,
        [match.key(seat) for seat in (*range(len(match.game.seats)), None)],
    )


def test_matches_of_a_class_of_the_user_stay_of_that_class() -> None:
    match = _Noted(engines("classics/tic_tac_toe")[0], 1)
    match.note = "mine"
    for made in (copy(match), deepcopy(match), again(match)):
        assert (type(made), made.note, made.state) == (_Noted, "mine", match.state)


class _Noted(Match):
    note = ""


@pytest.mark.parametrize("name", NAMES)
def test_rows(name: str) -> None:
    for engine in engines(name):
        rows = gamedsl.simulate_rows(engine, [RandomMoves()] * len(engine.game.seats), 1, range(3))
        for made in (again(rows), copy(rows), deepcopy(rows)):
            assert made == rows
            assert made.table.tolist() == rows.table.tolist()
            assert (made.names, made.seats, made.reasons) == (rows.names, rows.seats, rows.reasons)
            assert {key: list(column) for key, column in made.columns.items()} == {
                key: list(column) for key, column in rows.columns.items()
            }
            made.table[0, 0] = 77
            assert (made == rows, rows.table[0, 0]) == (False, 0)
        none = gamedsl.simulate_rows(engine, [RandomMoves()] * len(engine.game.seats), 1, range(0))
        assert (len(again(none)), again(none) == none, none == rows) == (0, True, False)


def test_batches_refuse() -> None:
    engine = WasmEngine(gamedsl.load_rules(GAMES / "classics/tic_tac_toe.gdl").game())
    batch = Batch(engine, 3, 1)
    for deed in (pickle.dumps, copy, deepcopy):
        with pytest.raises(ArgumentError, match="cannot be copied or pickled"):
            deed(batch)
    state = again(batch.state(0))
    assert engine.play(state, engine.to_act(state)[0], engine.moves(state, engine.to_act(state)[0])[0])
    with pytest.raises(ArgumentError, match="not viewed or saved"):
        engine.view(state, SeatId(0))
    with pytest.raises(ArgumentError, match="not viewed or saved"):
        gamedsl.state_to_json(engine, state)


def _errors() -> list[gamedsl.GameDslError]:
    found: list[gamedsl.GameDslError] = [
        Fault("E_BOUND", 3, "6 is outside its range"),
        gamedsl.IllegalMove(Refusal("unknown", "turns", None, "`x` is no move here", 4)),
        gamedsl.OutOfDateError("this is an answer to version 3 of the match", 3),
        gamedsl.DivergedError(3, "move 3 is not possible"),
        ArgumentError("`seed` is a whole number, not a list"),
        gamedsl.SetupError("there is no option `x`"),
        gamedsl.StateError("this is no JSON"),
        gamedsl.ReplayError("this is no JSON"),
    ]
    try:
        gamedsl.parse_rules("game oops:\n    players 2\nphase turns: draw 1 from dek to hand\n").game()
    except gamedsl.RulesError as error:
        found.append(error)
    rules = gamedsl.parse_rules(
        "game oops:\n    players 2\n\nshared:\n    heap: 0..5 = 5\n\nrounds at most 9:\n    turns\n\nphase turns, each player:\n"
        "    choose n: one of 1..2\n    heap -= n\n\nscore s: heap\n\nranking by highest total, ties shared\n"
    )
    try:
        gamedsl.play_match(gamedsl.engine_for(rules.game()), [RandomSteps()] * 2, 1)
    except gamedsl.MatchFault as error:
        found.append(error)
    assert len(found) == 10
    return found


@pytest.mark.parametrize("error", _errors(), ids=lambda error: type(error).__name__)
def test_errors(error: gamedsl.GameDslError) -> None:
    for made in (again(error), copy(error), deepcopy(error)):
        assert type(made) is type(error)
        assert str(made) == str(error)
        assert repr(made.__dict__) == repr(error.__dict__)


def _last(engine: Engine[State], state: State) -> tuple[State, str]:
    """The end of a match, reached in another process."""
    while not state.is_over:
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    return state, gamedsl.state_to_json(engine, state)


def test_another_process_plays_on() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for engine in engines("classics/tic_tac_toe"):
            state = states(engine, 3)[-1]
            assert pool.submit(_last, engine, state).result() == _last(engine, state)

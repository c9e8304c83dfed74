"""One engine that several threads use: what each of them gets is what it gets alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier, Thread
from typing import TypeVar

import pytest

import gamedsl
from gamedsl import Checking, Engine, RandomMoves, RandomSteps, State
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import perft
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.bulk.playouts import Policy, parallel, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from share import less, paired

GAMES = Path(__file__).parents[2] / "games"
THREADS = 6
LONGEST = 25
"""Decisions of a match that are looked at closely."""

Heard = list[object]
R = TypeVar("R")


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def _engine(name: str) -> WasmEngine:
    return WasmEngine(gamedsl.load_rules(GAMES / f"{name}.gdl").game(), Checking.ON)


def heard(engine: Engine[State], number: int) -> Heard:
    """All that an engine says in one match: by moves and by steps, with views and refusals, chance by hand in every other match."""
    said: Heard = []
    seed = None if number % 2 else number
    state = engine.initial(seed, number)
    for turn in count(number):
        if state.is_over or turn == number + LONGEST:
            break
        said += [state.bytes, state.is_over, engine.to_act(state)]
        if not engine.to_act(state):
            outcomes = engine.chance(state)
            state = engine.play_chance(state, outcomes[turn % len(outcomes)])
            continue
        for seat in engine.to_act(state):
            said += [engine.view(state, seat), engine.step(state, seat)]
            said.append([(move.steps, move.text) for move in engine.moves(state, seat)[:20]])
        seat = engine.to_act(state)[turn % len(engine.to_act(state))]
        said.append(engine.parse_move(state, seat, "nothing(of = this)"))
        if turn % 3:
            move = engine.moves(state, seat)[turn % len(engine.moves(state, seat))]
            said.append(engine.parse_move(state, seat, move.text))
            state = engine.play(state, seat, move)
        else:
            options = engine.step(state, seat).options
            state = engine.take_step(state, seat, options[turn % len(options)].value)
    return [*said, engine.outcome(state), gamedsl.state_to_json(engine, state)]


def at_once(work: Callable[[int], R], times: int = THREADS) -> list[R]:
    """What a function gives for 0, 1, …, each in a thread of its own, all at once."""
    start = Barrier(times)

    def begin(number: int) -> R:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(begin, range(times)))


@pytest.mark.parametrize(
    ("name", "kind"),
    paired(
        ("classics/tic_tac_toe", "classics/kuhn_poker", "modern/love_letter", "classics/connect_four"),
        (WasmEngine, ReferenceEngine),
    ),
)
def test_matches_that_threads_play(name: str, kind: type[WasmEngine] | type[ReferenceEngine]) -> None:
    game = gamedsl.load_rules(GAMES / f"{name}.gdl").game()
    alone: Engine[State] = kind(game, Checking.ON)  # type: ignore[assignment]  # any engine for its own states
    shared: Engine[State] = kind(game, Checking.ON)  # type: ignore[assignment]
    assert at_once(lambda number: heard(shared, number)) == [heard(alone, number) for number in range(THREADS)]


def test_many_short_matches() -> None:
    engine = _engine("classics/tic_tac_toe")

    def played(number: int) -> list[object]:
        records = [gamedsl.play_match(engine, [RandomMoves(), RandomSteps()], number, i) for i in range(60)]
        return [*records, gamedsl.simulate(engine, [RandomMoves()] * 2, number, range(200))]

    assert at_once(played) == [played(number) for number in range(THREADS)]


def _second(work: Callable[[WasmState], WasmState], state: WasmState, _: int) -> WasmState:
    return work(state)


def test_one_match_that_goes_from_thread_to_thread() -> None:
    engine = _engine("classics/connect_four")

    def onward(state: WasmState) -> WasmState:
        (seat,) = engine.to_act(state)
        return engine.play(state, seat, engine.moves(state, seat)[0])

    handed = alone = engine.initial(seed=1)
    while not alone.is_over:
        (handed,) = at_once(partial(_second, onward, handed), 1)
        alone = onward(alone)
        assert handed == alone
    assert engine.outcome(handed) == engine.outcome(alone)


def test_trees_playouts_and_batches() -> None:
    engine = _engine("classics/tic_tac_toe")

    def worked(number: int) -> list[object]:
        batch = Batch(engine, 50, number)
        for step in range(12):
            for i in range(50):
                batch.actions[i] = (step + i) % batch.counts[i]
            batch.step()
        return [
            list(perft(engine, less(5, 3))),
            explore(engine, less(4, 2)),
            playouts(engine, Policy.STEPS, number, 0, 300),
            parallel(engine, Policy.MOVES, number, 0, 300, 2),
            [batch.state(i).bytes for i in range(50)],
            [move.text for move in batch.moves(number)],
        ]

    assert at_once(worked) == [worked(number) for number in range(THREADS)]


def test_one_batch_that_all_threads_step() -> None:
    engine = _engine("classics/tic_tac_toe")
    batch, alone = Batch(engine, 200, 1), Batch(engine, 200, 1)

    def step(_: int) -> None:
        for _ in range(10):
            batch.step()

    at_once(step)
    for _ in range(10 * THREADS):
        alone.step()
    assert [batch.state(i) for i in range(200)] == [alone.state(i) for i in range(200)]


def test_instances_of_threads_that_have_ended_are_used_again() -> None:
    engine = _engine("classics/tic_tac_toe")
    used: list[int] = []

    def use() -> None:
        engine.initial(1)
        used.append(id(engine.here().instance))

    for _ in range(20):
        thread = Thread(target=use)
        thread.start()
        thread.join()
    assert len(set(used)) == 1
    assert id(engine.instance) not in used

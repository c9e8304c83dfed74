"""What a ply costs through the Python API, steps per second of a batch, and positions per second of perft and explore.

Process time of one core; every number is the median of the runs. `moves` and `play` are timed over whole matches with the same states; `a ply` is the usual loop,
with `is_over` and `to_act` and the choice itself. Of a batch only `step` is timed: the caller's choice of actions is its own
affair. `bare call` is the cheapest call of the module there is, for comparison on the machine at hand.
`improved`: by the optimiser.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import perft
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

GAMES = Path(__file__).parent.parent / "games"
MATCHES = 1024


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs: int = parser.parse_args().runs
    three, four, cards = _engine("classics/tic_tac_toe", 2), _engine("classics/connect_four", 2), _engine("gloriana", 4)

    def row(name: str, number: str, unit: str) -> None:
        print(f"{name:44}{number:>12} {unit}", flush=True)

    def mega(name: str, measured: Callable[[], float]) -> None:
        row(name, f"{median(measured() for _ in range(runs)) / 1e6:.2f}", "M/s")

    row("bare call", f"{median(_bare(three) for _ in range(runs)) * 1e6:.2f}", "us")
    for name, engine, matches in (("tic-tac-toe", three, 1000), ("connect four", four, 200), ("Gloriana", cards, 4)):
        found = [_ply(engine, matches) for _ in range(runs)]
        for part, times in zip(("moves", "play", "a ply"), zip(*found, strict=True), strict=True):
            row(f"{part}, {name}", f"{median(times) * 1e6:.2f}", "us")
    for name, engine, steps in (("tic-tac-toe", three, 60), ("connect four", four, 60), ("Gloriana", cards, 60)):
        mega(f"batch of {MATCHES}, {name}: steps", partial(_batch, engine.improved(), steps))
    row("explore, tic-tac-toe: 5,256 stops", f"{median(_explore(three, None)[1] for _ in range(runs)) * 1e3:.2f}", "ms")
    mega("explore, connect four to 8: positions", lambda: _rate(*_explore(four, 8)))
    better = four.improved()
    mega("  the same, improved", lambda: _rate(*_explore(better, 8)))
    mega("perft, connect four to 9: positions", lambda: _rate(*_perft(four, 9)))
    mega("  the same, improved", lambda: _rate(*_perft(better, 9)))


def _engine(path: str, players: int) -> WasmEngine:
    files = open_rules(str(GAMES / f"{path}.gdl"))
    parsed = files.parse()
    setup = next(s for s in pipeline.setups(parsed) if s.players == players)
    return WasmEngine(pipeline.compile(parsed, setup).game)


def _bare(engine: WasmEngine) -> float:
    call, at = engine.instance.functions["to_act"], engine.module.states
    engine.initial(1)
    began = process_time()
    for _ in range(100_000):
        call(at)
    return (process_time() - began) / 100_000


def _ply(engine: WasmEngine, matches: int) -> tuple[float, float, float]:
    """Seconds of `moves`, of `play`, and of a ply altogether. Many matches are timed at once, because looking at the clock takes longer than a ply; what
    it takes to begin them is taken off."""
    ways = [_way(engine, index) for index in range(matches)]
    plies = sum(map(len, ways))

    def begin() -> None:
        for index in range(matches):
            engine.initial(1, index)

    def play() -> None:
        for index, way in enumerate(ways):
            state = engine.initial(1, index)
            for _, seat, move in way:
                state = engine.play(state, seat, move)

    def ask() -> None:
        for way in ways:
            for state, seat, _ in way:
                engine.moves(state, seat)

    def all_of_it() -> None:
        for index in range(matches):
            state, number = engine.initial(1, index), index
            while not state.is_over:
                seat = engine.to_act(state)[0]
                moves = engine.moves(state, seat)
                state = engine.play(state, seat, moves[number % len(moves)])
                number += 1

    begun = _spent(begin)
    return _spent(ask) / plies, (_spent(play) - begun) / plies, (_spent(all_of_it) - begun) / plies


def _way(engine: WasmEngine, index: int) -> list[tuple[WasmState, SeatId, Move]]:
    """The states of a match, and the moves made there."""
    way: list[tuple[WasmState, SeatId, Move]] = []
    state = engine.initial(1, index)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        way.append((state, seat, moves[(index + len(way)) % len(moves)]))
        state = engine.play(*way[-1])
    return way


def _spent(deed: Callable[[], None]) -> float:
    began = process_time()
    deed()
    return process_time() - began


def _batch(engine: WasmEngine, steps: int) -> float:
    """Steps per second."""
    batch, random, spent = Batch(engine, MATCHES, seed=1), Random(1), 0.0
    for _ in range(steps):
        for i in range(MATCHES):
            batch.actions[i] = int(random.random() * batch.counts[i])
        began = process_time()
        batch.step()
        spent += process_time() - began
    return MATCHES * steps / spent


def _explore(engine: WasmEngine, depth: int | None) -> tuple[int, float]:
    """Positions and seconds."""
    began = process_time()
    found = explore(engine, depth, 400_000)
    return found.states, process_time() - began


def _perft(engine: WasmEngine, depth: int) -> tuple[int, float]:
    began = process_time()
    positions = sum(level.positions for level in perft(engine, depth, 1_000_000))
    return positions, process_time() - began


def _rate(number: int, seconds: float) -> float:
    return number / seconds


if __name__ == "__main__":
    main()

"""What a formula costs a game: a decision whose options ask about all pairs of places, on boards of growing size.

For each board: the estimate of `gamedsl.graph.analysis.effort` for the formula, and the process time of a decision on both executors, medians of the runs.
With `--games` the largest estimate of each shipped game instead, which the limit of the warning W0914 has to be above.
"""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import median
from time import process_time

from gamedsl import pipeline
from gamedsl.graph.analysis.effort import Effort
from gamedsl.graph.analysis.walk import formulas
from gamedsl.graph.compiled import Compiled
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking, Engine, S
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped

SIDES = (4, 6, 8, 11, 15, 19)

_TEXT = """\
game far_apart:
    players 2

grid cell {0} by {0}

each cell:
    mark: player or none = none

let is_alone(c: cell) = all(d.mark is not me or d.row is not c.row or d.col >= c.col for d in cell)

each player:
    placed = 0

rounds up to 4:
    placing

phase placing, each player:
    choose spot: one of cell where mark is none and is_alone(it)
    spot.mark = me
    placed += 1

ranking by highest placed, ties shared
"""


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", action="store_true")
    given = parser.parse_args()
    if given.games:
        for figure, name in sorted((_largest(name) for name in (*shipped.GAMES, *shipped.VARIANTS)), reverse=True):
            print(f"{figure:>8,}  {name}", flush=True)
        return
    print("| board | estimate | reference, ms a decision | fast, µs a decision |\n|---|---:|---:|---:|")
    for side in SIDES:
        parsed = pipeline.parse_files(Source("far_apart", _TEXT.format(side)), lambda _: None)
        made = pipeline.compile(parsed, pipeline.setups(parsed)[0])
        slow = median(_match(ReferenceEngine(made.game, Checking.OFF)) for _ in range(given.runs))
        fast = WasmEngine(made.game, Checking.OFF)
        quick = median(_playouts(fast) for _ in range(given.runs))
        print(f"| {side} × {side} | {_estimate(made):,} | {slow * 1e3:.2f} | {quick * 1e6:.1f} |", flush=True)


def _match(engine: Engine[S]) -> float:
    """Seconds a decision of one match."""
    began = process_time()
    played = play_match(engine, [RandomSteps()] * 2, 1, 0)
    return (process_time() - began) / len(played.moves)


def _playouts(engine: WasmEngine) -> float:
    began = process_time()
    summary = playouts(engine, Policy.STEPS, 1, 0, 100)
    return (process_time() - began) / summary.decisions.total


def _largest(name: str) -> tuple[int, str]:
    parsed = shipped.parsed(name)
    return max(_estimate(pipeline.compile(parsed, setup)) for setup in pipeline.setups(parsed)), name


def _estimate(made: Compiled) -> int:
    """The largest figure of a formula in a node of the graph."""
    game = made.game
    effort = Effort(game.functions, game.classes)
    return max((effort.of(formula) for node in game.nodes for formula in formulas(node)), default=0)


if __name__ == "__main__":
    main()

"""Random playouts per second beside OpenSpiel, in one run: its games, played by a loop in Python, as its documentation does it.

Process time of one core; every number is the median of the runs, which alternate. A policy chooses uniformly among complete moves (where OpenSpiel makes a
move of several actions, as in amazons, it chooses each of them). Lengths of matches differ where the choices do, so moves per second are compared
too: our decisions beside their actions, divided by the actions of a move. `improved` is with the optimiser, which a long run uses after some seconds.
OpenSpiel has to be installed: `pip install open_spiel`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from attrs import frozen

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from gamedsl import pipeline  # noqa: E402 (OpenSpiel's types lie with the tests)
from gamedsl.cli.reading.files import open_rules  # noqa: E402
from gamedsl.graph.model.game import Game  # noqa: E402
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts  # noqa: E402
from gamedsl_interpreter.wasm.engine import WasmEngine  # noqa: E402
from openspiel import theirs  # noqa: E402


@frozen
class Row:
    """A game of ours and of theirs, how many of their actions make a move, and how many matches are played in a run of theirs."""

    ours: str
    theirs: str
    actions: int = 1
    matches: int = 3


ROWS = (
    Row("amazons", "amazons", actions=3),
    Row("quoridor", "quoridor"),
    Row("breakthrough", "breakthrough", matches=20),
    Row("connect_four", "connect_four", matches=100),
    Row("reversi", "othello", matches=10),
    Row("hex", "hex(board_size=11)", matches=10),
)


@frozen
class Speed:
    """Matches and moves per second."""

    matches: float
    moves: float


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default amazons, quoridor and some others")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of one run of ours")
    given = parser.parse_args()
    print(
        f"{'game':16}{'matches/s':>11}{'moves/s':>12}{'theirs':>11}{'moves/s':>12}{'ratio':>8}{'of moves':>10}{'improved':>10}{'of moves':>10}"
    )
    for row in ROWS:
        if not given.games or row.ours in given.games:
            print(_line(row, given.runs, given.seconds), flush=True)


def _line(row: Row, runs: int, seconds: float) -> str:
    plain = WasmEngine(_game(row.ours))
    better = plain.improved()
    sides: list[Callable[[int], Speed]] = [
        _ours(plain, seconds),
        _ours(better, seconds),
        lambda run: _their_speed(row, run),
    ]
    found: list[list[Speed]] = [[] for _ in sides]
    for run in range(runs):
        for speeds, side in zip(found, sides, strict=True):
            speeds.append(side(run))
    ours, improved, their = (Speed(median(s.matches for s in one), median(s.moves for s in one)) for one in found)
    ratios = (
        f"{ours.matches / their.matches:8.1f}{ours.moves / their.moves:10.1f}"
        f"{improved.matches / their.matches:10.1f}{improved.moves / their.moves:10.1f}"
    )
    return f"{row.ours:16}{ours.matches:11,.1f}{ours.moves:12,.0f}{their.matches:11,.1f}{their.moves:12,.0f}{ratios}"


def _game(name: str) -> Game:
    files = open_rules(str(ROOT / "games/classics" / f"{name}.gdl"))
    parsed = files.parsed()
    return pipeline.compile(parsed, next(iter(pipeline.setups(parsed)))).game


def _ours(engine: WasmEngine, seconds: float) -> Callable[[int], Speed]:
    """What measures an engine, with so many matches that a run takes about so long."""
    _played(engine, 0, 1)
    count = 1
    while _played(engine, 0, count)[0] < seconds / 2:
        count *= 2

    def speed(run: int) -> Speed:
        spent, moves = _played(engine, run * count, count)
        return Speed(count / spent, moves / spent)

    return speed


def _played(engine: WasmEngine, first: int, count: int) -> tuple[float, int]:
    began = process_time()
    summary = playouts(engine, Policy.MOVES, 1, first, count)
    return process_time() - began, summary.decisions.total


def _their_speed(row: Row, run: int) -> Speed:
    game, random, actions = theirs.load(row.theirs), Random(run), 0
    began = process_time()
    for _ in range(row.matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            actions += 1
    spent = process_time() - began
    return Speed(row.matches / spent, actions / row.actions / spent)


if __name__ == "__main__":
    main()

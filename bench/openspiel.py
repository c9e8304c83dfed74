"""Random playouts per second beside OpenSpiel, in one run. Its matches are rollouts in C++: those of `MCTSBot` with one simulation.

Process time of one core; every number is the median of the runs, which alternate. Ours choose uniformly among complete moves, theirs among actions (where a
move is several of them, as in amazons, they choose each). Lengths of matches differ where the choices do, so moves per second are compared too: our
decisions beside their actions, divided by the actions of a move; their actions are counted in matches of their own. `improved` is with the optimiser, which
a long run uses after some seconds. OpenSpiel has to be installed: `pip install open_spiel`.
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
from openspiel import searching, theirs  # noqa: E402


@frozen
class Row:
    """A game of ours and of theirs, and how many of their actions make a move."""

    ours: str
    theirs: str
    actions: int = 1


ROWS = (
    Row("tic_tac_toe", "tic_tac_toe"),
    Row("connect_four", "connect_four"),
    Row("hex", "hex(board_size=11)"),
    Row("reversi", "othello"),
    Row("breakthrough", "breakthrough"),
    Row("amazons", "amazons", actions=3),
    Row("nine_mens_morris", "nine_mens_morris"),
    Row("lines_of_action", "lines_of_action"),
    Row("backgammon", "backgammon"),
    Row("hearts", "hearts"),
    Row("gin_rummy", "gin_rummy"),
    Row("chess", "chess"),
    Row("quoridor", "quoridor"),
    Row("liars_dice", "liars_dice"),
    Row("kuhn_poker", "kuhn_poker"),
    Row("go", "go(board_size=9)"),
)
COUNTED = 100
"""Matches in which their actions are counted."""


@frozen
class Speed:
    """Matches and moves per second."""

    matches: float
    moves: float


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all that both have")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of one run of ours")
    given = parser.parse_args()
    print(
        f"{'game':16}{'matches/s':>11}{'moves/s':>12}{'theirs':>13}{'moves/s':>12}{'ratio':>8}{'of moves':>10}{'improved':>10}{'of moves':>10}"
    )
    for row in ROWS:
        if not given.games or row.ours in given.games:
            print(_line(row, given.runs, given.seconds), flush=True)


def _line(row: Row, runs: int, seconds: float) -> str:
    plain = WasmEngine(_game(row.ours))
    better = plain.improved()
    sides = [_ours(plain, seconds), _ours(better, seconds), _theirs(row, seconds)]
    found: list[list[Speed]] = [[] for _ in sides]
    for run in range(runs):
        for speeds, side in zip(found, sides, strict=True):
            speeds.append(side(run))
    ours, improved, their = (Speed(median(s.matches for s in one), median(s.moves for s in one)) for one in found)
    ratios = (
        f"{ours.matches / their.matches:8.1f}{ours.moves / their.moves:10.1f}"
        f"{improved.matches / their.matches:10.1f}{improved.moves / their.moves:10.1f}"
    )
    return f"{row.ours:16}{ours.matches:11,.1f}{ours.moves:12,.0f}{their.matches:13,.1f}{their.moves:12,.0f}{ratios}"


def _game(name: str) -> Game:
    files = open_rules(str(ROOT / "games/classics" / f"{name}.gdl"))
    parsed = files.parse()
    return pipeline.compile(parsed, next(iter(pipeline.setups(parsed)))).game


def _ours(engine: WasmEngine, seconds: float) -> Callable[[int], Speed]:
    """Measures an engine, with so many matches that a run takes about so long."""
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


def _theirs(row: Row, seconds: float) -> Callable[[int], Speed]:
    """Measures theirs, with so many rollouts that a run takes about so long."""
    game = theirs.load(row.theirs)
    lengths = [_actions(_begun(game, Random(seed)), Random(seed)) for seed in range(COUNTED)]
    moves = sum(lengths) / COUNTED / row.actions
    count = 1
    while _rollouts(game, 0, count) < seconds / 2:
        count *= 2

    def speed(run: int) -> Speed:
        matches = count / _rollouts(game, run, count)
        return Speed(matches, matches * moves)

    return speed


def _begun(game: theirs.Game, random: Random) -> theirs.State:
    """Plays a match up to the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_chance(state, random))
    return state


def _chance(state: theirs.State, random: Random) -> int:
    outcomes = state.chance_outcomes()
    return random.choices([action for action, _ in outcomes], [weight for _, weight in outcomes])[0]


def _actions(state: theirs.State, random: Random) -> int:
    """Plays a match to its end and counts the actions of players."""
    number = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_chance(state, random))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            number += 1
    return number


def _rollouts(game: theirs.Game, seed: int, count: int) -> float:
    """Times so many rollouts from the first decision."""
    state, bot = _begun(game, Random(seed)), searching.bot(game, 1, seed, rollouts=count)
    began = process_time()
    bot.mcts_search(state)
    return process_time() - began


if __name__ == "__main__":
    main()

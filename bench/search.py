"""Trees beside those of OpenSpiel: iterations a second, one core, processor time, both in turns in the same run.

    PYTHONPATH=.:interpreter python bench/search.py [--iterations 5000] [--rounds 5] [--games connect_four breakthrough]

OpenSpiel's tree is `MCTSBot` with `RandomRolloutEvaluator`, one rollout for an evaluation, both in C++. Iterations begin at the first position. Trees of
games that hide something are measured beside the readable form, which grows the same ones with fewer iterations; other games by themselves. `--middle`
begins after so many random choices.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import gamedsl
from gamedsl.graph.analysis.secrecy import hides
from gamedsl_interpreter.thinking.growing import Growing
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.thinking.tree import Tree
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from openspiel import searching

GAMES = Path(__file__).parents[1] / "games"
SPIEL = {"connect_four": "connect_four", "breakthrough": "breakthrough"}
"""What OpenSpiel calls a game."""

HIDING = ("leduc_poker", "liars_dice", "hearts", "lost_cities", "glory_islands", "gloriana")
"""Games that hide something, which are measured if no others are named."""

READABLE = 20
"""One iteration of the readable form for so many."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement; gives the exit code."""
    parser = ArgumentParser(description="Iterations a second of tree search, beside OpenSpiel's.")
    parser.add_argument("--games", nargs="+", default=[*SPIEL, *HIDING], help="names of shipped games")
    parser.add_argument("--iterations", type=int, default=5_000, help="iterations of a tree (default: 5000)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default: 5)")
    parser.add_argument("--middle", type=int, default=0, help="begin after so many random choices (default: 0)")
    chosen = parser.parse_args(arguments)
    for name in chosen.games:
        _compare(name, chosen.iterations, chosen.rounds, chosen.middle)
    return 0


def _compare(name: str, iterations: int, rounds: int, middle: int) -> None:
    game = gamedsl.load_rules(next(GAMES.rglob(f"{name}.gdl"))).game()
    engine = WasmEngine(game)
    engine.search_time = float("inf")  # the optimised module
    state = _middle(engine, middle)
    ways: dict[str, tuple[int, Callable[[int], None]]] = {
        "ours": (iterations, _growing(lambda seeds: tree_of(engine, state, engine.to_act(state)[0], seeds), iterations))
    }
    if name in SPIEL and not middle:
        ways["OpenSpiel"] = iterations, _spiel(SPIEL[name], iterations)
    elif hides(game):
        fewer = max(1, iterations // READABLE)
        readable = _growing(lambda seeds: Tree(engine, state, engine.to_act(state)[0], seeds), fewer)
        ways["the readable form"] = fewer, readable
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(rounds + 1):
        for way, (size, run) in ways.items():
            began = process_time()
            run(number)
            if number:  # the first round makes modules
                rates[way].append(size / (process_time() - began))
    told = ", ".join(f"{way} {median(found):,.0f}" for way, found in rates.items())
    mine, *others = rates.values()
    ratios = [a / b for other in others for a, b in zip(mine, other, strict=True)]
    sys.stdout.write(f"{name}: {told} iterations/s{f', ratio {median(ratios):.1f}' if ratios else ''}\n")


def _growing(make: Callable[[tuple[int, int]], Growing], iterations: int) -> Callable[[int], None]:
    def run(number: int) -> None:
        make((number, number + 1)).grow(iterations)

    return run


def _middle(engine: WasmEngine, choices: int) -> WasmState:
    state, agent, dice = engine.initial(1), gamedsl.RandomSteps(), gamedsl.Dice.seeded(1)
    for _ in range(choices):
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, agent.choose(engine, state, seat, dice))
    return state


def _spiel(name: str, iterations: int) -> Callable[[int], None]:
    game = searching.load(name)
    state = game.new_initial_state()

    def run(number: int) -> None:
        searching.bot(game, iterations, number).mcts_search(state)

    return run


if __name__ == "__main__":
    sys.exit(main())

"""Trees beside those of OpenSpiel: iterations a second, one core, processor time, both in turns in the same run.

    PYTHONPATH=.:interpreter python bench/search.py [--iterations 5000] [--rounds 5] [--games connect_four breakthrough]

OpenSpiel's tree is `MCTSBot` with `RandomRolloutEvaluator`, one rollout for an evaluation, both in C++. Iterations begin at the first position. For
other games only ours are measured. `--middle` begins after so many random choices.
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
from gamedsl_interpreter.thinking.module_tree import ModuleTree
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from openspiel import searching

GAMES = Path(__file__).parents[1] / "games"
SPIEL = {"connect_four": "connect_four", "breakthrough": "breakthrough"}
"""What OpenSpiel calls a game."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement; gives the exit code."""
    parser = ArgumentParser(description="Iterations a second of tree search, beside OpenSpiel's.")
    parser.add_argument("--games", nargs="+", default=[*SPIEL], help="names of shipped games")
    parser.add_argument("--iterations", type=int, default=5_000, help="iterations of a tree (default: 5000)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default: 5)")
    parser.add_argument("--middle", type=int, default=0, help="begin after so many random choices (default: 0)")
    chosen = parser.parse_args(arguments)
    for name in chosen.games:
        _compare(name, chosen.iterations, chosen.rounds, chosen.middle)
    return 0


def _compare(name: str, iterations: int, rounds: int, middle: int) -> None:
    ways: dict[str, Callable[[int], None]] = {"ours": _ours(name, iterations, middle)}
    if name in SPIEL and not middle:
        ways["OpenSpiel"] = _spiel(SPIEL[name], iterations)
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(rounds + 1):
        for way, run in ways.items():
            began = process_time()
            run(number)
            if number:  # the first round makes modules
                rates[way].append(iterations / (process_time() - began))
    told = ", ".join(f"{way} {median(found):,.0f}" for way, found in rates.items())
    ratios = [a / b for a, b in zip(rates["ours"], rates.get("OpenSpiel", ()), strict=False)]
    sys.stdout.write(f"{name}: {told} iterations/s{f', ratio {median(ratios):.1f}' if ratios else ''}\n")


def _ours(name: str, iterations: int, middle: int) -> Callable[[int], None]:
    game = gamedsl.load_rules(next(GAMES.rglob(f"{name}.gdl"))).game()
    engine = WasmEngine(game)
    engine.search_time = float("inf")  # the optimised module
    state = _middle(engine, middle)

    def run(number: int) -> None:
        tree = ModuleTree(engine, state, engine.to_act(state)[0], (number, number + 1))
        tree.grow(iterations)

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

"""Looks for the planted faults of `tests/planted`: how long random matches take to meet each, and how long the search of `gamedsl verify` that is guided by
distances takes. One of the promises holds, so nothing can be found.

    python bench/planted.py --seconds 60 --seed 1
"""

from __future__ import annotations

import argparse
from math import inf
from pathlib import Path
from time import process_time
from typing import cast

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.trouble.guided import prober_of, search_guided
from gamedsl_interpreter.trouble.walks import moves_of
from gamedsl_interpreter.wasm.bulk.playouts import Policy

PLANTED = Path(__file__).parent.parent / "tests" / "planted"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time for each fault and search")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'fault':14} {'random matches':>24} {'guided':>24} {'positions':>12} {'moves':>6}")
    for path in sorted(PLANTED.glob("*.gdl")):
        game = gamedsl.load_rules(path).game()
        chosen = fastest(game, Checking.ON, forced=Forced.ASKED)
        by_chance = _time_by_chance(chosen, asked.seed, asked.seconds)
        guided, positions, moves = _time_guided(game, chosen, asked.seed, asked.seconds)
        print(f"{path.stem:14} {_shown(by_chance):>24} {_shown(guided):>24} {positions:>12,} {moves:>6}", flush=True)


def _time_by_chance(chosen: Chosen, seed: int, seconds: float) -> float:
    """Returns the seconds until a random match breaks the promise."""
    began, first = process_time(), 0
    while process_time() - began < seconds:
        try:
            first += random_matches(chosen, Policy.STEPS, seed, first, 1 << 40, 1, seconds=1).matches
        except MatchFault:
            return process_time() - began
    return inf


def _time_guided(game: Game, chosen: Chosen, seed: int, seconds: float) -> tuple[float, int, int]:
    """Returns the seconds until the guided search breaks the promise, the positions it has visited, and the moves of the match."""
    began, positions = process_time(), 0
    prober = prober_of(game, None, seconds, None)
    if prober is None:
        raise SystemExit(f"{game.name} has no module")
    for progress in search_guided(prober, seed, lambda: process_time() - began < seconds):
        positions += progress.positions
        if progress.broken is not None:
            spent = process_time() - began
            return spent, positions, len(moves_of(cast("Engine[State]", chosen.engine), seed, None, progress.broken))
    return inf, positions, 0


def _shown(seconds: float) -> str:
    return "not found" if seconds == inf else f"{seconds:.1f} s"


if __name__ == "__main__":
    main()

"""What a second thread gives: random matches by one thread and by two, in alternation. Wall-clock time, so the machine has to be idle.

The last column is how many times faster two are. Two processes that count for themselves are measured beside them: what the machine can give.
"""

from __future__ import annotations

from argparse import ArgumentParser
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import gamedsl
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.wasm.bulk.playouts import Policy

GAMES = Path(__file__).parents[1] / "games"
_COUNTED = 20_000_000


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["gloriana", "glory_islands", "classics/hex"])
    parser.add_argument("--matches", type=int, default=300_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(f"{'':<24}{'one, s':>10}{'two, s':>10}{'times':>8}")
    for name in given.games:
        chosen = fastest(gamedsl.load_rules(GAMES / f"{name}.gdl").game())
        taken = [(_matches(chosen, given.matches, 1), _matches(chosen, given.matches, 2)) for _ in range(given.runs)]
        _line(name, *(median(times) for times in zip(*taken, strict=True)))
    _line("(bare processes)", 2 * _counting(1), _counting(2))


def _line(name: str, one: float, two: float) -> None:
    print(f"{name:<24}{one:>10.3f}{two:>10.3f}{one / two:>8.2f}", flush=True)


def _matches(chosen: Chosen, matches: int, threads: int) -> float:
    began = perf_counter()
    random_matches(chosen, Policy.STEPS, 1, 0, matches, threads)
    return perf_counter() - began


def _counting(processes: int) -> float:
    context = get_context("spawn")
    workers = [context.Process(target=_count) for _ in range(processes)]
    began = perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return perf_counter() - began


def _count() -> None:
    total = 0
    for number in range(_COUNTED):
        total += number


if __name__ == "__main__":
    main()

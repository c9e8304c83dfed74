"""Whether the C programs of Gloriana and Glory Islands play the same games as the executors: many random matches of each, compared number by number.

Means are compared in standard errors, whole distributions by a chi-square test of homogeneity (told as a standard normal, Wilson and Hilferty).
The wasm executor plays for the executors: its matches are those of the reference executor, bit by bit. Ends with 1 if anything differs by more
than the limit. Run it as `python -m bench.check_c gloriana`.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from math import cbrt, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.playouts import GAMES, compiled, game_of
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.engine import WasmEngine

SEATS = 4
LINES = {
    "gloriana": ("events", "variety", "unpaid"),
    "glory_islands": ("renown", "barrels", "ashore", "track", "treasures"),
}
"""The score lines of each seat, in the order of the program."""
FEWEST = 10
"""Values that are seen more seldom than this, in both samples together, are put together with their neighbours."""


@frozen
class Difference:
    """One number of a match in both samples: the means, their distance in standard errors, and that of the distributions."""

    name: str
    ours: float
    theirs: float
    mean: float
    spread: float

    @property
    def greatest(self) -> float:
        """The distance that counts. Distributions can be too much alike only by chance."""
        return max(abs(self.mean), self.spread)


def main() -> int:
    """Prints a table for each policy; 1 if a difference is beyond the limit."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=LINES)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1, help="of the executor's matches")
    parser.add_argument("--limit", type=float, default=4.5, help="in standard errors")
    given = parser.parse_args()
    worst = 0.0
    with TemporaryDirectory() as folder:
        for policy in (Policy.STEPS, Policy.MOVES):
            theirs = list(_of_program(given.game, Path(folder), policy, given.matches))
            ours = list(_of_executor(given.game, policy, given.seed, given.matches))
            print(f"\n{given.matches} matches each, policy {policy.name.lower()}\n")
            print(f"{'':12}{'executor':>12}{'C':>12}{'means, se':>12}{'chi2, z':>10}")
            for column, name in enumerate(_names(given.game)):
                found = _difference(name, [row[column] for row in ours], [row[column] for row in theirs])
                worst = max(worst, found.greatest)
                print(f"{name:12}{found.ours:12.4f}{found.theirs:12.4f}{found.mean:12.2f}{found.spread:10.2f}")
    print(f"\ngreatest difference {worst:.2f}, limit {given.limit}")
    return int(worst > given.limit)


def _names(game: str) -> list[str]:
    seats = [f"P{seat} {line}" for seat in range(1, SEATS + 1) for line in (*LINES[game], "total", "won")]
    return ["decisions", "steps", *seats, "best total"]


def _row(decisions: int, steps: int, lines: Sequence[Sequence[int]], winners: int) -> tuple[int, ...]:
    totals = [sum(line) for line in lines]
    seats = (x for seat, line in enumerate(lines) for x in (*line, totals[seat], winners >> seat & 1))
    return (decisions, steps, *seats, max(totals))


def _of_program(game: str, folder: Path, policy: Policy, count: int) -> Iterator[tuple[int, ...]]:
    executable = compiled(game, policy, folder, "-DRECORDS")
    done = subprocess.run([str(executable), str(count)], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines()[:count]:
        decisions, steps, *points, winners = map(int, line.split())
        each = len(LINES[game])
        yield _row(decisions, steps, [points[each * seat : each * (seat + 1)] for seat in range(SEATS)], winners)


def _of_executor(name: str, policy: Policy, seed: int, count: int) -> Iterator[tuple[int, ...]]:
    game = game_of(GAMES / f"{name}.gdl", SEATS)
    module = build_module(game)
    engine = WasmEngine(game, module=module)
    for index in range(count):
        match = playouts(engine, policy, seed, index, 1)
        lines = [[tally.total for _, tally in seat.lines] for seat in match.seats]
        winners = sum(1 << number for number, seat in enumerate(match.seats) if seat.wins)
        yield _row(match.decisions.total, match.steps.total, lines, winners)


# ---------------------------------------------------------------- statistics


def _difference(name: str, ours: Sequence[int], theirs: Sequence[int]) -> Difference:
    one, other = _mean(ours), _mean(theirs)
    error = sqrt(_variance(ours, one) / len(ours) + _variance(theirs, other) / len(theirs))
    return Difference(name, one, other, (one - other) / error, _chi_square(Counter(ours), Counter(theirs)))


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def _variance(numbers: Sequence[int], mean: float) -> float:
    return sum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1)


def _chi_square(ours: Counter[int], theirs: Counter[int]) -> float:
    """For two samples of the same size."""
    cells: list[tuple[int, int]] = []
    a = b = 0
    for value in sorted(ours.keys() | theirs.keys()):
        a, b = a + ours[value], b + theirs[value]
        if a + b >= FEWEST:
            cells.append((a, b))
            a = b = 0
    cells.append((a, b))
    found = sum((a - b) ** 2 / (a + b) for a, b in cells if a + b)
    free = len(cells) - 1
    return (cbrt(found / free) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


if __name__ == "__main__":
    sys.exit(main())

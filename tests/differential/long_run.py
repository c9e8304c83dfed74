"""A long comparison, for machines that have the time: `PYTHONPATH=tests python -m differential.long_run FILE SECONDS [PROCESSES]`.

Matches of all shipped games in all setups are played by both executors, with both policies: inside the module, with its optimised functions, and by the
reference executor, match by match; what they sum up to has to be equal (decisions, steps, scores by line, places, reasons, each with its squares and
extremes). After each of these a match is played in lockstep, with every position, move, step and some views. Only what both have played is
counted. Every setup gets the same time. Each line of FILE is one comparison; a later run goes on behind those that are there. With 0 SECONDS nothing is
played, and the table tells what FILE holds.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from json import dumps, loads
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time

from attrs import asdict, frozen

from differential.lockstep import Pair, compared, pair, same_playouts, shipped, walked
from gamedsl_interpreter.wasm.playouts import Policy

SEED = 20_000_003
SHARE = 2.0
"""Seconds of process time that each policy of a setup gets in each lap."""


@frozen
class Compared:
    """One comparison: matches from `first` to before `after` of a setup, how many steps both have made, in so many seconds of process time. `how`: a
    policy, or `lockstep`."""

    game: str
    how: str
    first: int
    after: int
    steps: int
    seconds: float


def main() -> None:
    """Goes on until the time is over, then tells what was compared."""
    file, seconds = Path(sys.argv[1]), float(sys.argv[2])
    processes = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    names = [game.name for game in shipped()]
    context = get_context("spawn")
    workers = [
        context.Process(target=share, args=(file, names[i::processes], known(file), monotonic() + seconds))
        for i in range(processes if seconds else 0)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for line in table(known(file)):
        print(line)
    if any(worker.exitcode for worker in workers):
        sys.exit("the executors differ")


def known(file: Path) -> list[Compared]:
    """What has been compared so far."""
    return [Compared(**loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


def share(file: Path, names: list[str], before: list[Compared], end: float) -> None:
    """One process: its setups in turn, lap by lap."""
    mine = [game for game in shipped() if game.name in names]
    pairs: dict[str, Pair] = {}
    at = Counter[tuple[str, str]]()
    for one in before:
        at[one.game, one.how] = max(at[one.game, one.how], one.after)
    for _ in count():
        for game in mine:
            if monotonic() > end:
                return
            if game.name not in pairs:
                plain = pair(game.game())
                pairs[game.name] = Pair(plain.reference, plain.wasm.improved())
            both = pairs[game.name]
            for one in compared_anew(game.name, both, at):
                at[one.game, one.how] = one.after
                with file.open("a") as out:
                    out.write(dumps(asdict(one)) + "\n")


def compared_anew(name: str, both: Pair, at: Counter[tuple[str, str]]) -> Iterator[Compared]:
    """The next comparisons of a setup."""
    for policy in Policy:
        how = policy.name.lower()
        first, after, steps = at[name, how], at[name, how], 0
        began = process_time()
        while process_time() - began < SHARE:
            number = 1 if after == first else max(1, min(64, after - first))
            steps += same_playouts(both, policy, SEED, after, number)
            after += number
        yield Compared(name, how, first, after, steps, process_time() - began)
    first, began = at[name, "lockstep"], process_time()
    steps = compared(both, SEED + first, 40) + walked(both, SEED + first, 40)
    yield Compared(name, "lockstep", first, first + 1, steps, process_time() - began)


def table(done: list[Compared]) -> Iterator[str]:
    """What was compared, by game and in all."""
    steps, matches, seconds = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for one in done:
        for key in (one.game.partition("-")[0], f"all by {one.how}", "all"):
            steps[key] += one.steps
            seconds[key] += one.seconds
            matches[key] += one.after - one.first
    yield f"{'game':24} {'matches':>10} {'steps compared':>15} {'steps an hour':>14}"
    for key in sorted(steps, key=lambda k: (k.startswith("all"), k)):
        yield f"{key:24} {matches[key]:10,} {steps[key]:15,} {3600 * steps[key] / max(seconds[key], 1e-9):14,.0f}"


if __name__ == "__main__":
    main()

"""The modules of this checkout against those of another one: playouts of all shipped games, in alternation, with equal seeds.

Give the path of the other checkout, for example a worktree of an earlier commit (`git worktree add ../before COMMIT`). Each checkout plays in a process
of its own with its own code, but with the rules files of this one. Process time; medians of the runs. A ratio above 1 means that this checkout is
faster. The statistics of the matches have to be equal: where they are not, the line says so, and the script ends with 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from hashlib import sha256
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time

from attrs import frozen

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.errors import GameDslError
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.engine import WasmEngine

HERE = Path(__file__).parent
ROOT = HERE.parent
GAMES = ROOT / "games"


@frozen
class Run:
    """What a process measured: seconds for these matches, and the digest of their statistics."""

    seconds: float
    digest: str


class Worker:
    """A process that plays with the code of one checkout."""

    def __init__(self, checkout: Path) -> None:
        paths = os.pathsep.join(str(checkout / part) for part in ("", "interpreter"))
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--worker"],
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, path: Path, policy: str, count: int) -> Run | str:
        """Plays matches of a game; a text says why that is not possible."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the process was started without pipes")
        self._process.stdin.write(json.dumps([str(path), policy, count]) + "\n")
        self._process.stdin.flush()
        answer: list[float | str] | str = json.loads(self._process.stdout.readline())
        return answer if isinstance(answer, str) else Run(float(answer[0]), str(answer[1]))

    def end(self) -> None:
        """Ends the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


def main() -> int:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="?", help="the path of the other checkout")
    parser.add_argument("--games", nargs="*", default=None, help="only these games, by name")
    parser.add_argument("--policies", nargs="*", default=["moves", "steps"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of one run")
    parser.add_argument(
        "--worker", action="store_true", help="play what standard input asks for (used by the script itself)"
    )
    given = parser.parse_args()
    if given.worker:
        return _work()
    if given.other is None:
        parser.error("the path of the other checkout is missing")
    workers = Worker(Path(given.other).resolve()), Worker(ROOT)
    print(f"{'game':24}{'policy':>8}{'before /s':>12}{'now /s':>12}{'ratio':>7}")
    ratios: dict[str, float] = {}
    unequal = 0
    for path in sorted(GAMES.rglob("*.gdl")):
        if given.games is not None and path.stem not in given.games:
            continue
        for policy in given.policies:
            name, (text, ratio, is_equal) = path.stem, _line(workers, path, policy, given.runs, given.seconds)
            print(f"{name:24}{policy:>8}{text}", flush=True)
            unequal += not is_equal
            if ratio is not None:
                ratios[f"{name} {policy}"] = ratio
    for worker in workers:
        worker.end()
    _sum_up(ratios)
    return int(unequal > 0)


def _sum_up(ratios: dict[str, float]) -> None:
    others = [ratio for name, ratio in ratios.items() if not name.startswith(("gloriana", "glory_islands"))]
    if others:
        print(f"geometric mean without the flagships: {exp(sum(map(log, others)) / len(others)):.2f}")
        slowest = sorted(ratios.items(), key=lambda item: item[1])[:5]
        print("slowest: " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in slowest))


def _line(
    workers: tuple[Worker, Worker], path: Path, policy: str, runs: int, seconds: float
) -> tuple[str, float | None, bool]:
    """The figures of a game; the ratio; whether both played the same."""
    count = 16
    while True:
        first = [worker.run(path, policy, count) for worker in workers]
        if any(isinstance(run, str) for run in first):
            return "  " + "; ".join(run for run in first if isinstance(run, str)), None, True
        if min(run.seconds for run in first if isinstance(run, Run)) > seconds / 2 or count >= 1 << 22:
            break
        count *= 2
    times: tuple[list[float], list[float]] = ([], [])
    digests: set[str] = set()
    for _ in range(runs):
        for worker, found in zip(workers, times, strict=True):
            run = worker.run(path, policy, count)
            if isinstance(run, str):
                return f"  {run}", None, False
            found.append(run.seconds)
            digests.add(run.digest)
    before, now = (median(found) for found in times)
    equal = "" if len(digests) == 1 else "  NOT THE SAME MATCHES"
    return f"{count / before:12,.0f}{count / now:12,.0f}{before / now:7.2f}{equal}", before / now, len(digests) == 1


# ---------------------------------------------------------------- in the process


def _work() -> int:
    """Answers lines of [path, policy, matches]."""
    engines: dict[str, WasmEngine | str] = {}
    for line in sys.stdin:
        path, policy, count = json.loads(line)
        if path not in engines:
            engines.clear()
            engines[path] = _engine(Path(path))
        engine = engines[path]
        answer = engine if isinstance(engine, str) else _measured(engine, Policy[policy.upper()], count)
        print(json.dumps(answer), flush=True)
    return 0


def _measured(engine: WasmEngine, policy: Policy, count: int) -> Sequence[float | str]:
    began = process_time()
    summary = playouts(engine, policy, 1, 0, count)
    return [process_time() - began, sha256(repr(summary).encode()).hexdigest()]


def _engine(path: Path) -> WasmEngine | str:
    """The optimised module of the setup with most people, but no more than four, and the first values of options; a text if there is none."""
    files = open_rules(str(path))
    # An earlier checkout finds other files itself.
    parsed = pipeline.parse_files(files.source, getattr(files, "find", None) or files.bases.find)
    setups = pipeline.setups(parsed)
    fewest = min(setup.players for setup in setups)
    players = max(setup.players for setup in setups if setup.players <= max(4, fewest))
    game = pipeline.compile(parsed, next(setup for setup in setups if setup.players == players)).game
    try:
        return WasmEngine(game, module=build_module(game))
    except GameDslError as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main())

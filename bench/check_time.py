"""What `gamedsl check` costs on the two large games: process time and memory of the whole process, warm.

Bytecode is compiled first; then each game is checked by a new process several times. Wanted: at most 200 ms and 150 MB.
"""

from __future__ import annotations

import compileall
import os
import resource
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median

from attrs import frozen

ROOT = Path(__file__).parents[1]
GAMES = tuple(ROOT / "games" / f"{name}.gdl" for name in ("gloriana", "glory_islands"))
COMMAND = (sys.executable, "-m", "gamedsl", "check")


@frozen
class Cost:
    """Of one process: time in user and system mode, and the most memory it held."""

    milliseconds: float
    megabytes: float
    exit_code: int


def main() -> int:
    """Prints the table; 1 if a check reports anything."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=9)
    runs: int = parser.parse_args().runs
    for folder in (ROOT / "gamedsl", ROOT / "interpreter"):
        compileall.compile_dir(folder, quiet=2)
    print(f"gamedsl check, process time of the whole process, {runs} runs after one to warm up\n")
    print("| game | median ms | fastest to slowest | MB |")
    print("| --- | ---: | ---: | ---: |")
    good = True
    for path in GAMES:
        costs = [_cost((*COMMAND, str(path))) for _ in range(runs + 1)][1:]
        times = [cost.milliseconds for cost in costs]
        memory = max(cost.megabytes for cost in costs)
        print(f"| {path.stem} | {median(times):.0f} | {min(times):.0f} to {max(times):.0f} | {memory:.0f} |")
        good = good and not any(cost.exit_code for cost in costs)
    return 0 if good else 1


def _cost(command: tuple[str, ...]) -> Cost:
    """The cost of a process that runs to its end, its output thrown away."""
    silence = os.open(os.devnull, os.O_WRONLY)
    process = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, silence, 1)])
    _, status, usage = os.wait4(process, 0)
    os.close(silence)
    return Cost(1000 * (usage.ru_utime + usage.ru_stime), _megabytes(usage), os.waitstatus_to_exitcode(status))


def _megabytes(usage: resource.struct_rusage) -> float:
    """Linux counts kilobytes, macOS bytes."""
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    sys.exit(main())

"""How long commands take to end after Ctrl-C: each is started, is sent the signal in the middle of its work, and is waited for.

Wall time; the median and the slowest of the runs, with the exit codes that occurred. A command that was done before the signal came says so.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from attrs import frozen

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "games"
ZOO = ROOT / "tests" / "zoo"
COMMANDS = (
    ("check", str(GAMES / "glory_islands.gdl")),
    ("test", str(GAMES / "gloriana.gdl")),
    ("simulate", str(GAMES / "gloriana.gdl"), "--matches", "10000000"),
    ("simulate", str(ZOO / "hopeless_rest.gdl"), "--matches", "1"),
    ("simulate", str(ZOO / "loops_of_statements.gdl"), "--matches", "1"),
    ("perft", str(GAMES / "classics" / "breakthrough.gdl"), "--depth", "12", "--most", "10000000"),
    ("perft", str(ZOO / "any_of_sixty.gdl"), "--depth", "1"),
    ("perft", str(ZOO / "equation.gdl"), "--depth", "1"),
    ("explore", str(GAMES / "classics" / "connect_four.gdl"), "--most", "10000000"),
    ("explore", str(ZOO / "loops_of_formulas.gdl"), "--depth", "1"),
    ("play", str(GAMES / "gloriana.gdl")),
    ("play", str(ZOO / "hopeless_rest.gdl")),
    ("graph", str(GAMES / "glory_islands.gdl"), "-o", "-"),
    ("build", str(GAMES / "glory_islands.gdl"), "-o", "-"),
)


@frozen
class Run:
    """Seconds from the signal to the end (None: it had ended before) and the exit code."""

    seconds: float | None
    code: int


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--after", type=float, nargs="+", default=[0.6, 2.0], help="seconds before the signal")
    given = parser.parse_args()
    print(f"{'command':44}{'after s':>8}{'median s':>10}{'slowest s':>11}  exit codes")
    for command in COMMANDS:
        for after in given.after:
            print(_row(command, [_run(command, after) for _ in range(given.runs)], after), flush=True)


def _run(command: tuple[str, ...], after: float) -> Run:
    arguments = [sys.executable, "-m", "gamedsl", *command]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as process:
        sleep(after)
        if process.poll() is not None:
            return Run(None, process.returncode)
        process.send_signal(signal.SIGINT)
        began = perf_counter()
        code = process.wait()
        return Run(perf_counter() - began, code)


def _row(command: tuple[str, ...], runs: list[Run], after: float) -> str:
    seconds = [run.seconds for run in runs if run.seconds is not None]
    codes = ", ".join(map(str, sorted({run.code for run in runs})))
    times = f"{median(seconds):>10.2f}{max(seconds):>11.2f}" if seconds else f"{'ended':>10}{'before':>11}"
    return f"{command[0] + ' ' + Path(command[1]).stem:44}{after:>8}{times}  {codes}"


if __name__ == "__main__":
    main()

"""A campaign is killed again and again at random moments, and ends with the same rows as one that was never killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from bench.campaign_rows import rows_in

PLAN = """
matches = {matches}
seeds = [1, 2]
agents = ["random", "random:moves"]

[[games]]
file = "kuhn_poker"

[[games]]
file = "tic_tac_toe"
"""

_SECONDS = 0.1
"""The seconds of a part here, so that there is something to lose and something to keep."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        kills, starts, rows = killed(Path(folder), given.kills, given.matches, given.jobs)
    print(f"{kills} kills in {starts} starts: the same {rows:,} rows")


def killed(folder: Path, kills: int, matches: int, jobs: int, longest: float = 4.0) -> tuple[int, int, int]:
    """Plays a campaign without and with kills; how often it was killed and started, and how many rows there are. Each start gets up to `longest` seconds;
    when a campaign has ended before there were enough kills, another one begins. Raises AssertionError if a table differs."""
    plan = folder / "plan.toml"
    plan.write_text(PLAN.format(matches=matches), encoding="utf-8")
    _start(folder / "whole", plan, 1).wait()
    expected = rows_in(folder / "whole")
    draw, count, starts, out = random.Random(1), 0, 0, folder / "killed"
    while True:
        starts += 1
        process = _start(out, plan, jobs)
        if count < kills and _kill(process, draw.uniform(0.3, longest)):
            count += 1
            continue
        if process.wait():
            raise AssertionError("a campaign ended badly")
        if rows_in(out) != expected:
            raise AssertionError(f"the rows differ after {count} kills")
        if count >= kills:
            return count, starts, sum(len(rows) for rows in expected.values())
        rmtree(out)


def _start(out: Path, plan: Path, jobs: int) -> subprocess.Popen[bytes]:
    line = ("campaign", str(plan), "-o", str(out), "-j", str(jobs))
    command = (sys.executable, "-m", "bench.short_parts", str(_SECONDS), "sees", *line)
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env=dict(os.environ))


def _kill(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether the process was still there after so many seconds; then it is no more."""
    end = monotonic() + seconds
    while monotonic() < end:
        if process.poll() is not None:
            return False
        sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return True


if __name__ == "__main__":
    main()

"""The workers, the scheduler and the campaign of a dask cluster are killed again and again at random moments; the rows are those of a campaign that was never
killed. What was done is kept in FOLDER: the same command goes on."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep

from bench.campaign_rows import free_port, rows_in

PLAN = """
matches = {matches}
seeds = [1, 2]
agents = ["random", "mcts:{iterations}"]

[[games]]
file = "tic_tac_toe"

[[games]]
file = "pig"
players = 2
agents = "random"
"""

_PART = 0.25
"""Seconds of a part here, so that there are many to lose."""

_VICTIMS = (*("worker",) * 3, "campaign", *("worker",) * 2, "scheduler", *("worker",) * 2, "campaign")
"""Who is killed, again and again in this order."""

_PATIENCE = 600.0
"""Seconds after which a campaign that has no new part, or does not end after the last kill, is taken for dead."""

_MOVES = 20
"""How often a campaign may find no scheduler."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=800)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print(killed(given.folder, given.kills, given.matches, given.iterations))


def killed(
    folder: Path, kills: int, matches: int, iterations: int, victims: Sequence[str] = _VICTIMS, workers: int = 2
) -> str:
    """Plays campaigns, one after the other, until there were as many kills; says what was killed. Raises AssertionError if rows differ, or if a campaign ends
    with a traceback or does not end."""
    plan, tally = folder / "plan.toml", _Tally(folder / "tally.json")
    if not plan.exists():
        plan.write_text(PLAN.format(matches=matches, iterations=iterations), encoding="utf-8")
    whole = folder / "whole"
    subprocess.run(
        [sys.executable, "-m", "gamedsl", "campaign", str(plan), "-o", str(whole), "-j", "1"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    expected = rows_in(whole)
    out = folder / "killed"
    while tally.kills < kills or out.exists():
        with _Cluster(folder, workers) as cluster:
            cluster.play(plan, out, tally, kills, victims)
        if rows_in(out) != expected:
            raise AssertionError(f"rows differ after {tally.kills} kills")
        rmtree(out)
        tally.add("campaigns")
    return f"{tally}: the same {sum(len(one) for one in expected.values()):,} rows each time"


class _Tally:
    """What was killed, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._count = Counter[str](json.loads(path.read_text("utf-8")) if path.exists() else {})

    @property
    def kills(self) -> int:
        return sum(self._count[name] for name in set(_VICTIMS))

    def add(self, name: str) -> None:
        self._count[name] += 1
        self._path.write_text(json.dumps(self._count), encoding="utf-8")

    def __str__(self) -> str:
        told = ", ".join(f"{name} {self._count[name]}" for name in sorted(set(_VICTIMS)))
        return f"{self.kills} kills ({told}) in {self._count['campaigns']} campaigns, started again {self._count['starts']} times"


class _Cluster:
    """A scheduler and its workers on this machine, and the campaign that plays on them."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._port, self._workers, self._moves = free_port(), workers, 0
        self._folder, self._draw = folder, random.Random(self._port)
        self._log = (folder / "log.txt").open("ab")
        self._running: dict[str, list[subprocess.Popen[bytes]]] = {"scheduler": [], "worker": [], "campaign": []}

    @property
    def _address(self) -> str:
        return f"tcp://127.0.0.1:{self._port}"

    def __enter__(self) -> _Cluster:
        self._start_cluster()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop(*self._running)
        self._log.close()

    def _start_cluster(self) -> None:
        dask = (sys.executable, "-m", "dask")
        address = ("--host", "127.0.0.1", "--port", str(self._port))
        self._start("scheduler", (*dask, "scheduler", *address, "--no-dashboard", "--no-show"))
        for _ in range(self._workers):
            self._start_worker()

    def _move(self) -> None:
        """Starts a cluster at another port: somebody else may have taken ours while no scheduler was there. Raises AssertionError if there was none too often."""
        self._moves += 1
        if self._moves > _MOVES:
            raise AssertionError(f"no scheduler answers at {_MOVES} ports")
        self._stop("scheduler", "worker")
        self._port = free_port()
        self._start_cluster()

    def _stop(self, *names: str) -> None:
        for name in names:
            for one in self._running[name]:
                one.kill()
                one.wait()
            self._running[name].clear()

    def _start_worker(self) -> None:
        place = ("--local-directory", str(self._folder / "dask"))
        quiet = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
        self._start("worker", (sys.executable, "-m", "dask", "worker", self._address, *quiet, *place))

    def _start(self, name: str, command: Sequence[str]) -> None:
        process = subprocess.Popen(command, stdout=self._log, stderr=self._log, env=dict(os.environ))
        self._running[name].append(process)

    def play(self, plan: Path, out: Path, tally: _Tally, kills: int, victims: Sequence[str]) -> None:
        """Plays a campaign to its end, and kills until there were enough kills."""
        told = self._folder / "campaign.txt"
        while True:
            with told.open("wb") as log:
                sight = self._draw.choice(("sees", "blind"))
                line = ("campaign", str(plan), "-o", str(out), "--cluster", self._address)
                command = (sys.executable, "-m", "bench.short_parts", str(_PART), sight, *line)
                campaign = subprocess.Popen(command, stdout=log, stderr=log, env=dict(os.environ))
            self._running["campaign"] = [campaign]
            tally.add("starts")
            while tally.kills < kills and self._wait(campaign, out):
                victim = victims[tally.kills % len(victims)]
                tally.add(victim)
                self._kill(victim)
                if victim == "campaign":
                    break
            try:
                code = campaign.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                raise AssertionError(f"a campaign does not end: {told.read_text('utf-8')}") from None
            said = told.read_text("utf-8")
            if code == 0:
                return
            # Parts that happened to be on many dead workers, and a scheduler that was away for too long: the next start plays the rest.
            if "no cluster answers" in said:
                self._move()
            elif code != -signal.SIGKILL and "are set aside" not in said:
                raise AssertionError(f"a campaign ended with {code}: {said}")

    def _wait(self, campaign: subprocess.Popen[bytes], out: Path) -> bool:
        """Waits for a moment to kill: mostly after there is a new part. Whether the campaign is still there then."""
        before, end = _parts(out), monotonic() + _PATIENCE
        patient = self._draw.random() < 0.8
        while patient and _parts(out) == before and campaign.poll() is None:
            if monotonic() > end:
                raise AssertionError(f"nothing was played for {_PATIENCE:.0f} seconds")
            sleep(0.05)
        sleep(self._draw.uniform(0, 1))
        return campaign.poll() is None

    def _kill(self, name: str) -> None:
        """Kills a process, and starts it again; workers that have lost their scheduler are started again, too."""
        victim = self._running[name].pop(0)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        if name == "worker":
            self._start_worker()
        elif name == "scheduler":
            self._stop("worker")
            self._start_cluster()


def _parts(out: Path) -> int:
    return sum(1 for _ in out.glob("parts/*/*.parquet"))


if __name__ == "__main__":
    main()

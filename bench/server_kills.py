"""A server is killed again and again at random moments while people play, and has every move that it said it had played."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import sleep

import httpx

_GAME = "connect_four"
_PLAYERS = 4
"""How many tables are played at, at the same time."""

_HERE = Path(__file__).parents[1]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        moves, tables, unheard = killed(Path(folder), given.kills, given.seed)
    print(
        f"{given.kills} kills: {moves:,} accepted moves at {tables:,} tables, none lost; {unheard} played whose answer did not arrive"
    )


def killed(folder: Path, kills: int, seed: int, longest: float = 5.0, least: int = 0) -> tuple[int, int, int]:
    """Plays on a server that is killed as often as wanted: at most `longest` seconds after it has begun, and not
    before `least` moves were accepted. Returns how many moves were accepted at how many
    tables, and how many were played whose answer did not arrive. Raises AssertionError if a move is lost or another one is in its place."""
    draw, records = random.Random(seed), folder / "tables.db"
    people = [_Person(seed + number) for number in range(_PLAYERS)]
    for _ in range(kills):
        process, address = _start(records)
        after = Timer(draw.uniform(0.05, longest), _kill, (process, people, least))
        after.start()
        with ThreadPoolExecutor(_PLAYERS) as pool:
            list(pool.map(_Person.play, people, [address] * _PLAYERS))
        process.wait()
        after.cancel()
        if process.returncode != -signal.SIGKILL:
            raise AssertionError(f"the server ended by itself: {process.returncode}")
        _compare(records, people)
    accepted = [moves for one in people for moves in one.accepted.values()]
    return sum(map(len, accepted)), len(accepted), sum(one.unheard for one in people)


def _start(records: Path) -> tuple[subprocess.Popen[str], str]:
    """Starts a server, and waits until it says where it is."""
    paths = os.pathsep.join([str(_HERE), str(_HERE / "interpreter")])
    process = subprocess.Popen(
        [sys.executable, "-m", "gamedsl", "serve", _GAME, "--port", "0", "--records", str(records)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    found = None if process.stdout is None else re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        process.kill()
        raise AssertionError("the server does not say where it is")
    return process, found[0]


def _kill(process: subprocess.Popen[str], people: list[_Person], least: int) -> None:
    while sum(one.count for one in people) < least:
        sleep(0.05)
    process.send_signal(signal.SIGKILL)


def _compare(records: Path, people: list[_Person]) -> None:
    """Compares the file with what was accepted. Raises AssertionError."""
    connection = sqlite3.connect(records)
    for one in people:
        for table, accepted in one.accepted.items():
            kept = [
                row[0]
                for row in connection.execute("SELECT text FROM moves WHERE table_id = ? ORDER BY number", (table,))
            ]
            if kept[: len(accepted)] != accepted or len(kept) > len(accepted) + 1:
                raise AssertionError(f"the table {table} has {kept}, and accepted were {accepted}")
            if len(kept) > len(accepted):
                one.unheard += 1
                accepted.append(kept[-1])
    connection.close()


class _Person:
    """Somebody who plays both seats of one table after the other, and remembers what was accepted."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._links: tuple[str, ...] = ()
        self._table = ""
        self.accepted: dict[str, list[str]] = {}
        self.unheard = self.count = 0

    def play(self, address: str) -> None:
        """Plays until the server answers no more."""
        try:
            with httpx.Client(base_url=address, timeout=20) as asking:
                while True:
                    self._play_one(asking)
        except httpx.TransportError:
            return

    def _play_one(self, asking: httpx.Client) -> None:
        if not self._links:
            made = asking.post("api/tables", json={"game": _GAME}).json()
            self._table, self._links = made["table"], tuple(seat["link"] for seat in made["links"])
            self.accepted[self._table] = []
        for link in self._links:
            told = asking.get(f"{link}now").json()
            if told["position"]["isOver"]:
                self._links = ()
                return
            steps = told["position"]["steps"]
            if steps:
                value = self._draw.choice(steps[""]["step"]["options"])["value"]
                answer = asking.post(f"{link}answer", json={"seen": told["seen"], "values": [value]})
                self.accepted[self._table].append(answer.raise_for_status().json()["played"])
                self.count += 1


if __name__ == "__main__":
    main()

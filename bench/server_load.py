"""How many moves a second a server plays at many open tables, with a page of each seat listening, how long an answer takes, and what a move costs the server's
processor, signs of life to all pages included."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

_HERE = Path(__file__).parents[1]
_CONNECTIONS = 96
"""How many answers are asked for at the same time."""

_LINES = "{:>8} {:>8} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9} {:>12}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rate", type=int, default=200, help="moves a second that are tried")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--games", default="connect_four,tic_tac_toe", help="names, separated by commas")
    given = parser.parse_args()
    games = given.games.split(",")
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "gamedsl",
                "serve",
                *games,
                "--port",
                "0",
                "--records",
                f"{folder}/tables.db",
                "--most-tables",
                "100000",
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_HERE), str(_HERE / "interpreter")])},
        )
        try:
            found = None if process.stdout is None else re.search(r"http://([0-9.]+):(\d+)", process.stdout.readline())
            if found is None:
                raise SystemExit("the server does not say where it is")
            asyncio.run(_Load(found[1], int(found[2]), process.pid).run(games, given.tables, given.rate, given.seconds))
        finally:
            process.terminate()
            process.wait()


class _Load:
    """Plays at all tables of a server at a fixed rate."""

    def __init__(self, host: str, port: int, server: int) -> None:
        self._host, self._port, self._server = host, port, server
        self._draw = random.Random(1)
        self._told: dict[str, dict[str, Any]] = {}
        """The last message to each seat, by its link."""
        self._heard = 0

    async def run(self, games: list[str], tables: int, rate: int, seconds: int) -> None:
        """Makes the tables, opens the pages, plays, and prints a line."""
        begun = perf_counter()
        made = [await self._make(self._draw.choice(games)) for _ in range(tables)]
        pages = [asyncio.create_task(self._listen(link)) for links in made for link in links]
        while len(self._told) < len(pages):
            await asyncio.sleep(0.2)
        opened = perf_counter() - begun
        print(f"{tables} tables with {len(pages)} open pages after {opened:.0f} s")
        workers = [_Connection(self._host, self._port) for _ in range(_CONNECTIONS)]
        free = asyncio.Queue[_Connection]()
        for one in workers:
            free.put_nowait(one)
        took: list[float] = []
        refused = 0
        before, start = _cpu(self._server), perf_counter()
        heard = self._heard
        waiting: set[asyncio.Task[float | None]] = set()

        def done(task: asyncio.Task[float | None]) -> None:
            nonlocal refused
            waiting.discard(task)
            found = task.result()
            if found is None:
                refused += 1
            else:
                took.append(found)

        number = 0
        while perf_counter() - start < seconds:
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            number += 1
            connection = await free.get()
            task = asyncio.create_task(self._play(connection, free, self._draw.choice(made)))
            waiting.add(task)
            task.add_done_callback(done)
        while waiting:
            await asyncio.sleep(0.05)
        passed = perf_counter() - start
        cpu = _cpu(self._server) - before
        ordered = sorted(took)
        print(
            _LINES.format(
                "tables", "pages", "moves", "moves/s", "refused", "median ms", "p99 ms", "CPU ms", "messages/s"
            )
        )
        print(
            _LINES.format(
                tables, len(pages), len(took), f"{len(took) / passed:.0f}", refused, f"{statistics.median(ordered) * 1000:.1f}",
                f"{ordered[int(len(ordered) * 0.99)] * 1000:.0f}", f"{cpu / max(1, len(took)) * 1000:.1f}", f"{(self._heard - heard) / passed:.0f}",
            )
        )  # fmt: skip
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)

    async def _make(self, game: str) -> list[str]:
        connection = _Connection(self._host, self._port)
        _, made = await connection.ask("POST", "/api/tables", {"game": game, "isListed": False})
        connection.close()
        return [str(one["link"]) for one in made["links"]]

    async def _play(self, connection: _Connection, free: asyncio.Queue[_Connection], links: list[str]) -> float | None:
        """Plays a random move at a table. Returns how long the answer took; None if it was refused, as two answers to one position are."""
        try:
            ready = [(link, told) for link in links if _steps(told := self._told[link])]
            if not ready:
                return None
            link, told = self._draw.choice(ready)
            self._told[link] = {}  # until the next message
            values: list[int] = []
            begun = perf_counter()
            while True:
                status, answer = await connection.ask(
                    "POST", f"/{link}answer", {"seen": told["seen"], "values": values}
                )
                if status != 200:
                    return None
                if "played" in answer:
                    return (perf_counter() - begun) / (len(values) + 1)
                step = answer["steps"][",".join(map(str, values))]["step"]
                values.append(self._draw.choice(step["options"])["value"])
        finally:
            free.put_nowait(connection)

    async def _listen(self, link: str) -> None:
        """Listens to the messages of a seat, as its page does."""
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=1 << 22)
        writer.write(f"GET /{link}events HTTP/1.1\r\nhost: {self._host}\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(b"data: {"):
                self._heard += 1
                self._told[link] = json.loads(line[6:])


class _Connection:
    """A connection that is kept open for one request after the other."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, message: object) -> tuple[int, Any]:
        body = json.dumps(message).encode()
        if self._open is None:
            self._open = await asyncio.open_connection(self._host, self._port, limit=1 << 22)
        reader, writer = self._open
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answered = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answered)
        text = await reader.readexactly(int(length[1]) if length else 0)
        return int(answered.split(b" ", 2)[1]), json.loads(text)

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()


def _steps(told: Mapping[str, Any]) -> bool:
    return bool(told) and bool(told["position"]["steps"])


def _cpu(process: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()

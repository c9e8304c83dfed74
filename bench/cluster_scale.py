"""What a part of a campaign costs the campaign, its scheduler and its worker; and, by a simulation with these figures, how busy the cores of a large cluster are."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable
from contextlib import closing
from heapq import heappop, heappush
from pathlib import Path
from pickle import dumps
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from psutil import Process

import gamedsl
from bench.campaign_rows import free_port
from gamedsl.api.studies.campaigns import cells_of
from gamedsl.values import evolve
from gamedsl.workbench.campaigns.dask_cluster import connect
from gamedsl.workbench.campaigns.part_files import Played
from gamedsl.workbench.campaigns.plan import plan_of
from gamedsl.workbench.campaigns.play import part_seconds
from gamedsl.workbench.campaigns.results import Cell, Results, open_results
from gamedsl.workbench.campaigns.working import SECONDS, CellWork, play_part
from gamedsl.workbench.data.tables import Head
from gamedsl.workbench.playing.players import Part

_CORES = 100 * 32

_LENGTHS = (1.0, SECONDS, part_seconds(_CORES))
"""Seconds of a part in the simulation."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--parts", type=int, default=2000, help="parts that are sent to a cluster and written to an index"
    )
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        for game, players in (("tic_tac_toe", 2), ("gloriana", 3)):
            _tell_sizes(Path(folder, game), game, players)
        index = _index(Path(folder, "index"), given.parts)
        print(f"index: {1e3 * index:.2f} ms a part, its file's name included ({given.parts:,} parts in batches of 200)")
        campaign, scheduler = _sent(given.parts)
        print(
            f"sent through dask: {1e3 * campaign:.2f} ms of the campaign and {1e3 * scheduler:.2f} ms of the scheduler a part"
        )
    print(f"\n{_CORES:,} cores:\n")
    print("| seconds of a part | parts a second | cores that play |\n|---:|---:|---:|")
    for length in _LENGTHS:
        busy = simulated(_CORES, length, campaign + index, scheduler)
        print(f"| {length:g} | {busy * _CORES / length:,.0f} | {busy:.0%} |")


# ---------------------------------------------------------------- what is measured


def _tell_sizes(folder: Path, game: str, players: int) -> None:
    """Prints the size of messages and files, and what a worker needs for a file and one writer for rows in SQLite."""
    work, _ = _work(game, players)
    arrivals = folder / "arrivals"
    arrivals.mkdir(parents=True)
    least = play_part(work, range(1), str(arrivals), 0.0)
    print(f"\n{game}, {players} players: the job has {len(dumps(work)):,} bytes, once for each worker")
    print(f"the result of a part has {len(dumps(least)):,} bytes if its file is written by the worker")
    for matches in (100, 10_000):
        sent = play_part(work, range(matches), str(folder / "elsewhere"), 1e9)
        both = _cpu(lambda matches=matches: play_part(work, range(matches), str(arrivals), 1e9))  # type: ignore[misc]
        print(f"{matches:,} matches: {sent.size:,} bytes of Parquet, {1e3 * both:.1f} ms to play and to write them")
    rows = 20_000
    print(
        f"one SQLite file for all rows, as before: {rows / _cpu(lambda: _rows_in_sqlite(folder, rows)):,.0f} rows a second\n"
    )


def _work(game: str, players: int) -> tuple[CellWork, Cell]:
    rules = gamedsl.load_rules(game)
    setup = next(one for one in rules.setups() if one.players == players)
    [games] = plan_of(f'[[games]]\nfile = "{game}"').games
    [planned] = cells_of(games, (1,), rules, [setup], print)
    head = Head(game, players, setup.options, 1)
    return CellWork(
        planned.job, head, (1, game, "", game, game, players, "{}", "random", 1, "[]", players, "[]")
    ), planned.cell


def _cpu(run: Callable[[], object]) -> float:
    began = process_time()
    run()
    return process_time() - began


def _rows_in_sqlite(folder: Path, rows: int) -> None:
    with closing(sqlite3.connect(folder / "rows.db")) as connection:
        connection.execute(
            "CREATE TABLE results (a, b, c, d, e, f, g, h, i, j, k, PRIMARY KEY (a, b, c)) WITHOUT ROWID"
        )
        values = [(1, at, 0, 1, 1, 1, 9, 9, "all rounds are played", 7, '{"chips": 7}') for at in range(rows)]
        connection.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        connection.commit()


def _index(folder: Path, parts: int) -> float:
    """Returns the seconds of processor time for a part that has arrived: its name, and its row."""
    with open_results(str(folder)) as results:
        work, cell = _work("tic_tac_toe", 2)
        number = results.add(cell, work.job.chosen.engine.game)
        one = play_part(work, range(1), str(results.arrivals), 0.0)
        content = (results.arrivals / str(one.file)).read_bytes()
        for at in range(parts):
            (results.arrivals / f"{at}.parquet").write_bytes(content)
        return _cpu(lambda: _write(results, number, one, parts)) / parts


def _write(results: Results, number: int, one: Played, parts: int) -> None:
    for at in range(parts):
        results.write(number, evolve(one, first=at, stop=at + 1, file=f"{at}.parquet"))
        if at % 200 == 199:
            results.commit()
    results.commit()


def _nothing(_: str, indices: range) -> Played:
    return Played(indices.start, indices.stop, (), 0, ((0, 1, 1), (1, 1, 1)), "0123456789abcdef.parquet", 5000)


def _sent(parts: int) -> tuple[float, float]:
    """Returns the seconds of processor time for a part that does nothing: of the campaign, and of the scheduler."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = _dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
    worker = _dask("worker", address, "--nthreads", "4", "--no-nanny", "--no-dashboard")
    try:
        with connect(["job"], address, 60) as cluster:
            waiting = deque(Part(0, range(at, at + 1)) for at in range(parts))
            list(cluster.play_parts(lambda: waiting.popleft() if len(waiting) > parts - 50 else None, _nothing))
            before, own = sum(Process(scheduler.pid).cpu_times()[:2]), process_time()
            count = sum(1 for _ in cluster.play_parts(lambda: waiting.popleft() if waiting else None, _nothing))
            return (process_time() - own) / count, (sum(Process(scheduler.pid).cpu_times()[:2]) - before) / count
    finally:
        for one in (worker, scheduler):
            one.kill()
            one.wait()


def _dask(*line: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "dask", *line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# ---------------------------------------------------------------- the simulation


def simulated(cores: int, length: float, campaign: float, scheduler: float, rounds: int = 40) -> float:
    """Returns the share of cores that play. Each core has a part that it plays and one that waits. A part that is done passes the scheduler and the campaign, which
    do one thing at a time, and brings another one. Parts take between 0.8 and 1.2 of their length. The second half of the time counts."""
    draw = Random(1)
    done, free = list[tuple[float, int]](), {"scheduler": 0.0, "campaign": 0.0}
    waiting, idle, played = [1] * cores, [False] * cores, 0.0

    def through(name: str, time: float, cost: float) -> float:
        free[name] = max(free[name], time) + cost
        return free[name]

    def begin(worker: int, time: float) -> None:
        heappush(done, (time + length * draw.uniform(0.8, 1.2), worker))

    for worker in range(cores):
        begin(worker, draw.uniform(0, length))
    coming, end = list[tuple[float, int]](), rounds * length
    while True:
        time, worker = min(done[:1] + coming[:1])
        if time > end:
            return 2 * played / (cores * end)
        if coming and coming[0] == (time, worker):
            heappop(coming)
            if idle[worker]:
                idle[worker] = False
                begin(worker, time)
            else:
                waiting[worker] += 1
            continue
        heappop(done)
        played += length * (time > end / 2)
        heappush(coming, (through("campaign", through("scheduler", time, scheduler), campaign), worker))
        if waiting[worker]:
            waiting[worker] -= 1
            begin(worker, time)
        else:
            idle[worker] = True


if __name__ == "__main__":
    main()

"""Plays the cells of a campaign, in processes of this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from time import monotonic
from typing import Protocol

from gamedsl.values import frozen
from gamedsl.workbench.campaigns.results import Results
from gamedsl.workbench.extras import check_installed
from gamedsl.workbench.playing.chunks import play_through
from gamedsl.workbench.playing.jobs import Chunk, Job
from gamedsl.workbench.playing.workers import prepare, work_through
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.processes import pool_of

_WRITTEN = 1.0
"""Seconds between two commits, and thus the most playing time lost when the campaign is killed."""

_PARTS = 40
"""The number of parts in which a cell is played, approximately."""

_LARGEST = 2_000
"""The most matches in a part."""


@frozen
class Playing:
    """A cell to play: its number in the results, the job, and the number of matches."""

    number: int
    job: Job
    matches: int


@frozen
class Part:
    """Some matches of a cell; `cell` is its index among the cells to play."""

    cell: int
    indices: range


class Players(Protocol):
    """A group of workers that play parts."""

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        """Yields the results of the parts, in any order."""
        ...


def play(cells: Sequence[Playing], results: Results, players: Players, tick: Callable[[int], object]) -> None:
    """Plays the missing matches and writes their results as they arrive. If it is interrupted, the written results stay, and the next call plays the rest."""
    last = monotonic()
    try:
        for part, chunks in players.played(_parts(cells, results)):
            for chunk in chunks:
                results.write(cells[part.cell].number, cells[part.cell].job, chunk)
            tick(len(part.indices))
            if monotonic() - last > _WRITTEN:
                results.commit()
                last = monotonic()
    finally:
        results.commit()


def _parts(cells: Sequence[Playing], results: Results) -> Iterator[Part]:
    """Yields the missing matches, taking turns between the cells so that all make equal progress."""
    waiting = [
        (place, list(results.missing(cell.number, cell.matches, part_size(cell.matches))))
        for place, cell in enumerate(cells)
    ]
    while waiting:
        for place, ranges in waiting:
            if ranges:
                yield Part(place, ranges.pop(0))
        waiting = [(place, ranges) for place, ranges in waiting if ranges]


def part_size(matches: int) -> int:
    """Returns how many matches of a cell make a part."""
    return max(1, min(_LARGEST, matches // _PARTS))


# ---------------------------------------------------------------- this machine


class _Here:
    """The current process as the only worker."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        return ((part, tuple(play_through(self._jobs[part.cell], part.indices))) for part in parts)


class _Processes:
    """A pool of processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, workers: int) -> None:
        self._pool, self._workers = pool, workers

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        waiting: dict[Future[tuple[Chunk, ...]], Part] = {}
        while True:
            for part in islice(parts, 2 * self._workers - len(waiting)):
                waiting[self._pool.submit(work_through, part.cell, part.indices)] = part
            if not waiting:
                return
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(done), done.result()


@contextmanager
def local(jobs: Sequence[Job], workers: int | None) -> Generator[Players]:
    """Provides this many worker processes, by default one per processor; with one, the current process plays."""
    number = workers or cores()
    if number == 1:
        yield _Here(jobs)
        return
    with pool_of(number, prepare, list(jobs)) as pool:
        yield _Processes(pool, number)


# ---------------------------------------------------------------- a cluster


@contextmanager
def cluster(jobs: Sequence[Job], address: str) -> Generator[Players]:
    """Provides the workers of a dask cluster, on which this package is installed. Raises MissingExtraError, OSError if there is no cluster at the address."""
    check_installed("a cluster", "cluster", "distributed")
    from gamedsl.workbench.campaigns.dask_cluster import connect

    with connect(jobs, address) as players:
        yield players

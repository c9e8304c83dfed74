"""The cells of a campaign are played: by processes of this machine, or by a cluster."""

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
from gamedsl_interpreter.cores import cores
from gamedsl_interpreter.processes import pool_of

_WRITTEN = 1.0
"""Seconds between two commits: what is lost at most when the campaign is killed."""

_PARTS = 40
"""A cell is played in about so many parts,"""

_LARGEST = 2_000
"""of so many matches at most."""


@frozen
class Playing:
    """A cell: its number in the results, what is played, and how often."""

    number: int
    job: Job
    matches: int


@frozen
class Part:
    """Some matches of a cell; `cell` is its place among those that are played."""

    cell: int
    indices: range


class Players(Protocol):
    """Those who play parts."""

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        """What came of the parts, in any order."""
        ...


def play(cells: Sequence[Playing], results: Results, players: Players, tick: Callable[[int], None]) -> None:
    """Plays what is missing and writes it as it comes. Whenever it is broken off, what is written stays, and the next call plays the rest."""
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
    """What is still to be played, in turns of all cells, so that all are known about equally well."""
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
    """Matches of a part of a cell."""
    return max(1, min(_LARGEST, matches // _PARTS))


# ---------------------------------------------------------------- this machine


class _Here:
    """This process alone."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        return ((part, tuple(play_through(self._jobs[part.cell], part.indices))) for part in parts)


class _Processes:
    """Processes of this machine."""

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
    """So many processes of this machine, by default one for each processor; a single one is this one."""
    number = workers or cores()
    if number == 1:
        yield _Here(jobs)
        return
    with pool_of(number, prepare, list(jobs)) as pool:
        yield _Processes(pool, number)


# ---------------------------------------------------------------- a cluster


@contextmanager
def cluster(jobs: Sequence[Job], address: str) -> Generator[Players]:
    """The workers of a dask cluster, which have this package. Raises MissingExtraError, OSError if there is no cluster at the address."""
    check_installed("a cluster", "cluster", "distributed")
    from gamedsl.workbench.campaigns.dask_cluster import connected

    with connected(jobs, address) as players:
        yield players

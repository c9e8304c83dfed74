"""Plays the missing matches of a campaign's cells, part by part."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic

from gamedsl.values import frozen
from gamedsl.workbench.campaigns.lasting import lasting
from gamedsl.workbench.campaigns.results import Results
from gamedsl.workbench.campaigns.working import SECONDS, CellWork, worker_for
from gamedsl.workbench.playing.players import Part, Players

_WRITTEN = 1.0
"""Seconds between two commits; with many workers each adds many parts to the index."""

_PARTS_PER_WORKER = 4
"""The least number of parts for each worker, so that none waits long for the last one. Long cells have more: a part ends when its time is over."""

_PARTS_PER_SECOND = 100
"""The most parts that end in a second, on average: a scheduler of dask has about 3 milliseconds of work with each (`python -m bench.cluster_scale`)."""


@frozen
class Playing:
    """A cell to play: its number in the results, what a worker needs, and the number of matches."""

    number: int
    work: CellWork
    matches: int


@frozen
class Aside:
    """Matches of a cell that were given up in this run, because each process died that played them."""

    cell: int
    first: int
    stop: int


def play(
    cells: Sequence[Playing], results: Results, players: Players[CellWork], workers: int, tick: Callable[[int], object]
) -> list[Aside]:
    """Plays the missing matches and writes their results as they arrive; `workers` is how many play at once. Returns the parts that were given up. If it is
    interrupted, the written results stay, and the next call plays the rest."""
    waiting = deque(_parts(cells, results, workers))
    work = worker_for(str(results.arrivals), part_seconds(workers))
    aside = list[Aside]()
    last = monotonic()
    try:
        for part, done in players.play_parts(lambda: waiting.popleft() if waiting else None, work):
            number = cells[part.job].number
            if done is None:
                aside.append(Aside(number, part.indices.start, part.indices.stop))
                continue
            results.write(number, done)
            waiting.extend(_halves(part, done.stop))
            tick(done.stop - done.first)
            if monotonic() - last > _WRITTEN:
                results.commit()
                last = monotonic()
    finally:
        results.commit()
    return aside


def part_seconds(workers: int) -> float:
    """Returns the seconds of a part, if this many workers play."""
    return max(SECONDS, workers / _PARTS_PER_SECOND)


def _parts(cells: Sequence[Playing], results: Results, workers: int) -> list[Part]:
    """Returns the missing matches in parts, taking turns between the cells so that all make equal progress."""
    parts = max(1, -(-_PARTS_PER_WORKER * (workers if workers > 1 else 0) // max(1, len(cells))))
    found = list[tuple[int, Part]]()
    for place, cell in enumerate(cells):
        size = -(-cell.matches // parts)
        missing = (
            one[at : at + size] for one in results.missing(cell.number, cell.matches) for at in range(0, len(one), size)
        )
        found += enumerate(Part(place, indices) for indices in missing)
    return [part for _, part in sorted(found, key=lambda one: (one[0], one[1].job))]


def _halves(part: Part, start: int) -> list[Part]:
    """Divides the rest of a part that a worker had no time for, so that workers that joined later have work."""
    stop = part.indices.stop
    middle = (start + stop + 1) // 2
    return [Part(part.job, one) for one in (range(start, middle), range(middle, stop)) if one]


def play_on_cluster(
    cells: Sequence[Playing],
    results: Results,
    address: str,
    tick: Callable[[int], object],
    warn: Callable[[str], object],
) -> list[Aside]:
    """Plays the missing matches on the workers of a dask cluster. If its scheduler ends, waits for another one at the same address, and plays the rest. Raises
    MissingExtraError, ClusterError if no cluster answers or a worker cannot play."""
    with lasting([cell.work for cell in cells], address, warn) as cluster:
        return cluster.do(lambda players: play(cells, results, players, cluster.workers, tick))

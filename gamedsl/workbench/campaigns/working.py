"""Plays a part of a campaign's cell, and makes its file: the work that is done in processes and on clusters."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic

from gamedsl.values import evolve, frozen
from gamedsl.workbench.campaigns.part_files import About, CellRow, Played, parquet_of
from gamedsl.workbench.data.tables import Head
from gamedsl.workbench.playing.chunks import play_chunk
from gamedsl.workbench.playing.jobs import Chunk, Detail, Job

SECONDS = 10.0
"""The playing time after which a part ends: so little is lost with a worker, and so rarely does a worker need the campaign's attention."""

_LARGEST = 32 << 20
"""The bytes of rows after which a part ends."""

_GROWTH = 4
"""By how much more matches are played at once, as long as they take only an eighth of the time."""


@frozen
class CellWork:
    """The data that a worker needs to play a cell: the job, the values that all rows share, and the description of the cell, which is part of each file."""

    job: Job
    head: Head
    cell: CellRow


def worker_for(arrivals: str, seconds: float) -> partial[Played]:
    """Returns the function that plays parts and writes their files to the folder `arrivals`."""
    return partial(play_part, arrivals=arrivals, seconds=seconds)


def play_part(work: CellWork, indices: range, arrivals: str, seconds: float) -> Played:
    """Plays matches from the first one on, until the time is over, and makes their file. Raises AgentSpecError, WorldsError, OSError."""
    chunks = tuple(_play_for(work.job, indices, seconds))
    last = chunks[-1]
    stop = last.first + last.count if last.fault is None else last.fault + 1
    faults = tuple(one.fault for one in chunks if one.fault is not None)
    decisions, won = _count(work.job, chunks)
    played = Played(indices.start, stop, faults, decisions, won, "", 0)
    data = parquet_of(work.job, work.head, chunks, About(work.cell, played))
    return evolve(played, file=_send(data, arrivals), size=len(data))


def _send(data: bytes, arrivals: str) -> str | bytes:
    """Writes a file to the folder of arrivals and returns its name; returns the content if this worker does not see the folder."""
    if not os.path.isdir(arrivals):
        return data
    name = f"{os.urandom(8).hex()}.parquet"
    with open(os.path.join(arrivals, name), "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return name


def _play_for(job: Job, indices: range, seconds: float) -> Iterator[Chunk]:
    """Yields chunks of matches until the time is over or there are enough rows; at least one."""
    end, size, rows = monotonic() + seconds, 1, 0
    while indices:
        began = monotonic()
        chunk = play_chunk(job, indices[:size], Detail.RESULTS)
        yield chunk
        rows += len(chunk.rows)
        if (now := monotonic()) >= end or rows >= _LARGEST:
            return
        indices = range(indices.start + chunk.count if chunk.fault is None else chunk.fault + 1, indices.stop)
        if now - began < seconds / 8 / _GROWTH:
            size *= _GROWTH


def _count(job: Job, chunks: Sequence[Chunk]) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Returns the sum of decisions, and how many victories each seat shared with how many."""
    decisions, won, seats = 0, Counter[tuple[int, int]](), len(job.chosen.engine.game.seats)
    for chunk in chunks:
        columns = chunk.table(job).columns
        decisions += sum(columns["decisions"][::seats])
        won.update(
            (seat, winners)
            for seat, winner, winners in zip(columns["seat"], columns["winner"], columns["winners"], strict=True)
            if winner
        )
    return decisions, tuple((seat, winners, number) for (seat, winners), number in sorted(won.items()))

"""Plays many matches, in this process at first, and in several if it takes long. The results and their order do not depend on that."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from math import inf
from time import perf_counter
from typing import cast

from gamedsl.workbench.playing.chunks import play_chunk
from gamedsl.workbench.playing.deep import Deep, Plan, look_deep
from gamedsl.workbench.playing.jobs import Chunk, Detail, Job
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.matches.processes import pool_of

_CHUNK = 0.25
"""The intended seconds per chunk; progress is reported after each."""

_LARGEST = 5_000
"""The most matches in a chunk, which bounds the results that wait to be written."""

_PATIENCE = 0.5
"""Seconds of playing before other processes are considered."""

_LONG = 3.0
"""Seconds of playing that must remain for other processes, since starting one takes a good part of a second."""


def play_chunks(job: Job, indices: range, detail: Detail, workers: int | None = None) -> Iterator[Chunk]:
    """Yields the matches in order, chunk by chunk. `workers` processes play them; None: one, and one for each processor if it takes long.

    Raises MatchFault for the first match that ends in a fault, after yielding everything before it, and AgentSpecError.
    """
    began, done, size = perf_counter(), 0, 1
    while indices and (workers or 1) == 1:
        part, indices = indices[:size], indices[size:]
        chunk = play_chunk(job, part, detail)
        yield chunk
        raise_fault(job, chunk)
        done += len(part)
        spent = perf_counter() - began
        size = _size(spent / done)
        if workers is None and cores() > 1 and spent > _PATIENCE and spent / done * len(indices) > _LONG:
            break
    if indices:
        yield from _play_in_processes(job, indices, detail, workers or cores(), size)


def _size(seconds: float) -> int:
    """Returns how many matches make a chunk, given the seconds per match."""
    return max(1, min(_LARGEST, int(_CHUNK / max(seconds, 1e-9))))


def _play_in_processes(job: Job, indices: range, detail: Detail, workers: int, size: int) -> Iterator[Chunk]:
    """Yields the chunks in order; at most two per process are played ahead."""
    parts = iter([indices[at : at + size] for at in range(0, len(indices), size)])
    waiting: deque[Future[Chunk]] = deque()
    with pool_of(workers, prepare, [job]) as pool:
        while True:
            while len(waiting) < 2 * workers and (part := next(parts, None)) is not None:
                waiting.append(pool.submit(work, 0, part, detail))
            if not waiting:
                break
            chunk = waiting.popleft().result()
            yield chunk
            raise_fault(job, chunk)


def look_deep_in_order(
    job: Job, indices: range, plan: Plan, workers: int | None = None, seconds: float = inf
) -> Iterator[Deep]:
    """Yields the findings of `look_deep` for each match, in order; after `seconds`, no further match begins. `workers`: as for `played`. Raises MatchFault,
    WorldsError, AgentSpecError."""
    began, whole = perf_counter(), len(indices)
    while indices and (workers or 1) == 1:
        if whole > len(indices) and perf_counter() - began >= seconds:
            return
        yield look_deep(job, indices[0], plan)
        indices = indices[1:]
        spent = perf_counter() - began
        each = spent / (whole - len(indices))
        if workers is None and cores() > 1 and spent > _PATIENCE and each * len(indices) > _LONG:
            break
    if not indices:
        return
    number, waiting = workers or cores(), deque[tuple[int, Future[Deep | None]]]()
    with pool_of(number, prepare, [job]) as pool:
        while True:
            # One task more than there are processes waits: an idle process always finds work, and few tasks begin too
            # early when the time is over.
            while indices and len(waiting) < number + 1 and (not waiting or perf_counter() - began < seconds):
                waiting.append((indices[0], pool.submit(work_deep, 0, indices[0], plan)))
                indices = indices[1:]
            if not waiting:
                return
            index, future = waiting.popleft()
            found = future.result()
            # The match is played again here to raise its fault, because an exception with its record is not passed
            # between processes.
            yield look_deep(job, index, plan) if found is None else found
            if perf_counter() - began >= seconds:
                indices = indices[:0]


def raise_fault(job: Job, chunk: Chunk) -> None:
    """Raises MatchFault if a chunk ends with a fault. Plays that match again, because an exception with its record is not passed between processes."""
    if chunk.fault is not None:
        play_match(cast("Engine[State]", job.chosen.engine), job.lineup(), job.seed, chunk.fault, job.start, job.state)


# ---------------------------------------------------------------- in a worker process

_jobs: list[Job] = []
"""In a worker process: the jobs that it plays."""


def prepare(jobs: list[Job]) -> None:
    """Gives a new worker process its jobs."""
    _jobs.extend(jobs)


def work(number: int, indices: range, detail: Detail) -> Chunk:
    """Plays some matches of one of the jobs."""
    return play_chunk(_jobs[number], indices, detail)


def work_deep(number: int, index: int, plan: Plan) -> Deep | None:
    """Looks deep into a match of one of the jobs; None if it ends in a fault."""
    try:
        return look_deep(_jobs[number], index, plan)
    except MatchFault:
        return None

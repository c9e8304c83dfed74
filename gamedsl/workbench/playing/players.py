"""Players of parts: this process, or processes of this machine, which are started again when one of them dies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from typing import Generic, Protocol, TypeVar, cast

from gamedsl.values import frozen
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.processes import pool_of

J = TypeVar("J")
JC = TypeVar("JC", covariant=True)
T = TypeVar("T")

DEATHS = 3
"""A part is given up when so many processes have died that played it."""


@frozen
class Part:
    """Some matches of a job; `job` is its index among the jobs."""

    job: int
    indices: range


class Players(Protocol[JC]):
    """Workers that have some jobs."""

    def play_parts(
        self, take: Callable[[], Part | None], work: Callable[[JC, range], T]
    ) -> Iterator[tuple[Part, T | None]]:
        """Yields the results of the work on parts, in any order; None for a part during which the playing process has died each time. `take` returns the
        next part, or None if there is none at present: it is called again after each result."""
        ...


@contextmanager
def local(jobs: Sequence[J], workers: int | None) -> Generator[Players[J]]:
    """Provides this many worker processes, by default one per processor; with one, the current process plays."""
    number = workers or cores()
    if number == 1:
        yield _Here(jobs)
        return
    with ExitStack() as stack:
        yield _Processes(jobs, number, stack)


class _Here(Generic[J]):
    """The current process as the only worker."""

    def __init__(self, jobs: Sequence[J]) -> None:
        self._jobs = jobs

    def play_parts(
        self, take: Callable[[], Part | None], work: Callable[[J, range], T]
    ) -> Iterator[tuple[Part, T | None]]:
        while (part := take()) is not None:
            yield part, work(self._jobs[part.job], part.indices)


class _Processes(Generic[J]):
    """Pools of processes of this machine, one after the other: a pool ends when one of its processes dies."""

    def __init__(self, jobs: Sequence[J], workers: int, stack: ExitStack) -> None:
        self._jobs, self._workers, self._stack = jobs, workers, stack

    def play_parts(
        self, take: Callable[[], Part | None], work: Callable[[J, range], T]
    ) -> Iterator[tuple[Part, T | None]]:
        waiting: dict[Future[T], Part] = {}
        taken: Part | None = None  # a broken pool takes no part
        while True:
            try:
                pool = self._pool(self._workers)
                while True:
                    while len(waiting) < 2 * self._workers and (taken := taken or take()) is not None:
                        waiting[self._submit(pool, work, taken)] = taken
                        taken = None
                    if not waiting:
                        return
                    for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                        result = done.result()
                        yield waiting.pop(done), result
            except BrokenProcessPool:
                suspects = list(waiting.values())
                waiting.clear()
            # One of these parts may have killed its process, but nobody knows which: each is played alone.
            for part in suspects:
                yield part, self._play_alone(work, part)

    def _play_alone(self, work: Callable[[J, range], T], part: Part) -> T | None:
        """Plays a part in a process of its own; None if every process dies. Raises BrokenProcessPool if processes cannot even begin."""
        for _ in range(DEATHS - 1):
            pool = self._pool(1)
            pool.submit(_begin).result()
            try:
                return self._submit(pool, work, part).result()
            except BrokenProcessPool:
                pass
        return None

    def _pool(self, workers: int) -> ProcessPoolExecutor:
        """Returns a new pool, in place of the one before."""
        self._stack.close()
        return self._stack.enter_context(pool_of(workers, _prepare, list(self._jobs)))

    def _submit(self, pool: ProcessPoolExecutor, work: Callable[[J, range], T], part: Part) -> Future[T]:
        return pool.submit(_work, cast("Callable[[object, range], T]", work), part.job, part.indices)


# ---------------------------------------------------------------- in a worker process

_jobs: list[object] = []
"""In a worker process: its jobs."""


def _prepare(jobs: list[object]) -> None:
    _jobs.extend(jobs)


def _begin() -> None:
    """Returns when the process has begun."""


def _work(work: Callable[[object, range], T], job: int, indices: range) -> T:
    return work(_jobs[job], indices)

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false, reportUntypedBaseClass=false
"""A cluster of dask plays parts. dask.distributed is in the extra `cluster`."""

from __future__ import annotations

import logging
import os
from asyncio import run, wait_for
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pickle import dumps, loads
from time import monotonic
from typing import Generic, TypeVar, cast

from distributed import Client, KilledWorker, Worker, WorkerPlugin, as_completed, get_worker
from distributed.comm.core import CommClosedError
from distributed.comm.core import connect as connect_to

from gamedsl.errors import MissingExtraError
from gamedsl.versions import PACKAGE
from gamedsl.workbench.campaigns.errors import ClusterError, ClusterLostError
from gamedsl.workbench.campaigns.part_files import check_parquet
from gamedsl.workbench.playing.players import Part

J = TypeVar("J")
T = TypeVar("T")

_AHEAD = 2
"""Parts per thread of the cluster that are submitted ahead."""

_LEAST_AHEAD = 32
"""Parts that are submitted to a cluster without workers: one that adapts begins as many workers as are wanted."""

_RETRIES = 2
"""How often a part is played again that ended in an error, such as a full disk of its worker."""

_LOOK = 2.0
"""Seconds between two looks at how many threads there are."""


class _Jobs(WorkerPlugin):
    """The jobs of a campaign. The scheduler gives them to each worker, also to later ones, so no job is lost if a worker dies."""

    def __init__(self, name: str, jobs: Sequence[object]) -> None:
        self.name, self._version = name, PACKAGE
        # Each job is unpickled when it is first played: doing so for all at once would keep a worker from answering its
        # scheduler.
        self._pickled, self._read = [dumps(job) for job in jobs], dict[int, object]()

    def setup(self, worker: Worker) -> None:
        """Raises ClusterError, MissingExtraError if this worker cannot play."""
        if self._version != PACKAGE:
            raise ClusterError(f"a worker has version {PACKAGE} of gamedsl, and the campaign {self._version}")
        check_parquet()

    def job(self, number: int) -> object:
        if number not in self._read:
            self._read[number] = loads(self._pickled[number])
        return self._read[number]


class Cluster(Generic[J]):
    """The workers of a cluster. They have the jobs before they play; a part names its job and its matches. If a worker dies, dask repeats its parts elsewhere."""

    def __init__(self, client: Client, name: str) -> None:
        self._client, self._name = client, name

    @property
    def workers(self) -> int:
        """The number of threads that play now. Raises ClusterLostError."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, CancelledError) as error:
            raise ClusterLostError(str(error)) from error

    def play_parts(
        self, take: Callable[[], Part | None], work: Callable[[J, range], T]
    ) -> Iterator[tuple[Part, T | None]]:
        """Yields the results of the parts, in any order; None for a part that kills its workers. Dask suspects all parts that a dead worker had, so these
        are played once more at the end, each alone on the cluster. Raises ClusterLostError."""
        try:
            yield from self._play_parts(take, work)
        except (CommClosedError, ConnectionError) as error:  # a dying scheduler may break off a message
            raise ClusterLostError(str(error)) from error

    def _play_parts(
        self, take: Callable[[], Part | None], work: Callable[[J, range], T]
    ) -> Iterator[tuple[Part, T | None]]:
        waiting: dict[object, Part] = {}
        suspects = list[Part]()
        is_alone = False
        coming = as_completed([], loop=self._client.loop, with_results=True, raise_errors=False)

        def submit(part: Part) -> None:
            task = (self._name, part.job, part.indices, work)
            future = self._client.submit(_play, *task, pure=False, retries=_RETRIES)
            waiting[future.key] = part
            coming.add(future)

        looked, ahead = -_LOOK, 0
        while True:
            if monotonic() - looked > _LOOK:
                looked, ahead = monotonic(), max(_LEAST_AHEAD, _AHEAD * self.workers)
            while len(waiting) < ahead and not is_alone and (part := take()) is not None:
                submit(part)
            if not waiting and suspects:
                is_alone = True
                submit(suspects.pop())
            if not waiting:
                return
            for future, result in coming.next_batch():
                part = waiting.pop(future.key)
                if future.status == "finished":
                    yield part, cast("T", result)
                elif future.cancelled():
                    raise ClusterLostError("the scheduler has ended")
                elif isinstance(error := result[1], KilledWorker):
                    if is_alone:
                        yield part, None
                    else:
                        suspects.append(part)
                else:
                    raise error


@contextmanager
def connect(jobs: Sequence[J], address: str, patience: float) -> Generator[Cluster[J]]:
    """Connects to the cluster at an address, and gives the jobs to its workers. Raises ClusterError, also for a text that is no address."""
    with ExitStack() as stack:
        stack.enter_context(_silent())
        try:
            _shake_hands(address, patience)
            client = stack.enter_context(Client(address, set_as_default=False, timeout=patience))
        except (OSError, ValueError, MemoryError) as error:  # MemoryError: bytes of another program, read as a length
            told = str(error) or f"what is there says nothing that a scheduler says within {patience:.0f} seconds"
            raise ClusterError(f"no cluster answers at `{address}`: {told}") from error
        name = f"gamedsl-{os.urandom(8).hex()}"
        _give(client, _Jobs(name, jobs))
        yield Cluster(client, name)
        # Everything has been played, so it does not matter if the scheduler has ended meanwhile, or if another one took its place (ValueError).
        with suppress(CommClosedError, ConnectionError, ValueError):
            client.unregister_worker_plugin(name)


def _shake_hands(address: str, patience: float) -> None:
    """Tries a connection. A client would wait for ever for the answer of another program. Raises OSError, ValueError or MemoryError if no scheduler answers in
    time."""

    async def shake() -> None:
        comm = await wait_for(connect_to(address, timeout=patience), patience)
        comm.abort()

    # Runs in a separate thread, because this thread may already run a loop.
    with ThreadPoolExecutor(1) as alone:
        alone.submit(run, shake()).result()


@contextmanager
def _silent() -> Generator[None]:
    """Silences the log of dask's client, which has tracebacks for a scheduler that has ended: the campaign says that in a sentence."""
    log = logging.getLogger("distributed.client")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def _give(client: Client, jobs: _Jobs) -> None:
    """Gives the jobs to all workers; once more if one dies at that moment."""
    for attempt in range(_RETRIES + 1):
        try:
            client.register_plugin(jobs)
            return
        except ClusterError:
            raise
        except OSError as error:
            if attempt == _RETRIES:
                raise ClusterLostError(str(error)) from error
        except (ImportError, MissingExtraError) as error:
            raise ClusterError(f"a worker cannot play: {error}") from None


def _play(name: str, job: int, indices: range, work: Callable[[J, range], T]) -> T:
    """In a worker: plays a part."""
    worker = get_worker()
    jobs = cast("_Jobs", worker.plugins[name])
    jobs.setup(worker)
    return work(cast("J", jobs.job(job)), indices)

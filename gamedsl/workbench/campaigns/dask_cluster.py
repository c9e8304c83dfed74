"""A cluster of dask plays parts. dask.distributed is in the extra `cluster`."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from distributed import Client, as_completed

from gamedsl.workbench.playing.chunks import play_through
from gamedsl.workbench.playing.jobs import Chunk, Job

if TYPE_CHECKING:
    from gamedsl.workbench.campaigns.play import Part

_AHEAD = 3
"""Parts for each thread of the cluster that wait there or are played."""


PATIENCE = "10s"
"""How long a cluster may take to answer."""


class Cluster:
    """The workers of a cluster. Jobs are sent to it once; a part names its job and its matches. What a worker takes with it when it dies is played again
    by others: dask sees to that."""

    def __init__(self, client: Client, jobs: Sequence[Job]) -> None:
        self._client = client
        self._jobs = [client.scatter(job, hash=False) for job in jobs]

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        """What came of the parts, in any order."""
        waiting: dict[object, Part] = {}
        coming = as_completed([], loop=self._client.loop)
        while True:
            room = max(1, _AHEAD * sum(self._client.nthreads().values())) - len(waiting)
            for part in islice(parts, max(0, room)):
                future = self._client.submit(_played, self._jobs[part.cell], part.indices, pure=False)
                waiting[future.key] = part
                coming.add(future)
            if not waiting:
                return
            done = next(coming)
            yield waiting.pop(done.key), done.result()


@contextmanager
def connected(jobs: Sequence[Job], address: str) -> Generator[Cluster]:
    """The cluster at an address. Raises OSError."""
    with Client(address, set_as_default=False, timeout=PATIENCE) as client:
        yield Cluster(client, jobs)


def _played(job: Job, indices: range) -> tuple[Chunk, ...]:
    return tuple(play_through(job, indices))

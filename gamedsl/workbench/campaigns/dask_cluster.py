# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false
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
"""Parts per thread of the cluster that are submitted ahead."""


PATIENCE = "10s"
"""The longest time that a cluster may take to answer."""


class Cluster:
    """The workers of a cluster. Each job is sent to it once; a part names its job and its matches. If a worker dies, dask repeats its parts elsewhere."""

    def __init__(self, client: Client, jobs: Sequence[Job]) -> None:
        self._client = client
        self._jobs = [client.scatter(job, hash=False) for job in jobs]

    def played(self, parts: Iterator[Part]) -> Iterator[tuple[Part, Sequence[Chunk]]]:
        """Yields the results of the parts, in any order."""
        waiting: dict[object, Part] = {}
        coming = as_completed([], loop=self._client.loop)
        while True:
            room = max(1, _AHEAD * sum(self._client.nthreads().values())) - len(waiting)
            for part in islice(parts, max(0, room)):
                future = self._client.submit(_play, self._jobs[part.cell], part.indices, pure=False)
                waiting[str(future.key)] = part
                coming.add(future)
            if not waiting:
                return
            done = next(coming)
            yield waiting.pop(str(done.key)), done.result()


@contextmanager
def connect(jobs: Sequence[Job], address: str) -> Generator[Cluster]:
    """Connects to the cluster at an address. Raises OSError, also for a text that is no address."""
    try:
        client = Client(address, set_as_default=False, timeout=PATIENCE)
    except ValueError as error:
        raise OSError(str(error)) from error
    with client:
        yield Cluster(client, jobs)


def _play(job: Job, indices: range) -> tuple[Chunk, ...]:
    return tuple(play_through(job, indices))

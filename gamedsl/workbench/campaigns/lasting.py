"""A cluster of dask that may be lost and found again. dask.distributed is in the extra `cluster`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from gamedsl.workbench.campaigns.errors import ClusterLostError
from gamedsl.workbench.extras import check_installed

if TYPE_CHECKING:
    from gamedsl.workbench.campaigns.dask_cluster import Cluster

J = TypeVar("J")
T = TypeVar("T")

_PATIENCE, _PATIENCE_AGAIN = 10.0, 60.0
"""The longest time in seconds that a cluster may take to answer, and that a lost one may be away."""

_WORKERS_TO_COME = 8
"""A cluster that adapts has few workers at first: parts are made for so many."""


class LastingCluster(Generic[J]):
    """The cluster at an address, whose workers hold some jobs. If its scheduler ends, the object waits there for another one."""

    def __init__(self, jobs: Sequence[J], address: str, warn: Callable[[str], object], stack: ExitStack) -> None:
        self._jobs, self._address, self._warn, self._stack = jobs, address, warn, stack
        self._cluster: Cluster[J] | None = None
        self._patience = _PATIENCE

    def do(self, work: Callable[[Cluster[J]], T]) -> T:
        """Does some work, again as often as the cluster is lost meanwhile. Raises ClusterError if none answers or a worker cannot play."""
        while True:
            try:
                return work(self._connect())
            except ClusterLostError as error:
                self._warn(
                    f"the cluster at {self._address} is lost ({error}); it is awaited for {_PATIENCE_AGAIN:.0f} seconds"
                )
                self._cluster = None
                with suppress(ClusterLostError):
                    self._stack.__exit__(type(error), error, error.__traceback__)

    @property
    def workers(self) -> int:
        """The number of workers for which there should be work: the present ones, and for a cluster that grows on demand also those that may come."""
        return max(self.do(lambda cluster: cluster.workers), _WORKERS_TO_COME)

    def _connect(self) -> Cluster[J]:
        if self._cluster is None:
            from gamedsl.workbench.campaigns.dask_cluster import connect  # takes half a second

            self._cluster = self._stack.enter_context(connect(self._jobs, self._address, self._patience))
            self._patience = _PATIENCE_AGAIN
        return self._cluster


@contextmanager
def lasting(jobs: Sequence[J], address: str, warn: Callable[[str], object]) -> Generator[LastingCluster[J]]:
    """Provides the cluster at an address; its workers get the jobs with the first work. `warn` is told if it is lost. Raises MissingExtraError."""
    check_installed("a cluster", "cluster", "distributed")
    with ExitStack() as stack:
        yield LastingCluster(jobs, address, warn, stack)

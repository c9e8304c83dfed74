"""The workers of a dask cluster play the matches of candidates. dask.distributed is in the extra `cluster`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from os.path import isdir
from threading import local
from typing import TYPE_CHECKING, TypeVar

from gamedsl.values import evolve
from gamedsl.workbench.campaigns.errors import ClusterLostError
from gamedsl.workbench.campaigns.play import PATIENCE, PATIENCE_AGAIN, WORKERS_TO_COME, lost_text
from gamedsl.workbench.extras import check_installed
from gamedsl.workbench.playing.players import Part
from gamedsl.workbench.tuning.measuring import Here, Measured, Players, Share, Study

if TYPE_CHECKING:
    from gamedsl.workbench.campaigns.dask_cluster import Cluster

T = TypeVar("T")

_DEADLY = "each process died that played its matches"


@contextmanager
def cluster_of(study: Study, address: str, warn: Callable[[str], object]) -> Generator[Players]:
    """Provides the workers of the cluster at an address. If its scheduler ends, another one is awaited there, and what was being played is played again; `warn`
    is told. Raises MissingExtraError, ClusterError if no cluster answers or a worker cannot play."""
    check_installed("a cluster", "cluster", "distributed")
    with ExitStack() as stack:
        found = _Cluster(study, address, warn, stack)
        found.connect(PATIENCE)
        yield found


class _Cluster:
    """The workers of a cluster. They know the study; a part is one of the shares that go with it."""

    def __init__(self, study: Study, address: str, warn: Callable[[str], object], stack: ExitStack) -> None:
        self._study, self._address, self._warn, self._stack = study, address, warn, stack
        self._cluster: Cluster[Study] | None = None

    def connect(self, patience: float) -> Cluster[Study]:
        """Connects if there is no connection. Raises ClusterError."""
        from gamedsl.workbench.campaigns.dask_cluster import connect  # takes half a second

        if self._cluster is None:
            self._cluster = self._stack.enter_context(connect([self._study], self._address, patience))
        return self._cluster

    @property
    def workers(self) -> int:
        """How many threads play now; more for a cluster that has few yet, which may adapt."""
        return max(self._again(lambda cluster: cluster.workers), WORKERS_TO_COME)

    def measured(self, shares: Sequence[Share]) -> Iterator[Measured]:
        """Plays all shares, and yields the results in order."""
        found: dict[int, Measured] = {}
        self._again(lambda cluster: self._play(cluster, tuple(shares), found))
        return (found[number] for number in range(len(shares)))

    def _play(self, cluster: Cluster[Study], shares: tuple[Share, ...], found: dict[int, Measured]) -> None:
        """Adds the results that are missing."""
        waiting = deque(Part(0, range(number, number + 1)) for number in range(len(shares)) if number not in found)
        for part, one in cluster.played(lambda: waiting.popleft() if waiting else None, partial(measure_share, shares)):
            found[part.indices.start] = Measured(broken=_DEADLY) if one is None else one

    def _again(self, deed: Callable[[Cluster[Study]], T]) -> T:
        """Does something with the cluster, also if it is lost meanwhile. Raises ClusterError if no other one answers."""
        while True:
            try:
                return deed(self.connect(PATIENCE_AGAIN))
            except ClusterLostError as error:
                self._warn(lost_text(self._address, error))
                self._cluster = None
                with suppress(ClusterLostError):
                    self._stack.__exit__(type(error), error, error.__traceback__)


# ---------------------------------------------------------------- in a worker


class _Threads(local):
    """What each thread plays: engines are not shared between threads."""

    study: Study | None = None
    here: Here | None = None


_threads = _Threads()


def measure_share(shares: Sequence[Share], study: Study, indices: range) -> Measured:
    """Plays one share."""
    if _threads.here is None or _threads.study is not study:
        is_shared = study.store is not None and isdir(study.store.folder)  # another machine has other folders
        _threads.study, _threads.here = study, Here(study if is_shared else evolve(study, store=None))
    return next(_threads.here.measured([shares[indices.start]]))

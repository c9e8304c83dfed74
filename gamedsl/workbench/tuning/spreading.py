"""The workers of a dask cluster play the matches of candidates. dask.distributed is in the extra `cluster`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from os.path import isdir
from threading import local
from typing import TYPE_CHECKING

from gamedsl.values import evolve, frozen
from gamedsl.workbench.campaigns.lasting import LastingCluster, lasting
from gamedsl.workbench.playing.players import Part
from gamedsl.workbench.tuning.measuring import Here, Measured, Players, Share, Study

if TYPE_CHECKING:
    from gamedsl.workbench.campaigns.dask_cluster import Cluster

_DEADLY = "each process died that played its matches"


@contextmanager
def cluster_of(study: Study, address: str, warn: Callable[[str], object]) -> Generator[Players]:
    """Provides the workers of the cluster at an address; `warn` is told if it is lost. Raises MissingExtraError, and while it plays ClusterError."""
    with lasting([study], address, warn) as cluster:
        yield _Spread(cluster)


@frozen
class _Spread:
    """The workers of a cluster, which know the study. Each part is one of the shares sent along with it."""

    cluster: LastingCluster[Study]

    @property
    def workers(self) -> int:
        return self.cluster.workers

    def measure_all(self, shares: Sequence[Share]) -> Iterator[Measured]:
        """Plays all shares, and yields the results in order. If the cluster is lost, unfinished shares are played again."""
        found: dict[int, Measured] = {}
        self.cluster.do(lambda cluster: _play(cluster, tuple(shares), found))
        return (found[number] for number in range(len(shares)))


def _play(cluster: Cluster[Study], shares: tuple[Share, ...], found: dict[int, Measured]) -> None:
    """Adds the results that are missing."""
    waiting = deque(Part(0, range(number, number + 1)) for number in range(len(shares)) if number not in found)
    for part, one in cluster.play_parts(lambda: waiting.popleft() if waiting else None, partial(measure_share, shares)):
        found[part.indices.start] = Measured(broken=_DEADLY) if one is None else one


# ---------------------------------------------------------------- in a worker


class _Threads(local):
    """The state of each thread: engines are not shared between threads."""

    study: Study | None = None
    here: Here | None = None


_threads = _Threads()


def measure_share(shares: Sequence[Share], study: Study, indices: range) -> Measured:
    """Plays one share."""
    if _threads.here is None or _threads.study is not study:
        is_shared = study.store is not None and isdir(study.store.folder)  # the folder may not exist on another machine
        _threads.study, _threads.here = study, Here(study if is_shared else evolve(study, store=None))
    return next(_threads.here.measure_all([shares[indices.start]]))

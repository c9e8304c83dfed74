"""Engines that share a module, one for each thread. A new thread takes an engine whose thread has ended, or makes a new one."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Generic, TypeVar

E = TypeVar("E")


class PerThread(Generic[E]):
    """Engines by thread."""

    def __init__(self) -> None:
        self._free: list[E] = []
        self._here = local()

    def mine(self, make: Callable[[], E]) -> E:
        """Returns the engine of the calling thread; it becomes free when the thread ends."""
        lease: _Lease[E] | None = getattr(self._here, "lease", None)
        if lease is None:
            lease = self._here.lease = _Lease(self._free, self._take_free() or make())
        return lease.engine

    def _take_free(self) -> E | None:
        try:
            return self._free.pop()
        except IndexError:
            return None


class _Lease(Generic[E]):
    """An engine that is in use by a thread."""

    def __init__(self, free: list[E], engine: E) -> None:
        self._free = free
        self.engine = engine

    def __del__(self) -> None:
        # Python deletes thread-local values when the thread ends.
        self._free.append(self.engine)

"""Tells those who wait in an event loop that something has changed, from any thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock


class Bell:
    """Rung after each change; whoever waits then looks."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def ring(self) -> None:
        """Wakes everybody who waits."""
        with self._lock:
            for loop, rung in self._waiting:
                loop.call_soon_threadsafe(rung.set)

    async def heard(self, seconds: float, is_due: Callable[[], bool]) -> None:
        """Waits until it rings, at most some seconds. Does not wait if `is_due` says that there is something already."""
        rung = asyncio.Event()
        entry = (asyncio.get_running_loop(), rung)
        with self._lock:
            self._waiting.add(entry)
        try:
            if not is_due():
                await asyncio.wait_for(rung.wait(), seconds)
        except TimeoutError:
            pass  # nothing has changed, and whoever looks sees that
        finally:
            with self._lock:
                self._waiting.discard(entry)

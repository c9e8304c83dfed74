"""Wakes tasks that wait in event loops when something has changed; may be rung from any thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock


class Bell:
    """A signal that is sent after each change, and wakes all tasks that wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def ring(self) -> None:
        """Wakes all waiting tasks."""
        with self._lock:
            for loop, rung in self._waiting:
                loop.call_soon_threadsafe(rung.set)

    async def heard(self, seconds: float, is_due: Callable[[], bool]) -> None:
        """Waits for the signal, at most this many seconds. Returns at once if `is_due` says that there is something already."""
        rung = asyncio.Event()
        entry = (asyncio.get_running_loop(), rung)
        with self._lock:
            self._waiting.add(entry)
        try:
            if not is_due():
                await asyncio.wait_for(rung.wait(), seconds)
        except TimeoutError:
            pass  # the caller sees that nothing has changed
        finally:
            with self._lock:
                self._waiting.discard(entry)

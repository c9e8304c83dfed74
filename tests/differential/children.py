"""Work that may hang or eat up memory is done in a child process with limits."""

from __future__ import annotations

import gc
import resource
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Generic, TypeVar

from attrs import frozen

A = TypeVar("A")
R = TypeVar("R")

Tell = Callable[[str], None]
"""A child says which stage of its work it has come to."""


@frozen
class Stopped:
    """A piece of work that was given up: at which stage, and why."""

    stage: str
    why: str


class Child(Generic[A, R]):
    """A process that does one piece of work after the other; a new one takes its place where it has been stopped. `work` is a function of a module."""

    def __init__(self, work: Callable[[A, Tell], R], address_space: int = 12 << 30) -> None:
        self._work = work
        self._address_space = address_space
        self._begin()

    def _begin(self) -> None:
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._work, theirs, self._address_space), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, about: A, seconds: float) -> R | Stopped:
        """What comes of one piece of work, or where it was when the time was over or the process died."""
        self._ours.send(about)
        end, stage = monotonic() + seconds, "start"
        try:
            while self._ours.poll(max(0.0, end - monotonic())):
                is_done, value = self._ours.recv()
                if is_done:
                    result: R = value
                    return result
                stage = value
            why = f"{seconds:.0f} s are over"
        except EOFError:
            why = "the process has died"
        self.close()
        self._begin()
        return Stopped(stage, why)

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _serve(work: Callable[[A, Tell], R], pipe: Connection, address_space: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
    while True:
        try:
            about = pipe.recv()
        except EOFError:
            return
        gc.collect()  # engines hold on to 2 GiB of address space each, and to themselves
        pipe.send((True, work(about, lambda stage: pipe.send((False, stage)))))

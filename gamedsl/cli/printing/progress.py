"""Shows a progress bar on terminals, and elsewhere now and then a line; the only module that uses rich."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import Protocol

from gamedsl.cli.printing.paging import is_plain_terminal

EVERY = 15.0
"""Seconds between two lines at least. Lines become rarer with time."""


class Tick(Protocol):
    """A callback that is told how many more things are done."""

    def __call__(self, more: int = 1, /) -> None: ...


@contextmanager
def progress(text: str, total: int | None = None) -> Generator[Tick]:
    """Shows a bar on standard error until all `total` things are done; a running count if the total is not known in advance. Where no bar can be drawn,
    prints a line now and then."""
    if not sys.stderr.isatty() or is_plain_terminal():
        yield _lines(text, total)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        (TextColumn("{task.completed:,} {task.description}"), TimeElapsedColumn())
        if total is None
        else (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda more=1: bar.advance(task, more)


@contextmanager
def working(text: str) -> Generator[None]:
    """Shows on standard error that something takes a few seconds, until the block ends; a plain terminal keeps the line."""
    if not sys.stderr.isatty():
        yield
        return
    if is_plain_terminal():
        print(text, file=sys.stderr)
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


@contextmanager
def announcement(text: str, after: float = 3.0) -> Generator[None]:
    """Prints once on a terminal what is being done, if the block takes longer than `after` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    timer = Timer(after, print, (text,), {"file": sys.stderr})
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _lines(text: str, total: int | None) -> Tick:
    """Returns a callback that counts the finished things, and prints their number at growing intervals."""
    done, following = 0, monotonic() + EVERY
    began = monotonic()

    def tick(more: int = 1, /) -> None:
        nonlocal done, following
        done += more
        if monotonic() >= following and done != total:
            print(
                f"{done:,} {text}" if total is None else f"{text}: {done:,} of {total:,}", file=sys.stderr, flush=True
            )
            following = monotonic() + max(EVERY, (monotonic() - began) / 2)

    return tick

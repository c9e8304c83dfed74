"""Shows a progress bar on terminals and nothing elsewhere; the only module that uses rich."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer
from typing import Protocol

from gamedsl.cli.printing.paging import is_plain_terminal


class Tick(Protocol):
    """A callback that is told how many more things are done."""

    def __call__(self, more: int = 1, /) -> None: ...


@contextmanager
def progress(text: str, total: int | None = None) -> Generator[Tick]:
    """Shows a bar on standard error until all `total` things are done; a running count if the total is not known in advance."""
    if not sys.stderr.isatty() or is_plain_terminal():
        yield _ignore_tick
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


def _ignore_tick(_: int = 1, /) -> None:
    pass

"""Programs on a terminal of their own. Whoever waits for a program that waits too is told so."""

from __future__ import annotations

import multiprocessing
import os
import pty
import select
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from cli.running import environment

_PATIENCE = 120.0
"""Seconds without a letter, after which a program is taken to wait for an answer that nobody gives."""

_PROGRAMS = multiprocessing.get_context("forkserver")
"""Programs begin in a copy of a process that has read gamedsl in: a new one would read it in each time, which takes longer than most tests."""
_PROGRAMS.set_forkserver_preload(
    [
        "gamedsl.cli.commands.check",
        "gamedsl.cli.commands.play",
        # What `play` imports where it needs it.
        "wasmtime",
        "gamedsl.api.making.looks",
        "gamedsl.cache.rules",
        "gamedsl_interpreter.wasm.told",
        "gamedsl_interpreter.wasm.wording",
    ]
)


@contextmanager
def on_terminal(*args: str, typed: str = "", **more: str) -> Generator[int]:
    """Runs `gamedsl` with arguments until it ends; gives the file descriptor of what it shows and reads. Something may have been `typed` before it starts, and
    `more` are variables of its environment."""
    main, side = pty.openpty()
    os.write(main, typed.encode())
    has_begun = _PROGRAMS.Event()
    told = (os.ttyname(side), has_begun, os.getcwd(), environment(**more), args)
    program = _PROGRAMS.Process(target=_run, args=told, daemon=True)
    try:
        program.start()
        if not has_begun.wait(_PATIENCE):
            raise TimeoutError(f"the program has not begun after {_PATIENCE:g} seconds")
        os.close(side)
        try:
            yield main
        except BaseException:
            program.kill()
            raise
        program.join()
    finally:
        os.close(main)


def _run(terminal: str, has_begun: Event, folder: str, variables: Mapping[str, str], args: Sequence[str]) -> None:
    """Runs `gamedsl` in this process as if it had begun on the terminal."""
    os.setsid()
    side = os.open(terminal, os.O_RDWR)
    for number in range(3):
        os.dup2(side, number)
    has_begun.set()  # who made the terminal may close it now
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    from gamedsl.cli.main import run

    sys.exit(run(list(args)))


def read(terminal: int) -> bytes:
    """The next piece that a program shows, empty at the end (which Linux tells as an error). Raises TimeoutError if nothing comes for two minutes."""
    if not select.select([terminal], [], [], _PATIENCE)[0]:
        raise TimeoutError(f"nothing was shown for {_PATIENCE:g} seconds: the program waits")
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""

"""Programs on a terminal of their own. Whoever waits for a program that waits too is told so."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

from cli.running import environment

_PATIENCE = 120.0
"""Seconds without a letter, after which a program is taken to wait for an answer that nobody gives."""


@contextmanager
def on_terminal(*args: str, typed: str = "", **more: str) -> Generator[int]:
    """Runs `gamedsl` with arguments until it ends; gives the file descriptor of what it shows and reads. Something may have been `typed` before it starts, and
    `more` are variables of its environment."""
    main, side = pty.openpty()
    os.write(main, typed.encode())
    command = [sys.executable, "-m", "gamedsl", *args]
    try:
        with subprocess.Popen(command, env=environment(**more), stdin=side, stdout=side, stderr=side) as process:
            os.close(side)
            try:
                yield main
            except BaseException:
                process.kill()
                raise
    finally:
        os.close(main)


def read(terminal: int) -> bytes:
    """The next piece that a program shows, empty at the end (which Linux tells as an error). Raises TimeoutError if nothing comes for two minutes."""
    if not select.select([terminal], [], [], _PATIENCE)[0]:
        raise TimeoutError(f"nothing was shown for {_PATIENCE:g} seconds: the program waits")
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""

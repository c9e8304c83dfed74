"""The command line in a process of its own, within limits of processor time and address space.

Each process is forked from one that has read in most of the program, which takes longer than most files of the zoo.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

_SERVER = get_context("forkserver")
_SERVER.set_forkserver_preload(["gamedsl.cli.main", "gamedsl.cli.commands.check", "gamedsl.pipeline", "zoo.limited"])


class HangsError(Exception):
    """A process has neither ended nor used up its processor time."""


def run(arguments: Sequence[str], given: Path, printed: Path, seconds: int, memory: int, patience: float) -> int:
    """Runs `gamedsl` in the folder of the file `printed`, which gets all that it prints; it reads what was given. Returns the exit code, negative for a signal.
    Raises HangsError after `patience` seconds by the clock."""
    process = _SERVER.Process(target=_be_gamedsl, args=(list(arguments), given, printed, seconds, memory))
    process.start()
    process.join(patience)
    if process.exitcode is None:
        process.kill()
        process.join()
        raise HangsError(f"gamedsl {' '.join(arguments)}")
    return process.exitcode


def _be_gamedsl(arguments: list[str], given: Path, printed: Path, seconds: int, memory: int) -> None:
    """Limits this process, then is `gamedsl`."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.chdir(printed.parent)
    os.dup2(os.open(given, os.O_RDONLY), 0)
    os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(1, 2)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115  # the process ends with it
    sys.argv = ["gamedsl", *arguments]
    from gamedsl.__main__ import main

    main()

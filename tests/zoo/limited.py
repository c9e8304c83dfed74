"""The command line in a process of its own, within limits of processor time and address space."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from cli.running import environment


class HangsError(Exception):
    """A process has neither ended nor used up its processor time."""


def run(arguments: Sequence[str], given: Path, printed: Path, seconds: int, memory: int, patience: float) -> int:
    """Runs `gamedsl` in the folder of the file `printed`, which gets all that it prints; it reads what was given. Returns the exit code, negative for a signal.
    Raises HangsError after `patience` seconds by the clock."""
    command = [sys.executable, __file__, str(seconds), str(memory), *arguments]
    with given.open("rb") as into, printed.open("wb") as out:
        try:
            ended = subprocess.run(
                command, stdin=into, stdout=out, stderr=out, cwd=printed.parent, env=environment(), timeout=patience
            )
        except subprocess.TimeoutExpired as error:
            raise HangsError(f"gamedsl {' '.join(arguments)}") from error
    return ended.returncode


def _be_gamedsl(seconds: int, memory: int, arguments: list[str]) -> None:
    """Limits this process, then is `gamedsl`."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    sys.argv = ["gamedsl", *arguments]
    from gamedsl.__main__ import main

    main()


if __name__ == "__main__":
    _be_gamedsl(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])

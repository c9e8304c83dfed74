"""The command line within a limit of process time and address space: `python limited.py SECONDS BYTES COMMAND…`."""

from __future__ import annotations

import resource
import sys


def main() -> None:
    """Limits this process, then is `gamedsl`."""
    seconds, memory = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    del sys.argv[1:3]
    from gamedsl.__main__ import main as gamedsl

    gamedsl()


if __name__ == "__main__":
    main()

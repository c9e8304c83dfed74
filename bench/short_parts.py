"""`gamedsl` with short parts of campaigns, for programs that kill them; workers see the folder of results or do not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from gamedsl.cli.main import run
from gamedsl.workbench.campaigns import play, working
from gamedsl.workbench.campaigns.part_files import Played


def blind(worker: Callable[[str, float], partial[Played]], arrivals: str, seconds: float) -> partial[Played]:
    """Gives work on parts to workers that do not see the folder of arrivals."""
    return worker(f"{arrivals}/of/another/machine", seconds)


def put(name: str, value: object) -> None:
    """Puts something else in the place of a name that campaigns use."""
    setattr(play, name, value)


def main() -> None:
    seconds, sight, *line = sys.argv[1:]
    put("SECONDS", float(seconds))
    if sight == "blind":
        put("worker_for", partial(blind, working.worker_for))
    sys.exit(run(line))


if __name__ == "__main__":
    main()

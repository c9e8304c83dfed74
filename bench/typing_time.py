"""How long an editor waits: for findings, completion and hover after each character of a game that is typed.

    python bench/typing_time.py [GAME] [--every N]

Types the last part of a game (glory_islands unless another is named) character by character; prints percentiles in milliseconds, and the memory in use.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gamedsl.bases import path_of
from gamedsl.services import Workspace, completing, hovering, names

CHARACTERS = 300


def main(game: str, characters: int) -> None:
    """Prints the table."""
    path = str(Path(path_of(game)).resolve())
    text = Path(path).read_text(encoding="utf-8")
    start = text.rfind("\nphase ", 0, len(text) * 2 // 3)
    workspace = Workspace()
    waits: dict[str, list[float]] = {}

    def timed(what: str, ask: Callable[[], object]) -> None:
        before = time.perf_counter()
        ask()
        waits.setdefault(what, []).append(1000 * (time.perf_counter() - before))

    memory = [0]
    for at in range(start + 1, start + 1 + characters):
        workspace.open(path, text[:at] + text[start + characters :])
        timed("reading", partial(workspace.view, path))
        view = workspace.view(path)
        if view is None:
            raise SystemExit(f"{path} cannot be read")
        timed("completion", partial(completing.completions, view, at))
        timed("names", partial(names.names_of, view))
        timed("hover", partial(hovering.hover, view, at))
        timed("findings, all setups", partial(getattr, view, "report"))
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    print(f"{game}: {characters} characters, {len(text)} characters in all; milliseconds")
    print(f"{'':24}{'median':>10}{'95 %':>10}{'most':>10}")
    for what, found in waits.items():
        ninety_five = statistics.quantiles(found, n=20)[-1]
        print(f"{what:24}{statistics.median(found):10.1f}{ninety_five:10.1f}{max(found):10.1f}")
    print(f"memory: {memory[10] // 1024} MB after 10, {memory[-1] // 1024} MB after all")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "glory_islands", CHARACTERS if len(sys.argv) < 3 else int(sys.argv[2]))

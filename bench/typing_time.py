"""How long an editor waits, and how much memory it needs: for findings and completion after each character of a game that is typed.

    python bench/typing_time.py [GAME ...] [--edits N] [--check N]

Takes lines out of declarations all over a game or variant (glory_islands unless others are named) and types each of them again, character by character.
After each character it asks for what is told at once and for completion, after every 20th (`--check`) for all findings. Prints percentiles in milliseconds
of processor time, how often something was told at once, and the memory in use. Other programs change processor time little, if there are few of them.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from gamedsl.bases import path_of
from gamedsl.services import Workspace, completing
from gamedsl.services.early import early
from gamedsl.source import Source

T = TypeVar("T")


def main(game: str, edits: int, every: int) -> None:
    """Prints the table."""
    path = str(Path(path_of(game)).resolve())
    text = Path(path).read_text(encoding="utf-8")
    workspace = Workspace()
    waits: dict[str, list[float]] = {}

    def timed(what: str, ask: Callable[[], T]) -> T:
        before = time.process_time()
        found = ask()
        waits.setdefault(what, []).append(1000 * (time.process_time() - before))
        return found

    workspace.open(path, text)
    first = workspace.view(path)
    if first is None:
        raise SystemExit(f"{path} cannot be read")
    told = 0
    timed("all findings", partial(getattr, first, "report"))
    memory: list[int] = []
    for number, (shown, at) in enumerate(_typed(text, edits)):
        workspace.open(path, shown)
        source = Source(path, shown)
        timed("completion", partial(completing.completions, first, at, source))
        view = first = timed("reading", partial(workspace.view, path)) or first
        found = timed("certain findings", partial(early, view))
        told += bool(found is not None and found.certain)
        if number % every == every - 1:
            timed("all findings", partial(getattr, view, "report"))
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    waits["to the first findings"] = [a + b for a, b in zip(waits["reading"], waits["certain findings"], strict=True)]
    print(
        f"{game}: {len(memory)} of {len(text)} characters typed, something told after {told}; milliseconds of processor time"
    )
    print(f"{'':24}{'median':>10}{'95 %':>10}{'most':>10}")
    for what, times in waits.items():
        ninety_five = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        print(f"{what:24}{statistics.median(times):10.1f}{ninety_five:10.1f}{max(times):10.1f}")
    marks = sorted({len(memory) * part // 4 for part in range(1, 5)})
    print("memory in MB:", ", ".join(f"{memory[mark - 1]} after {mark}" for mark in marks if mark))


def _typed(text: str, edits: int) -> Iterator[tuple[str, int]]:
    """Yields texts in which a line is being typed, and the place of the cursor. The lines are spread over the whole text."""
    starts = [0]
    while (following := text.find("\n", starts[-1])) >= 0:
        starts.append(following + 1)
    lines = [start for start in starts if text.startswith("    ", start)]
    done, step = 0, max(1, len(lines) // 12)
    for turn in range(len(lines)):
        for start in lines[turn % step :: step]:
            end = text.find("\n", start)
            for at in range(start + 5, end + 1):
                if done == edits:
                    return
                done += 1
                yield text[:at] + text[end:], at


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=["glory_islands"])
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--check", type=int, default=20)
    given = parser.parse_args()
    for one in given.games:
        main(one, given.edits, given.check)

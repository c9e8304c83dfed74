"""The long version of the tests: walks through matches of all games, in the terminal and on pages.

`PYTHONPATH=tests python -m words.every_walk [GAME...]` prints a line for each thing that is written for rules and not for people.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from page.browser import browser
from words.pages import page_walk
from words.walking import GAMES, raw, terminal_walk, unclear, unsaid

SEEDS = (3, 4, 5)


def main(wanted: Sequence[str]) -> int:
    """Walks, and gives how many things were found."""
    found = 0
    with browser() as started, TemporaryDirectory() as folder:
        for game in (name for name in GAMES if not wanted or any(one in name for one in wanted)):
            for seed in SEEDS:
                shown = page_walk(started, game, Path(folder), seed)
                told = {
                    "terminal": dict.fromkeys(raw(terminal_walk(game, seed))),
                    "page": dict.fromkeys(one for line in shown.lines for one in raw(line)),
                    "log": dict.fromkeys(one for line in shown.lines for one in unsaid(line)),
                    "question": dict.fromkeys(one for asked in shown.questions for one in unclear(asked)),
                }
                for place, lines in told.items():
                    for line in lines:
                        print(f"{game}, seed {seed}, {place}: {line}", flush=True)
                        found += 1
    print(f"{found} found")
    return found


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)

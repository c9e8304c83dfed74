"""The long version of the tests: every game is played with every number of players.

`PYTHONPATH=tests python -m page.every_setup [GAME...] [--done FILE]`. What FILE says was played is not played again, and each match that ends well is added to
it: so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Error

import gamedsl
from page.browser import Opened, browser
from page.playing import GAMES, ROOT, check_played, written_page

SEED = 5


def main(wanted: list[str], done: Path | None) -> int:
    """Plays them, and prints a line for each. Gives how many went wrong."""
    before = done.read_text("utf-8").splitlines() if done and done.exists() else []
    played = {line.split(":")[0] for line in before}
    names = [name for name in GAMES if not wanted or any(one in name for one in wanted)]
    wrong = 0
    with browser() as started, TemporaryDirectory() as folder:
        context = started.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        for name in names:
            for match, told in _matches(context, name, Path(folder), played):
                print(f"{match}: {told}", flush=True)
                wrong += told.startswith("WRONG")
                if done and not told.startswith("WRONG"):
                    with done.open("a", encoding="utf-8") as file:
                        file.write(f"{match}: {told}\n")
    print(f"{wrong} went wrong")
    return wrong


def _matches(context: BrowserContext, name: str, folder: Path, played: set[str]) -> Iterable[tuple[str, str]]:
    """The matches of a game that were not played yet, one for each number of players, each with what came of it."""
    rules = gamedsl.load_rules(ROOT / f"games/{name}.gdl")
    seen: set[int] = set()
    for number, setup in enumerate(rules.setups()):
        match = f"{name} with {setup.players}"
        if setup.players in seen or match in played:
            continue
        seen.add(setup.players)
        path = written_page(name, folder, slice(number, number + 1))
        try:
            opened = Opened(context, path)
            clicked = opened.clicked(0, SEED)
            check_played(rules.game(players=setup.players, **dict(setup.options)), clicked)
            assert opened.complaints == [], opened.complaints
        except (AssertionError, Error) as error:
            yield match, f"WRONG: {error}"
        else:
            yield match, f"{len(clicked.positions)} moves, {clicked.clicks} clicks, median {clicked.median:.1f} ms"
        for page in context.pages:
            page.close()
        path.unlink()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="parts of names (default: all)")
    parser.add_argument("--done", type=Path, help="a file of the matches that were played")
    chosen = parser.parse_args()
    sys.exit(min(1, main(chosen.games, chosen.done)))

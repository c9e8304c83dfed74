"""The long version of the tests: `PYTHONPATH=tests python -m page.every_setup [GAME...]` plays every game with every number of players."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import gamedsl
from page.browser import Opened, browser
from page.playing import GAMES, ROOT, check_played, written_page


def main(wanted: list[str]) -> None:
    """Plays them, and prints a line for each."""
    with browser() as started, TemporaryDirectory() as folder:
        context = started.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        for name in GAMES:
            if wanted and not any(one in name for one in wanted):
                continue
            rules = gamedsl.load_rules(ROOT / f"games/{name}.gdl")
            opened = Opened(context, written_page(name, Path(folder)))
            played: set[int] = set()
            for number, setup in enumerate(rules.setups()):
                if setup.players in played:
                    continue
                played.add(setup.players)
                clicked = opened.clicked(number, seed=5)
                check_played(rules.game(players=setup.players, **dict(setup.options)), clicked)
                told = f"{len(clicked.positions)} moves, {clicked.clicks} clicks, median {clicked.median:.1f} ms"
                print(f"{name} with {setup.players}: {told}", flush=True)
            assert opened.complaints == [], opened.complaints
            opened.close()


if __name__ == "__main__":
    main(sys.argv[1:])

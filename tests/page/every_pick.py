"""The long version of `test_picks`: selections of several of every game, with every number of players, by clicking in random order.

`PYTHONPATH=tests python -m page.every_pick [GAME...] [--seeds N] [--picks N] [--done FILE]`. Prints for each game how often each selection was made.
What FILE says was played is not played again, and what ends well is added to it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Error

import gamedsl
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select
from page.browser import Opened, browser
from page.playing import GAMES, ROOT, check_moves, written_page

_EASED = {"classics/gin_rummy": ("- card.rank.points <= 10 ", "- card.rank.points <= 200 ")}
"""What is changed in a game, so that players who choose at random come to all its selections: here everybody may knock."""


def main(wanted: list[str], seeds: int, picks: int, done: Path | None) -> int:
    """Plays them. Gives how many matches went wrong."""
    before = done.read_text("utf-8").splitlines() if done and done.exists() else []
    played = {line.split(":")[0] for line in before}
    wrong = 0
    with browser() as started, TemporaryDirectory() as folder:
        context = started.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        for name in (name for name in GAMES if not wanted or any(one in name for one in wanted)):
            for what, told in _games(context, name, Path(folder), played, seeds, picks):
                print(f"{what}: {told}", flush=True)
                wrong += told.startswith("WRONG")
                if done and not told.startswith("WRONG"):
                    with done.open("a", encoding="utf-8") as file:
                        file.write(f"{what}: {told}\n")
    print(f"{wrong} went wrong")
    return wrong


def selections(game: gamedsl.Game) -> set[str]:
    """The names of the selections of several that people make."""
    plans = [node.plan for node in game.nodes if isinstance(node, DecisionNode | TogetherNode)]
    return {part.name for plan in plans for part in _parts(plan) if part.quantity != "one"}


def _parts(plan: Plan) -> Iterable[Select]:
    yield from (part for part in plan.parts if isinstance(part, Select))
    for line in plan.menu or ():
        yield from _parts(line)


def _rules_file(name: str, folder: Path) -> Path:
    """The rules of a game, eased if it needs that."""
    file = ROOT / f"games/{name}.gdl"
    if name not in _EASED:
        return file
    strict, eased = _EASED[name]
    text = file.read_text("utf-8")
    assert text.count(strict) == 1, name
    changed = folder / file.name
    changed.write_text(text.replace(strict, eased), "utf-8")
    return changed


def _games(
    context: BrowserContext, name: str, folder: Path, played: set[str], seeds: int, picks: int
) -> Iterable[tuple[str, str]]:
    """The setups of a game that were not played yet, each with what came of its matches."""
    file = _rules_file(name, folder)
    rules = gamedsl.load_rules(file)
    for number, setup in enumerate(rules.setups()):
        options = ", ".join(f"{key} {value}" for key, value in setup.options)
        what = f"{name} with {setup.players}{f', {options}' if options else ''}"
        if what in played:
            continue
        game = rules.game(players=setup.players, **dict(setup.options))
        named = selections(game)
        if not named:
            yield what, "has no selection of several"
            continue
        path = written_page(name, folder, slice(number, number + 1), file)
        made: Counter[str] = Counter()
        compared = 0
        try:
            for seed in range(seeds):
                opened = Opened(context, path)
                clicked = opened.clicked(0, seed, picks=picks)
                compared += check_moves(game, clicked)
                made.update(pick.name for pick in clicked.picks)
                assert opened.complaints == [], opened.complaints
                opened.close()
        except (AssertionError, Error) as error:
            yield what, f"WRONG: {error}"
        else:
            told = ", ".join(f"{one} {made[one]}" for one in sorted(named))
            yield what, f"{compared} picks as they were played ({told})"
        for page in context.pages:
            page.close()
        path.unlink()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="parts of names (default: all)")
    parser.add_argument("--seeds", type=int, default=8, help="matches of each setup")
    parser.add_argument("--picks", type=int, default=60, help="selections of each match at most")
    parser.add_argument("--done", type=Path, help="a file of what was played")
    chosen = parser.parse_args()
    sys.exit(min(1, main(chosen.games, chosen.seeds, chosen.picks, chosen.done)))

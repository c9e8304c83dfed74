"""The long version of the audit: axe looks at every game in the middle of a match, light and dark, on computers, tablets and phones.

`PYTHONPATH=tests python -m page.every_audit FILE [GAME...]` adds a line to FILE for each game with what is serious, and ends with 1 if a game has something. The
same command goes on where it was stopped; games of which the file says something are done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias

from playwright.sync_api import Browser, Page

from page.browser import Opened, browser
from page.playing import GAMES, written_page

Scheme: TypeAlias = Literal["light", "dark"]
SIZES = {"computer": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SEED = 5

_MIDDLE = """async ([seed, share]) => {
  const app = window.gamedslPage;
  app.pause = 1e9;
  const { players } = app.data.setups[0];
  const people = Array.from({ length: players }, (_, i) => ({ name: ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][i] ?? `Ann ${i}`, who: "person" }));
  const moves = [];
  let state = seed;
  const random = (most) => { state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff; return state % most; };
  const first = await app.begin(0, people, seed);
  while (!first.match.isOver && moves.length < 120) {
    const [seat] = first.match.toAct;
    const [move] = first.match.list(seat, { from: random(Math.min(first.match.count(seat), 200)), most: 1 });
    moves.push([seat, move.steps]);
    first.match.play(seat, move);
  }
  const session = await app.begin(0, people, seed);
  for (const [seat, steps] of moves.slice(0, Math.floor(moves.length * share))) session.play(seat, steps);
  session.uncover();
  app.draw();
}"""
_SERIOUS = """axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 110)}`))"""


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people out, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    found: list[str] = page.evaluate(_SERIOUS)
    return found


def audited(chromium: Browser, path: Path, sizes: Iterable[str], schemes: Iterable[Scheme]) -> list[str]:
    """What is serious on a page in the middle of a match."""
    found: list[str] = []
    for size in sizes:
        width, height = SIZES[size]
        for scheme in schemes:
            context = chromium.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
            )
            page = Opened(context, path).page
            page.evaluate(_MIDDLE, [SEED, 0.5])
            found += [f"{size}, {scheme}: {one}" for one in serious(page)]
            context.close()
    return found


def main(notes: Path, wanted: list[str]) -> int:
    """Audits the games of which the notes do not say anything yet. Gives 1 if one of them has something serious."""
    done = {line.partition(":")[0] for line in notes.read_text("utf-8").splitlines()} if notes.exists() else set[str]()
    names = [name for name in GAMES if name not in done and (not wanted or any(one in name for one in wanted))]
    is_wrong = False
    with browser() as started, TemporaryDirectory() as folder:
        for name in names:
            found = audited(started, written_page(name, Path(folder), slice(0, 1), has_look=True), SIZES, SCHEMES)
            is_wrong |= bool(found)
            told = f"{name}: {'; '.join(found) or 'nothing'}"
            with notes.open("a", encoding="utf-8") as file:
                file.write(f"{told}\n")
            print(told, flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

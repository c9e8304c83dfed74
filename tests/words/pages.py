"""Random matches on pages, with all lines, titles, labels and questions that they show."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

import gamedsl
from gamedsl.api.asked import compile_setup
from gamedsl.page import page_html, page_setup, read_look
from gamedsl.rulebook import rules_beside
from gamedsl.values import frozen
from page.browser import Opened
from words.walking import ROOT

_WALK = Path(__file__).with_name("walk.js").read_text()
MOST_CLICKS = 80


@frozen
class Shown:
    """What a page showed: all lines, titles and labels, and the questions among them."""

    lines: tuple[str, ...]
    questions: tuple[str, ...]


def page_walk(started: Browser, game: str, folder: Path, seed: int) -> Shown:
    """Plays a match of the first setup on the page of a game, with its look file, and gives all that the page showed."""
    path = ROOT / f"games/{game}.gdl"
    rules = gamedsl.load_rules(path)
    setup = rules.setups()[0]
    beside = path.with_suffix(".look.toml")
    models = [gamedsl.model_of(rules.game(players=one.players, **dict(one.options))) for one in rules.setups()]
    look = read_look(beside.read_text("utf-8"), models) if beside.is_file() else {}
    made = folder / f"{path.stem}.html"
    page = page_html(
        [page_setup(setup, compile_setup(rules, setup), lambda _, make: make())],
        path.name,
        look,
        rules_beside(rules.parsed, {}),
    )
    made.write_text(page, "utf-8")
    context = started.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    try:
        opened = Opened(context, made)
        told = opened.page.evaluate(_WALK, {"seed": seed, "most": MOST_CLICKS})
        assert opened.complaints == []
        assert told["moves"] > 0
        return Shown(tuple(told["shown"]), tuple(told["asked"]))
    finally:
        context.close()

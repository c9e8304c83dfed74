"""On its page every game is played to the end by clicking, and the command line verifies each match: moves, positions, outcome."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import gamedsl
from page.browser import Opened, browser
from page.playing import GAMES, ROOT, check_played, written_page

_LONG = {"classics/hearts", "classics/gin_rummy", "classics/lines_of_action", "classics/amazons", "classics/backgammon"}
"""Games whose random matches take hundreds of clicks: `python -m page.every_setup` plays them."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with browser() as started:
        yield started


@pytest.mark.parametrize("name", [name for name in GAMES if name not in _LONG])
def test_a_match_by_clicking_is_one_of_the_command_line(name: str, chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1)))
    clicked = opened.clicked(0, seed=5)
    assert opened.complaints == []
    context.close()
    rules = gamedsl.load_rules(ROOT / f"games/{name}.gdl")
    setup = rules.setups()[0]
    check_played(rules.game(players=setup.players, **dict(setup.options)), clicked)

"""On its page a game is played to the end by clicking, and the command line verifies each match: moves, positions, outcome."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

import gamedsl
from page.browser import Opened
from page.playing import ROOT, check_played, written_page
from share import picked

_GAMES = (
    "gloriana",
    "glory_islands",
    "classics/crazy_eights",
    "classics/cribbage",
    "classics/english_auction",
    "classics/goofspiel",
    "classics/hex",
    "classics/kalah",
    "classics/ludo",
    "classics/phantom_tic_tac_toe",
    "classics/quoridor",
    "classics/reversi",
    "modern/canal_country",
    "modern/cant_stop",
    "modern/gem_guild",
    "modern/hamlet",
    "modern/lantern_show",
    "modern/love_letter",
    "modern/masked_court",
    "modern/tile_walls",
)
"""Games that together have every kind of board, zone and decision. `python -m page.every_setup` plays all games with all numbers of players."""


@pytest.mark.parametrize("name", picked(_GAMES, ("classics/crazy_eights", "modern/masked_court")))
def test_a_match_by_clicking_is_one_of_the_command_line(name: str, chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1)))
    clicked = opened.clicked(0, seed=5)
    assert opened.complaints == []
    context.close()
    rules = gamedsl.load_rules(ROOT / f"games/{name}.gdl")
    setup = rules.setups()[0]
    check_played(rules.game(players=setup.players, **dict(setup.options)), clicked)

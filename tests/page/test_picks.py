"""What is picked of a selection of several, in any order and with slips, is what is played.

The matches of `test_matches` compare it too, and `python -m page.every_pick` does for all games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

import gamedsl
from page.browser import Opened
from page.playing import ROOT, check_moves, written_page
from share import less

_FILES = {"classics/hearts": ROOT / "games/classics/hearts.gdl", "rows": Path(__file__).with_name("rows.gdl")}
"""A number that is fixed, out of a large hand; and rows: what goes together, not each card alone tells, and one selection follows another."""


@pytest.mark.parametrize("name", _FILES)
def test_what_is_picked_is_played(name: str, context: BrowserContext, tmp_path: Path) -> None:
    rules = gamedsl.load_rules(_FILES[name])
    setup = rules.setups()[0]
    compared = 0
    path = written_page(name, tmp_path, slice(0, 1), _FILES[name])
    for seed in range(less(3, 1)):
        opened = Opened(context, path)
        clicked = opened.clicked(0, seed, picks=less(8, 4))
        assert opened.complaints == []
        opened.close()
        compared += check_moves(rules.game(players=setup.players), clicked)
    assert compared >= less(15, 3)

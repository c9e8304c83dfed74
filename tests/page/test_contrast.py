"""Pieces stand out from all places of their boards, in the light and in the dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from page.browser import Opened, write_beginning
from page.playing import written_page
from share import share

_LEAST = 3
"""The contrast that signs need to be seen (WCAG 1.4.11)."""
_TWO = "['Ann', 'Bob'].map((name) => ({ name, who: 'person' }))"
_MEASURE = Path(__file__).with_name("contrast.js").read_text()
_SOME_MOVES = """() => {
  const app = window.gamedslPage;
  const { session } = app;
  for (let i = 0; i < 12 && !session.match.isOver; i++) {
    const [seat] = session.match.toAct;
    const count = session.match.count(seat);
    session.play(seat, session.match.list(seat, { from: (i * 7) % count, most: 1 })[0].steps);
  }
  app.draw();
}"""


@pytest.mark.parametrize(
    "name",
    share(
        ["chess", "draughts", "reversi", "go", "backgammon", "nine_mens_morris", "hex", "connect_four", "amazons"], 2
    ),
)
def test_pieces_stand_out_from_their_boards(name: str, chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(color_scheme="light", reduced_motion="reduce")
    page = Opened(context, written_page(f"classics/{name}", tmp_path, has_look=True)).page
    page.evaluate(write_beginning(_TWO, 1))
    page.evaluate(_SOME_MOVES)
    _check_contrasts(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    _check_contrasts(page)
    context.close()


def _check_contrasts(page: Page) -> None:
    measured = page.evaluate(_MEASURE)
    assert measured, "there are pieces"
    assert [one for one in measured if one["contrast"] < _LEAST] == []

"""Shipped games are opened, checked and played in a workshop; `workshop.every_game` does it with all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from page.browser import browser
from workshop.every_game import open_and_play
from workshop.tab import Tab, served


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    """A workshop in a browser."""
    with served() as address, browser() as chromium:
        yield Tab(chromium, address)


@pytest.mark.parametrize("name", ["pig", "love_letter", "hex"])
def test_a_shipped_game_is_checked_and_played_to_the_end_by_the_computer(tab: Tab, name: str) -> None:
    assert open_and_play(tab, name) > 0
    assert tab.complaints == []

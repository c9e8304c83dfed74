"""What a small game of steps along a path tells: where a number leads, what only serves the rules, and what the set-up has brought."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext

from page.browser import Opened, write_beginning
from page.playing import written_page

_WALK = Path(__file__).with_name("walk.gdl")


def test_numbers_say_where_they_lead_and_the_set_up_has_a_heading(context: BrowserContext, tmp_path: Path) -> None:
    opened = Opened(context, written_page("walk", tmp_path, rules_file=_WALK))
    page = opened.page
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    for colour in ("Red", "Blue"):
        page.locator(".choices .btn", has_text=colour).click()
    steps = page.locator(".choices .btn").all_inner_texts()
    assert [re.sub(r"\s*\d?$", "", one) for one in steps] == ["1 (to 2)", "2 (to 3)"]
    # The most that can be walked was neither chosen nor thrown.
    assert "Most" not in page.locator(".facts").inner_text()
    assert "Before the first round: Coins: Ann 0 → 5, Bob 0 → 5." in page.locator(".log").inner_text()
    assert opened.complaints == []

"""A promise of the rules that breaks while a page is played is told with its rule, and the match can go on: nobody waits for a player that cannot move."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from page.browser import Opened
from page.every_audit import serious
from page.playing import written_page

_RULES = Path(__file__).with_name("promise.gdl")
_ENDLESS = Path(__file__).with_name("endless.gdl")
_BEGIN = """async ([who, moves]) => {
  const app = window.gamedslPage;
  app.pause = 0;
  const session = await app.begin(0, [{ name: "Ann", who: "person" }, { name: "Bob", who }], 5);
  for (const value of moves) session.choose(value);
  app.draw();
}"""
_TOLD = "A value outside its range, in “Turns”. Whoever is to move adds one to three."


@pytest.fixture(scope="module")
def opened(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The page of rules that let somebody add more than there may be; each test begins a match of its own."""
    return Opened(chromium.new_context(), written_page("promise", tmp_path_factory.mktemp("page"), rules_file=_RULES))


def _begin(page: Page, who: str, *moves: int) -> None:
    page.evaluate(_BEGIN, [who, [*moves]])


def test_a_player_that_cannot_move_says_why_it_cannot_and_the_match_can_go_on(opened: Opened) -> None:
    page = opened.page
    _begin(page, "beginner", 2)
    trouble = page.get_by_role("alert")
    trouble.wait_for()
    assert "Bob cannot go on: the rules break a promise" in trouble.inner_text()
    assert _TOLD in trouble.inner_text()
    assert serious(page) == []
    trouble.get_by_role("button", name="Read the rule").click()
    assert "Whoever is to move adds one to three" in page.locator(".rules section.here").inner_text()
    page.keyboard.press("Escape")
    trouble.get_by_role("button", name="Let Bob take any move").click()
    trouble.get_by_role("button", name="Let Bob take any move").wait_for(state="detached")
    trouble.wait_for()
    trouble.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name="How much do you add?").wait_for()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 0
    assert opened.complaints == []


def test_a_match_that_cannot_go_on_can_be_left(opened: Opened) -> None:
    _begin(opened.page, "beginner", 2)
    opened.page.get_by_role("alert").get_by_role("button", name="New match").click()
    opened.page.get_by_role("button", name="Begin").wait_for()


def test_a_move_that_breaks_a_promise_is_not_made(opened: Opened) -> None:
    page = opened.page
    page.evaluate(
        """async () => {
          const app = window.gamedslPage;
          const session = await app.begin(0, [{ name: "Ann", who: "person" }, { name: "Bob", who: "person" }], 5);
          for (const value of [0, 1]) session.choose(value);
          app.draw();
          session.choose(0);
          app.draw();
        }"""
    )
    assert _TOLD in page.locator(".why").inner_text()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 2
    assert page.evaluate("window.gamedslPage.session.step.options.length") == 3
    assert opened.complaints == []


def test_rules_that_break_a_promise_before_anybody_is_asked_say_so_in_the_form(
    chromium: Browser, tmp_path: Path
) -> None:
    """Everything that may be done is to rest, so the match plays on by itself until its limit; the page is not empty, and the form can be used again."""
    opened = Opened(chromium.new_context(), written_page("endless", tmp_path, rules_file=_ENDLESS))
    page = opened.page
    for _ in range(2):
        page.get_by_role("button", name="Begin").click()
        trouble = page.get_by_role("alert")
        trouble.wait_for()
        assert trouble.inner_text().startswith(
            "The rules break a promise before anybody is asked. More passes than the limit says"
        )
    assert opened.complaints == []


def test_a_match_in_which_nobody_is_asked_says_so_at_its_end(chromium: Browser, tmp_path: Path) -> None:
    rules = tmp_path / "endless.gdl"
    rules.write_text(_ENDLESS.read_text().replace("at most", "up to"))
    opened = Opened(chromium.new_context(), written_page("restful", tmp_path, rules_file=rules))
    opened.page.get_by_role("button", name="Begin").click()
    opened.page.locator(".why", has_text="Nobody was asked: there was one possibility at a time").wait_for()
    assert opened.page.get_by_role("heading", name="It is a draw.").count()
    assert opened.complaints == []

"""The rules are on the page: the book beside the table, a closer look at a card, and the rule's own sentence for what is not allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from page.browser import Opened, write_beginning
from page.playing import written_page

_MARKET = Path(__file__).with_name("market.gdl")
_ANN_BOB = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'


@pytest.fixture(scope="module")
def opened(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The page on a computer; each test begins a match of its own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    return Opened(context, written_page("market", tmp_path_factory.mktemp("page"), rules_file=_MARKET))


def _why(page: Page) -> str:
    return page.locator(".page > .why").inner_text()


def test_the_book_opens_at_the_decision_and_can_be_searched(opened: Opened) -> None:
    page = opened.page
    page.evaluate("window.gamedslPage.start()")
    page.get_by_role("button", name="Read the rules").click()
    assert page.locator(".book section.here").count() == 0
    assert page.locator(".book section").first.is_visible()
    page.keyboard.press("Escape")
    assert page.locator(".rules").is_hidden()

    page.evaluate(write_beginning(_ANN_BOB, 1))
    page.keyboard.press("r")
    assert "Turns" in page.locator(".book section.here").inner_text()
    steps = page.locator(".book details.full")
    assert steps.get_attribute("open") is None
    assert steps.locator("section.here").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Buy").click()
    page.get_by_role("button", name="Rules", exact=True).click()
    assert "Coins are weighed" in page.locator(".book section.here").inner_text()
    search = page.get_by_label("Search the rules")
    search.fill("guild FEE")
    shown = page.locator(".book section:visible").all_inner_texts()
    assert shown
    assert all("guild" in text.lower() and "fee" in text.lower() for text in shown)
    assert f"{len(shown)} passage" in page.locator(".found").inner_text()
    search.fill("unicorn")
    assert "Nothing" in page.locator(".found").inner_text()
    search.press("1")
    search.press("Escape")
    assert page.locator(".rules").is_hidden()
    assert page.evaluate("window.gamedslPage.session.crumbs.length") == 1
    assert page.evaluate("document.activeElement.dataset.tool") == "rules"
    assert opened.complaints == []


def test_what_is_not_allowed_is_told_by_the_rule(opened: Opened) -> None:
    """The filters of selections of several and of one, requirements of what is picked and of actions, and an action that a menu leads to."""
    page = opened.page
    page.evaluate(write_beginning(_ANN_BOB, 1))
    page.locator(".btn.refused", has_text="Shout").click(force=True)
    assert _why(page) == "Shout: Only the strong shout."
    page.locator("[data-key^='k']", has_text="Smith").click()
    assert _why(page) == "Smith 3: You cannot pay the fee yet."

    page.get_by_role("button", name="Buy").click()
    page.get_by_title("Gold").first.click()
    assert "Gold is not for sale." in _why(page)
    page.get_by_role("spinbutton", name="Silver").click()
    page.get_by_role("spinbutton", name="Copper").click()
    assert page.locator(".lack").inner_text() == "Take coins of one metal."
    assert page.locator("[data-act=done]").is_disabled()
    assert "`" not in page.locator("body").inner_text()
    assert opened.complaints == []


def test_a_card_is_looked_at_closely_by_pointer_key_and_finger(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    opened = Opened(context, written_page("market", tmp_path, rules_file=_MARKET))
    page = opened.page
    page.evaluate(write_beginning(_ANN_BOB, 1))
    closer = page.locator(".closer")
    baker = page.locator("[data-face]", has_text="Baker").first
    baker.hover()
    closer.wait_for(state="visible")
    assert "Whoever has the bakers eats first." in closer.inner_text()
    page.mouse.move(2, 2)
    assert closer.is_hidden()

    baker.evaluate(
        "(one) => { one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' })); }"
    )
    closer.wait_for(state="visible")
    baker.dispatch_event("click")
    assert closer.is_visible()
    page.locator("h1").tap()
    assert closer.is_hidden()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 0

    box = closer.bounding_box()
    assert box is None
    page.evaluate("document.querySelector('[data-act^=k]').focus()")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    closer.wait_for(state="visible")
    box = closer.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert opened.complaints == []
    context.close()

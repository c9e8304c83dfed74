"""What people find who do not see the page, or use no mouse: what has happened is read aloud, and the focus stays where it was."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext

from page.browser import Opened, write_beginning
from page.playing import written_page

_TWO = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'
_LISTEN = """() => {
    const news = document.querySelector('[role=log][aria-label=News]');
    window.heard = [...news.children].map((one) => one.textContent);
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) window.heard.push(...[...addedNodes].map((one) => one.textContent));
    }).observe(news, { childList: true });
}"""
_HEARD = "new Promise((done) => setTimeout(() => done(window.heard)))"


def test_what_happens_is_read_aloud_once_and_in_order(context: BrowserContext, tmp_path: Path) -> None:
    """Programs that read pages aloud follow one element, which stays while the page is painted anew."""
    opened = Opened(context, written_page("classics/nim", tmp_path))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(_LISTEN)
    page.evaluate(write_beginning("[{name: 'Ann', who: 'person'}, {name: 'Bob', who: 'random'}]", 3))
    page.wait_for_function("() => window.gamedslPage.session")
    question = page.inner_text(".q")
    assert page.evaluate(_HEARD) == [question]
    page.evaluate("for (let i = 0; i < 3; i++) window.gamedslPage.draw()")
    assert page.evaluate(_HEARD) == [question]
    page.evaluate(
        """() => {
            while (!window.gamedslPage.session.moments.length) document.querySelector('[data-act]:not([disabled]):not(.on)').click();
        }"""
    )
    page.wait_for_function("() => window.gamedslPage.session.moments.length === 2 && window.gamedslPage.session.step")
    heard = page.evaluate(_HEARD)
    news = [text for text in heard if re.match("(Ann|Bob) ", text)]
    told = " ".join(page.locator(".logline .part").all_inner_texts()).split()
    assert all(" ".join(told).find(text.rstrip(".")) >= 0 for text in news)
    assert [text[:3] for text in news] == ["Ann", "Bob"]
    assert heard[-1] == page.inner_text(".q")
    assert page.locator("#app [aria-live]:not([aria-live=off])").count() == 0
    assert opened.complaints == []


def test_whoever_takes_the_device_hears_nothing_of_the_one_before(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("classics/leduc_poker", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    news = page.get_by_role("log", name="News")
    question = page.inner_text(".q")
    assert question in news.inner_text()
    page.locator(".choices [data-act]").first.click()
    page.wait_for_selector(".cover")
    assert "Pass to Bob" in news.inner_text()
    assert question not in news.inner_text()


def test_whoever_takes_the_device_reads_what_the_log_tells(context: BrowserContext, tmp_path: Path) -> None:
    """The card that was taken is told by a rule that the action calls, and not by the name of the action."""
    page = Opened(context, written_page("classics/gin_rummy", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.evaluate(
        """() => {
          const { session } = window.gamedslPage;
          const seat = session.asked;
          while (session.asked === seat) session.play(seat, session.match.list(seat, { most: 9 })[0].steps);
          window.gamedslPage.draw();
        }"""
    )
    page.wait_for_selector(".cover .news")
    told = page.locator(".cover .news p").all_inner_texts()
    assert [re.sub(r"\S+[♣♦♥♠]", "X", one) for one in told] == ["Ann takes X.", "Ann throws X away."]


def test_whoever_passes_the_device_on_reads_no_card_of_the_next_player(context: BrowserContext, tmp_path: Path) -> None:
    """When all have passed cards on, the next player has got three: their names are for that player only."""
    page = Opened(context, written_page("classics/hearts", tmp_path)).page
    names = ", ".join(f'{{name: "{name}", who: "person"}}' for name in ("Ann", "Bob", "Cleo", "Dan"))
    page.evaluate(write_beginning(f"[{names}]", 3))
    page.evaluate(
        """() => {
          const { session } = window.gamedslPage;
          for (let i = 0; i < 4; i++) session.play(session.asked, session.match.list(session.asked, { most: 1 })[0].steps);
          window.gamedslPage.draw();
        }"""
    )
    page.wait_for_selector(".cover")
    assert "passes three cards" in page.inner_text(".cover")
    assert re.search("[♣♦♥♠]", page.inner_text(".cover")) is None


def test_what_cannot_be_chosen_is_readable_too(context: BrowserContext, tmp_path: Path) -> None:
    """Men of the other side with the names of their places, and cards that only lie there."""
    chess = Opened(context, written_page("classics/chess", tmp_path)).page
    chess.evaluate(write_beginning(_TWO, 3))
    for place, piece in (("a8", "rook"), ("e7", "pawn"), ("d1", "queen")):
        assert chess.get_by_role("img", name=re.compile(f"{place}: {piece}", re.IGNORECASE)).count() == 1
    assert chess.get_by_role("img", name=re.compile("e4")).count() == 0
    poker = Opened(context, written_page("classics/leduc_poker", tmp_path)).page
    poker.evaluate(write_beginning(_TWO, 3))
    assert poker.locator(".mine").get_by_role("img", name=re.compile("^(Jack|Queen|King)")).count() == 1


def test_tools_keep_the_focus_when_the_page_is_painted_anew(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("classics/nim", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    for _ in range(6):
        page.evaluate("document.querySelector('[data-act]:not([disabled]):not(.on)').click()")
    page.locator(".logline").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Forward").focus()
    shown = page.evaluate("window.gamedslPage.session.shown")
    for _ in range(2):
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.textContent").startswith("Forward")
    assert page.evaluate("window.gamedslPage.session.shown") != shown
    page.keyboard.press("l")
    page.evaluate("window.gamedslPage.draw()")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "What happened"

"""Rules of others in a workshop: shipped games are opened, checked and played, and what strangers send can do nothing. All of it in one tab, which takes
long to begin."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Worker

from gamedsl.workshop.link import address_part
from share import few
from workshop.every_game import open_and_play
from workshop.tab import Clock, Tab

_MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
_RULES = f"""game hostile:
    "Take a coin. {_MARKUP}"
    players 2

component coin in bank:
    "A coin. {_MARKUP} **`[x](javascript:alert(3))`** [y](javascript:alert(4))"
    name    count  worth
    Copper  3      1
    Gold    2      2

shared:
    bank: pile of coin

each player:
    purse: bag of coin
    points = 0

rounds at most 4:
    turns

phase turns, each player:
    "Take a coin. {_MARKUP}"
    choose taken: one of bank
    points += taken.worth
    move taken to purse

game ends when no(bank) "No coins. {_MARKUP}"

ranking by highest points, ties shared

example fails:
    "It fails. {_MARKUP}"
    players Ann, Bob
    given:
        Ann.points = 2
    then Ann.points is 3
"""
_BEATS = 62
"""So often a tab asks whether a worker is there until it is ended."""

_LOOK = f"""title = "{_MARKUP}"

[value.Gold]
label = "{_MARKUP}"

[zone.bank]
label = "</style></script>{_MARKUP}"
"""


def _refused(where: Page | Frame | Worker, deed: str) -> str:
    """Does something in a page, a frame or a worker, and returns the line of the policy that forbids it there."""
    told = """done => self.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective), { once: true })"""
    late = """done => () => setTimeout(() => done("not refused"), 2000)"""
    found: str = where.evaluate(
        f"() => new Promise((done) => {{ ({told})(done); Promise.resolve().then(() => {deed}).then(() => done('reached'), ({late})(done)); }})"
    )
    return found


@pytest.fixture(scope="module")
def tab(context: BrowserContext, address: str) -> Iterator[Tab]:
    """A workshop in a browser whose clock can be put forward."""
    opened = Tab(context, address, clock=Clock.OWN)
    yield opened
    opened.page.close()


@pytest.mark.parametrize("name", few(("pig", "love_letter", "hex"), 1))
def test_a_shipped_game_is_checked_and_played_to_the_end_by_the_computer(tab: Tab, name: str) -> None:
    assert open_and_play(tab, name) > 0
    assert _other_complaints(tab) == []


def test_markup_in_rules_is_text_everywhere(tab: Tab) -> None:
    files = {"hostile.gdl": _RULES, "hostile.look.toml": _LOOK}
    tab.page.on("dialog", lambda dialog: tab.complaints.append(f"script: {dialog.message}"))
    tab.go(address_part("hostile.gdl", files))
    assert tab.checked_anyhow() == "No findings"
    tab.watch(1)
    assert "<img src=x" in tab.table().inner_text("body")
    for name, sign in (
        ("Findings", ".findings"),
        ("Graph", ".graph svg"),
        ("Examples", ".examples .failed"),
        ("Figures", ".figures .facts"),
        ("Rulebook", ".book iframe"),
    ):
        tab.page.get_by_role("tab", name=re.compile(name)).click()
        tab.page.wait_for_selector(sign)
    book = tab.page.frame_locator(".book iframe").locator("body:has(h1)")
    papers = [book.evaluate(_PAPER)]
    tab.page.get_by_role("button", name="Light or dark").first.click()
    papers.append(book.evaluate(_PAPER))
    tab.table().wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert papers == ["rgb(255, 253, 248)", "rgb(24, 22, 19)"]
    for frame in tab.page.frames:
        assert frame.locator("img[src=x], a[href^=javascript], [onerror]").count() == 0
        assert frame.evaluate("() => [...document.scripts].filter((one) => one.text.startsWith(`alert`)).length") == 0
    assert _other_complaints(tab) == []


_PAPER = "(body) => getComputedStyle(body).backgroundColor"
_ELSEWHERE = "https://elsewhere.example/"
"""What the policy refuses is told by the browser when it has time, perhaps only during the next test."""

_FETCH = f"fetch('{_ELSEWHERE}')"
_OLD_FETCH = f"WorkerGlobalScope.prototype.fetch.call(self, '{_ELSEWHERE}')"
"""The worker has given up its `fetch`, but who knows the language finds another one."""


def test_no_script_reaches_another_host_or_what_is_kept(tab: Tab) -> None:
    tab.go("game=nim")
    table = tab.table()
    assert len(tab.page.workers) >= 2
    assert _refused(tab.page, _FETCH) == "connect-src"
    assert _refused(table, _FETCH) == "connect-src"
    for worker in tab.page.workers:
        if worker.evaluate("() => self.fetch === undefined"):  # others are of the page in the frame
            assert _refused(worker, _OLD_FETCH) == "connect-src"
            assert _refused(worker, f"import('{_ELSEWHERE}script.js')") == "script-src-elem"
            assert worker.evaluate("() => typeof localStorage") == "undefined"
    for kept in ("localStorage", "sessionStorage", "document.cookie", "parent.document", "parent.localStorage"):
        assert table.evaluate(
            f"() => {{ try {{ return String({kept}); }} catch ({{ name }}) {{ return name; }} }}"
        ) == ("SecurityError")
    assert table.evaluate(
        "() => new Promise((done) => { indexedDB.open('x').onerror = () => done('refused'); }).catch(({ name }) => name)"
    ) == ("SecurityError")
    table.evaluate(f"() => {{ location.href = '{_ELSEWHERE}'; }}")
    tab.page.wait_for_function("() => document.querySelector('.game iframe')")
    assert not [frame.url for frame in tab.page.frames if _ELSEWHERE in frame.url]


def test_what_never_ends_is_ended_and_said(tab: Tab) -> None:
    tab.go("game=nim")
    tab.table()
    tab.page.get_by_role("tab", name="Commands").click()
    _command(tab, "check nim.gdl", "no findings")  # its worker is there
    _command(tab, "simulate nim.gdl --matches 1000000000", "…")
    for _ in range(_BEATS):
        tab.page.clock.run_for(2000)
    tab.page.locator(".out", has_text="This was stopped: it took more than 120 seconds.").wait_for()
    tab.write("game nim\n")  # the others have gone on
    tab.checked("2 errors")
    assert _other_complaints(tab) == []


def _command(tab: Tab, line: str, told: str) -> None:
    """Runs a command line, and waits for what it says."""
    tab.page.get_by_label("Command", exact=True).fill(line)
    tab.page.keyboard.press("Enter")
    tab.page.locator(".out", has_text=told).wait_for()


def _other_complaints(tab: Tab) -> list[str]:
    """What a tab complained about, but for what these tests asked of another host."""
    return [told for told in tab.complaints if _ELSEWHERE not in told]

"""The lobby in a browser: somebody makes a table, another one sits down, a third one watches, and the server comes back after a kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as Waited

from page.browser import browser
from page.every_audit import serious
from share import share

ROOT = Path(__file__).parents[2]


def _start(records: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gamedsl",
            "serve",
            "connect_four",
            "nim",
            "--port",
            str(port),
            "--records",
            str(records),
        ],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'interpreter'}"},
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    return process, found[0]


def _press(page: Page, button: Locator, done: str, *, is_hover: bool = False) -> None:
    """Clicks, or points at something, until the page says that it is done: either may be lost where a message of the server paints the page anew."""
    for _ in range(4):
        try:
            page.mouse.move(0, 0)
            (button.hover if is_hover else button.click)(timeout=6_000)
            page.wait_for_function(done, timeout=6_000)
        except Waited:
            continue
        return
    page.wait_for_function(done)


_NOTING = """() => new MutationObserver(() => {
  if (document.body.innerText.includes("Bob has taken back a move.")) window.hasHeard = true;
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""
"""Notes what a page has shown, also where it goes when the page hears of anything else."""


def _opened(chromium: Browser, address: str, *, width: int = 1100, height: int = 800) -> Page:
    page = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    page.goto(address)
    return page


_AUDITED = share(("light", "dark", "seat", "watching"), 2, 1)
"""The pages that are audited."""


def _check(page: Page, what: str) -> None:
    if what not in _AUDITED:
        return
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    assert serious(page) == []


_REFUSED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
_FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def test_a_browser_that_keeps_nothing_shows_the_links_of_a_new_table(tmp_path: Path) -> None:
    process, address = _start(tmp_path / "t.db", 0)
    try:
        with browser() as chromium:
            for script in (_REFUSED, _FULL):
                context = chromium.new_context(reduced_motion="reduce")
                context.add_init_script(script)
                page = context.new_page()
                page.goto(address)
                page.fill("[name=name]", "Gil")
                page.click("button[type=submit]")
                page.wait_for_selector("text=Play as Gil")
                context.close()
    finally:
        process.kill()
        process.wait()


def test_people_meet_and_play(tmp_path: Path) -> None:
    process, address = _start(tmp_path / "t.db", 0)
    try:
        with browser() as chromium:
            ann = _opened(chromium, address)
            ann.wait_for_selector("[name=game]")
            ann.select_option("[name=game]", "connect_four")
            ann.fill("[name=name]", "Ann")
            ann.click("button[type=submit]")
            ann.wait_for_selector("text=Play as Ann")
            _check(ann, "light")
            ann.click(".tool")
            _check(ann, "dark")
            bob = _opened(chromium, address, width=390, height=844)
            bob.wait_for_selector("text=Sit down")
            _check(bob, "seat")
            bob.fill("[name=name]", "Bob")
            bob.click("text=Sit down")
            bob.wait_for_selector(".dock")
            eve = _opened(chromium, address)
            eve.click("a:has-text('Watch')")
            eve.wait_for_selector("text=Ann chooses")
            assert eve.locator("[data-act]").count() == 0
            _check(eve, "watching")
            ann.click("text=Play as Ann")
            ann.locator("[data-act]:not([disabled])").first.click()
            eve.wait_for_selector("text=Bob chooses")
            process.send_signal(signal.SIGKILL)
            process.wait()
            bob.wait_for_selector("text=Your host is away")
            process, _ = _start(tmp_path / "t.db", int(address.rpartition(":")[2].strip("/")))
            bob.wait_for_selector("text=Your host is away", state="detached", timeout=60_000)
            bob.wait_for_function("() => window.gamedslPage.session.told.table.away.length === 0", timeout=60_000)
            column = bob.locator("[data-act]:not([disabled])").first
            # Each page hears of a move in its own time: hers may be ahead of his.
            _press(bob, column, "() => window.gamedslPage.session.moments.length === 2")
            eve.wait_for_selector("text=Ann chooses")
            eve.evaluate(_NOTING)
            _press(bob, bob.get_by_label("Undo"), "() => window.gamedslPage.session.canRedo")
            eve.wait_for_selector("text=Bob chooses")
            eve.wait_for_function("() => window.hasHeard")
            bob.keyboard.press("Control+Shift+Z")
            eve.wait_for_selector("text=Ann chooses")
            bob.wait_for_function("() => !window.gamedslPage.session.canRedo")
            _press(
                ann, ann.locator("[data-answers]").first, "() => document.querySelector('.board .ghost')", is_hover=True
            )
    finally:
        process.kill()
        process.wait()

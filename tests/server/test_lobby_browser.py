"""The lobby in a browser: somebody makes a table, another one sits down, a third one watches, and the server comes back after a kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, Page

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
            # Whoever comes back is told to the others, whose pages are painted anew: a click that has begun may be lost then.
            bob.wait_for_function("() => window.gamedslPage.session.told.table.away.length === 0", timeout=60_000)
            bob.locator("[data-act]:not([disabled])").first.click()
            eve.wait_for_selector("text=Ann chooses")
            # Each page hears of a move in its own time: hers may be ahead of his.
            bob.wait_for_function("() => window.gamedslPage.session.moments.length === 2")
            bob.get_by_label("Undo").click()
            eve.wait_for_selector(
                "text=Bob has taken back a move."
            )  # first: the note goes when her page hears of anything else
            eve.wait_for_selector("text=Bob chooses")
            bob.wait_for_function("() => window.gamedslPage.session.canRedo")
            bob.keyboard.press("Control+Shift+Z")
            eve.wait_for_selector("text=Ann chooses")
            bob.wait_for_function("() => !window.gamedslPage.session.canRedo")
            ann.locator("[data-answers]").first.hover()
            ann.wait_for_selector(".board .ghost")
    finally:
        process.kill()
        process.wait()

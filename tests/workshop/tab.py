"""The workshop in a browser, for tests: its folder is served, and opened in Chromium."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Frame, Page

from gamedsl.workshop.serving import serve_folder
from page.browser import DRIVE

SECONDS = 240_000
"""Milliseconds within which anything has happened, on a machine that does much else."""

_SETTLED = "() => document.querySelector('.game iframe') && !document.querySelector('.panel.busy, .game iframe.next')"

_COMPUTERS = """async ([seed, who]) => {
    const app = window.gamedslPage;
    app.pause = 0;
    const people = Array.from({ length: app.data.setups[0].players }, (_, i) => ({ name: `Computer ${i + 1}`, who }));
    const { match } = await app.begin(0, people, seed);
    await new Promise((done) => {
        const look = () => { if (match.isOver) done(); };
        addEventListener("gamedsl-drawn", look);
        look();
    });
    return [match.length, match.save(app.data.rules)];
}"""
"""Lets the computer take all seats of a match, and waits for its end."""


_NOTHING_KEPT = """if (self === top && !sessionStorage.getItem("begun")) {
    localStorage.clear();
    sessionStorage.setItem("begun", "yes");
}"""
"""Forgets what other tabs of a test have written, before a tab begins."""


@contextmanager
def served(laid: Path) -> Generator[str]:
    """Serves the folder of a workshop, and yields its address."""
    running = serve_folder(laid, 0)
    try:
        yield running.address
    finally:
        running.end()


def profile(chromium: Browser) -> BrowserContext:
    """A fresh profile of a browser, without animations, which take as much processor time as the rest."""
    return chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")


class Tab:
    """A tab with the workshop in which nothing has been written yet, and whose clock can be put forward; what it complained about, and what it asked for."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(SECONDS)
        self.page.add_init_script(_NOTHING_KEPT)
        self.page.on("console", lambda message: self.complaints.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", lambda request: self._note(request.url, address))
        self.page.clock.install()
        self.page.goto(address)
        self.page.wait_for_selector(".cm-content")

    def _note(self, url: str, address: str) -> None:
        self.asked.append(url)
        if not url.startswith((address, "blob:", "data:")):
            self.complaints.append(f"request: {url}")

    def write(self, text: str) -> None:
        """Replaces the text of the open file, as somebody who pastes it."""
        self.page.locator(".cm-content").focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def go(self, where: str) -> None:
        """Opens what an address of the workshop names behind its `#`."""
        self.page.evaluate("where => { location.hash = where; }", where)
        self.page.wait_for_function("() => location.hash === ''")

    def checked_anyhow(self) -> str:
        """Waits until the rules that were opened are checked, and returns the words in which the findings are summed up."""
        self.page.wait_for_function("() => /finding|error/i.test(document.querySelector('.pill').textContent)")
        return self.page.inner_text(".pill")

    def checked(self, words: str) -> None:
        """Waits until the findings are summed up in these words."""
        self.page.wait_for_function("words => document.querySelector('.pill').textContent === words", arg=words)

    def play(self, seed: int) -> str:
        """Plays a whole match at the table by clicking, and returns the saved match. Raises AssertionError where it does not come to an end."""
        given = {"setup": 0, "seed": seed, "most": 20_000, "secrets": 0, "picks": 1 << 30, "steer": False}
        told = self.table().evaluate(DRIVE, given)
        assert "problem" not in told, told["problem"]
        assert told["isOver"], told["text"]
        return str(told["saved"])

    def watch(self, seed: int, who: str = "random") -> tuple[int, str]:
        """Waits until players of the computer have played a whole match at the table. Returns its length, and the saved match."""
        length, saved = self.table().evaluate(_COMPUTERS, [seed, who])
        return int(length), str(saved)

    def table(self) -> Frame:
        """Waits for the table of the rules that were checked last, and returns its frame."""
        self.page.wait_for_function(_SETTLED)
        element = self.page.wait_for_selector(".game iframe", state="attached")
        frame = None if element is None else element.content_frame()
        assert frame is not None
        frame.wait_for_function("() => window.gamedslPage")
        return frame

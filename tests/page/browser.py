"""A browser for the tests of pages: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from gamedsl.values import frozen

_WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxFullPopupDoubleClick",
    # What Playwright leaves out, which this list replaces.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Parts of Chromium that no test sees. The address bar's list is a page of its own, which takes three quarters of a second of processor time for each window."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_WITHOUT)}",
)
DRIVE = Path(__file__).with_name("drive.js").read_text()
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The browser without a window comes first: the others make all that lies around a page for each tab, which takes as long as the page."""


class NoBrowserError(Exception):
    """There is no Chromium on this machine."""

    def __init__(self) -> None:
        super().__init__("no Chromium is installed: `apt-get install chromium-headless-shell`, or `chromium`, gets one")


def chromium_path() -> str:
    """Finds the browser. Raises NoBrowserError."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise NoBrowserError
    return path


_running: list[Playwright] = []


@contextmanager
def _driver() -> Generator[Playwright]:
    """The driver of all browsers of this process: Playwright allows one, and the tests of pages keep theirs while others begin."""
    if _running:
        yield _running[0]
        return
    with sync_playwright() as started:
        _running.append(started)
        try:
            yield started
        finally:
            _running.clear()


@contextmanager
def browser() -> Generator[Browser]:
    """A browser without a window. Raises NoBrowserError."""
    with _driver() as playwright:
        started = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
        try:
            yield started
        finally:
            started.close()


def write_beginning(people: str, seed: int) -> str:
    """Returns the JavaScript that begins a match at the table of a page. Its value is nothing: the browser, Playwright and Python would copy the whole match."""
    return f"window.gamedslPage.begin(0, {people}, {seed}).then(() => null)"


@frozen
class Pick:
    """What was clicked of a selection of several: the number of the move, and how many of each thing, which is JSON."""

    move: int
    name: str
    parts: tuple[tuple[str, int], ...]


@frozen
class Clicked:
    """What a match by clicking has come to: the saved match, a checksum of each position, pieces that nobody should have seen, what was picked of selections
    of several, and how long clicks took."""

    saved: str
    positions: tuple[int, ...]
    leaks: tuple[str, ...]
    picks: tuple[Pick, ...]
    clicks: int
    median: float
    slowest: float


class Opened:
    """A page in the browser, with what it complained about and asked for."""

    def __init__(self, context: BrowserContext, path: Path) -> None:
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", lambda message: self.complaints.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._note_request)
        self.page.goto(path.as_uri())
        self.page.wait_for_function("() => window.gamedslPage")

    def _note_request(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith(("file:", "blob:")):
            self.complaints.append(f"request: {url}")

    def setups(self) -> list[dict[str, object]]:
        """The setups that the page offers."""
        found: list[dict[str, object]] = json.loads(
            self.page.evaluate("JSON.stringify(window.gamedslPage.data.setups)")
        )
        return found

    def clicked(self, setup: int, seed: int, most: int = 20_000, secrets: int = 7, picks: int | None = None) -> Clicked:
        """A whole match, played by clicking; or its beginning up to so many selections of several, with actions preferred that have some. Raises
        AssertionError where it does not come to an end."""
        number = 1 << 30 if picks is None else picks
        given = {
            "setup": setup,
            "seed": seed,
            "most": most,
            "secrets": secrets,
            "picks": number,
            "steer": picks is not None,
        }
        told = self.page.evaluate(DRIVE, given)
        assert "problem" not in told, told["problem"]
        is_done = told["isOver"] or len(told["picked"]) == number
        assert is_done, f"no end after {told['clicks']} clicks: {told['text']}"
        return Clicked(
            told["saved"],
            tuple(told["positions"]),
            tuple(told["leaks"]),
            tuple(
                Pick(one["move"], one["name"], tuple((thing, number) for thing, number in one["parts"]))
                for one in told["picked"]
            ),
            told["clicks"],
            told["median"],
            told["slowest"],
        )

    def close(self) -> None:
        """Closes the page."""
        self.page.close()

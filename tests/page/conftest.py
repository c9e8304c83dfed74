"""The browser of the tests of pages. To start one takes as long as most of these tests: a process of the run starts it once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from page.browser import browser
from page.tables import make_window

_HASTE = 5
"""The clock of the computer's thoughts runs so many times as fast: what it says of a position that is plain it has found in a part of the time that people wait."""

_HASTEN = f"""window.Blob = class extends Blob {{
    constructor(parts, options) {{
        const hasten = "{{ const now = performance.now.bind(performance); performance.now = () => {_HASTE} * now(); }}\\n";
        super(options?.type === "text/javascript" ? [hasten, ...parts] : parts, options);
    }}
}};"""
"""Of all that a page puts together only the program of the worker that thinks is JavaScript."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of this folder, with a window."""
    with browser() as started:
        make_window(started)
        yield started


@pytest.fixture(autouse=True)
def _closing(chromium: Browser) -> Iterator[None]:
    """Closes what a test has opened: pages that nobody looks at any more would go on painting."""
    before = chromium.contexts
    yield
    for one in chromium.contexts:
        if one not in before:
            one.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh profile, in which the computer thinks in haste."""
    made = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    made.add_init_script(_HASTEN)
    yield made
    made.close()

"""The browser of the tests of pages. To start one takes as long as most of these tests: a process of the run starts it once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from page.browser import browser


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of this folder."""
    with browser() as started:
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
    """A fresh profile."""
    made = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield made
    made.close()

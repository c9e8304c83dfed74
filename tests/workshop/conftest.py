"""The browser of these tests, and where the workshop is. A first visit takes as long as most of them: there is one, and later tabs begin with what is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from page.browser import browser
from workshop.tab import profile, served


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """Where a workshop is."""
    with served() as address:
        yield address


@pytest.fixture(scope="package")
def context() -> Iterator[BrowserContext]:
    """One profile of a browser for the tests of this folder."""
    with browser() as chromium:
        yield profile(chromium)

"""The browser of these tests, and where the workshop is. A first visit takes as long as most of them: there is one, and one tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamedsl.workshop import folder, python_archive
from page.browser import browser
from workshop.tab import Tab, profile, served


@pytest.fixture(scope="package")
def laid() -> Path:
    """The folder of a workshop. Nobody fetches it from afar, so it is compressed as quickly as can be."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((folder, "LEVEL"), (python_archive, "LEVEL"), (python_archive, "MEMORY_LEVEL")):
            patch.setattr(module, name, 1)
        return folder.lay_folder_once(lambda: None)


@pytest.fixture(scope="package")
def tab(laid: Path) -> Iterator[Tab]:
    """A workshop in a browser whose clock can be put forward. It is new to the first test that asks for it."""
    with served(laid) as address, browser() as chromium:
        yield Tab(profile(chromium), address)

"""Settings of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("gamedsl", deadline=None)
settings.load_profile("gamedsl")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", default=False, help="write the expected texts anew")


@pytest.fixture
def blessing(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are written anew."""
    return bool(request.config.getoption("--bless", default=False))

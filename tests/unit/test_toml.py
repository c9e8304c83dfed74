"""Texts that Python's reader of TOML gives up: each file that is TOML says so as it says other mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamedsl.errors import GameDslError
from gamedsl.page import read_look
from gamedsl.rulebook.labels import labels_of
from gamedsl.workbench.campaigns.plan import plan_of
from gamedsl.workbench.tuning.mistakes import Mistakes
from gamedsl.workbench.tuning.reading import read_wishes


def _look(text: str) -> object:
    return read_look(text, [])


def _wishes(text: str) -> object:
    return read_wishes(text, Mistakes(text))


@pytest.mark.parametrize("read", [_look, labels_of, plan_of, _wishes])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = " + "[" * 5_000, "too many lists inside each other"),
        ("x = " + "9" * 5_000, "a number has too many digits"),
        ("x = ", "invalid value"),
    ],
)
def test_what_is_no_toml_is_told(read: Callable[[str], object], text: str, told: str) -> None:
    with pytest.raises(GameDslError) as caught:
        read(text)
    assert "this is no TOML" in str(caught.value)
    assert told in str(caught.value).lower()

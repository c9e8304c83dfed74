"""`--bless` writes the golden files anew; then `git diff` shows what has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Compare = Callable[[str, str], None]
"""Called with the name of a golden file, relative to this folder, and the text that should stand in it."""

HERE = Path(__file__).parent


@pytest.fixture
def golden(blessing: bool) -> Compare:
    """Compares a text with its golden file, or writes the file."""

    def compare(name: str, text: str) -> None:
        place = HERE / name
        if blessing:
            place.parent.mkdir(exist_ok=True)
            place.write_text(text, encoding="utf-8", newline="\n")
        assert place.is_file(), f"there is no {name}; `just bless` writes it"
        assert text == place.read_text(encoding="utf-8")

    return compare

"""`--bless` writes the golden files anew; then `git diff` shows what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from share import IS_WHOLE, share

Compare = Callable[[str, str], None]
"""Called with the name of a golden file, relative to this folder, and the text that should stand in it."""

CompareParts = Callable[[str, Sequence[Callable[[], str]], int], None]
"""Called with the name of a golden file, what makes each of its parts, and to how many parts there is one that everyday runs look for in the file."""


class CompareRows(Protocol):
    """Compares the lines of a golden file with what makes them. To `one_in` lines there is one that everyday runs look at; they look `always` at some more."""

    def __call__(
        self, name: str, rows: Sequence[Callable[[], str]], one_in: int, always: Sequence[int] = ()
    ) -> None: ...


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


@pytest.fixture
def golden_rows(golden: Compare, blessing: bool) -> CompareRows:
    """Compares lines with those of a golden file: in everyday runs some of them, which differ from file to file, with those that are named, and all of them
    in a whole run."""

    def compare(name: str, rows: Sequence[Callable[[], str]], one_in: int, always: Sequence[int] = ()) -> None:
        if blessing:
            golden(name, "".join(f"{row()}\n" for row in rows))
            return
        kept = (HERE / name).read_text(encoding="utf-8").split("\n")[:-1]
        assert len(kept) == len(rows), f"{name} has {len(kept)} lines in place of {len(rows)}; `just bless` writes it"
        looked_at = sorted({*share(range(len(rows)), one_in, len(name) % one_in), *always})
        assert {at: rows[at]() for at in looked_at} == {at: kept[at] for at in looked_at}

    return compare


@pytest.fixture
def golden_parts(golden: Compare) -> CompareParts:
    """Compares texts of one or more lines: in everyday runs some of them, which stand somewhere in a golden file, and the whole file in a whole run."""

    def compare(name: str, parts: Sequence[Callable[[], str]], one_in: int) -> None:
        made = [part() for part in share(parts, one_in, len(name) % one_in)]
        if IS_WHOLE:
            golden(name, "\n".join(made))
        else:
            known = (HERE / name).read_text(encoding="utf-8")
            assert [part for part in made if part not in known] == []

    return compare

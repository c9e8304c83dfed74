"""Whatever is fed in is answered in seconds, in a sentence, and in little memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from share import share
from zoo import zoo


@pytest.mark.parametrize("path", share(zoo.FILES, 48, 12), ids=lambda path: str(path.relative_to(zoo.HERE)))
def test_it_has_an_answer(path: Path, tmp_path: Path) -> None:
    case = zoo.read(path)
    assert zoo.wrong(case, zoo.ran(case, tmp_path)) == ""


def test_there_are_many() -> None:
    assert len(zoo.FILES) >= 60

"""Every Python block of the documentation runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from docs import pages
from share import share


_WITH_PROGRAMS = [p for p in pages.PAGES if any(b.language == "python" for b in pages.blocks(p))]


@pytest.mark.parametrize("page", share(_WITH_PROGRAMS, 2, 1))
def test_programs_of(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(pages.ROOT / "games", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    for file in pages.rules(page):
        if file.file and file.is_whole:
            Path(file.file).write_text(file.text, encoding="utf-8")
    names: dict[str, object] = {"__name__": page}
    for block in pages.blocks(page):
        if block.language == "python":
            code = compile("\n" * block.line + block.text, page, "exec")
            exec(code, names)


def test_embedding_takes_fewer_than_twenty_lines() -> None:
    first = next(block for block in pages.blocks("docs/embedding/README.md") if block.language == "python")
    assert len([line for line in first.text.splitlines() if line.strip()]) < 20

"""Rulebooks of small rules files, which together use nearly every sentence that a rulebook can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.bases import Bases, short_path
from gamedsl.pipeline import parse_files
from gamedsl.rulebook import markdown, rulebook
from gamedsl.source import Source
from golden.conftest import Compare

FOLDER = Path(__file__).parent / "rulebooks"
CORPUS = Path(__file__).parents[1] / "corpus"
GAMES = Path(__file__).parents[2] / "games"
NAMES = {
    path.stem: path
    for path in (
        *(CORPUS / f"meaning/{name}.gdl" for name in ("ensured", "kinds", "map_tables", "quay_foggy", "ranges", "statements")),
        *(CORPUS / f"semantics/{name}.gdl" for name in ("guarded_steps", "not_so", "sentences", "starts")),
        Path(__file__).parent / "formulas.gdl",
        *(GAMES / f"{name}.gdl" for name in ("classics/connect_four", "modern/cant_stop")),
    )
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_rulebooks(name: str, golden: Compare) -> None:
    path = NAMES[name]
    bases = Bases(path.parent, (), lambda found: Path(found).read_text("utf-8"), short_path)
    golden(
        f"rulebooks/{name}.md",
        markdown(rulebook(parse_files(Source(path.name, path.read_text("utf-8")), bases.find, bases))),
    )


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {f"{name}.md" for name in NAMES}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected

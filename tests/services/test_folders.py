"""Names in files that are not open."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.services import View, Workspace, names
from gamedsl.services.folders import files_in, find_names

GAME = """\
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree

shared:
    tree: bag of pear

each player:
    basket: bag of pear

rounds up to 3:
    picking

phase picking, each player:
    choose fruit: one of tree
    move fruit to basket

ranking by highest count(basket), ties shared
"""
VARIANT = """\
variant sweet of "../pears.gdl":
    "More."
    replace phase picking, each player:
        choose fruit: one of tree
        move fruit to basket
        if some(tree): move 1 pear from tree to basket
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pears.gdl").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "sweet.gdl").write_text(VARIANT, encoding="utf-8")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "old.gdl").write_text(GAME, encoding="utf-8")
    return tmp_path


def _view(folder: Path) -> View:
    view = Workspace().view(str(folder / "pears.gdl"))
    assert view is not None
    return view


@pytest.mark.parametrize("most", [1, 2, 3])
def test_files_of_folders(folder: Path, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamedsl.services.folders.MOST_FILES", most)
    found = [str(Path(path).relative_to(folder)) for path in files_in([str(folder)])]
    assert found == ["pears.gdl", str(Path("variants") / "sweet.gdl")][:most]


def test_names_are_found_in_files_that_are_not_open(folder: Path) -> None:
    found = list(find_names(Workspace(), [str(folder)], "pick"))
    assert [(Path(source.name).name, one.name) for source, one in found] == [
        ("pears.gdl", "picking"),
        ("sweet.gdl", "picking"),
    ]


def test_a_name_is_changed_in_files_that_build_on_it(folder: Path) -> None:
    view = _view(folder)
    renamed = names.rename(view, GAME.index("basket:"), "hamper", [str(folder)])
    assert renamed.refusal is None
    by_file = {path: [one for one in renamed.places if one.source == path] for path in files_in([str(folder)])}
    assert [len(places) for places in by_file.values()] == [GAME.count("basket"), VARIANT.count("basket")]


def test_a_name_of_a_file_that_builds_on_it_is_refused(folder: Path) -> None:
    view = _view(folder)
    path = folder / "variants" / "sweet.gdl"
    path.write_text(f"{VARIANT}    add shared:\n        hamper: bag of pear\n", encoding="utf-8")
    renamed = names.rename(view, GAME.index("basket:"), "hamper", [str(folder)])
    assert renamed.refusal == "there is a `hamper` already"

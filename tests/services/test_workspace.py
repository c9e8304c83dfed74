"""Views of files: which are made again, and which stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.services import View, Workspace
from gamedsl.services.fitting import fitting

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
variant sweet of "./pears.gdl":
    "More."
    replace phase picking, each player:
        choose fruit: one of tree
        move fruit to basket
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "pears.gdl").write_text(GAME, encoding="utf-8")
    found = tmp_path / "sweet.gdl"
    found.write_text(VARIANT, encoding="utf-8")
    return found


def _view(workspace: Workspace, path: Path) -> View:
    view = workspace.view(str(path))
    assert view is not None
    return view


def test_a_check_that_was_stopped_is_made_again(path: Path) -> None:
    """A text may come back before a new check has begun: by an edit that is taken back, or by saving."""
    workspace = Workspace()
    broken = VARIANT.replace("to basket", "to baskt")
    workspace.open(str(path), broken)
    stopped = _view(workspace, path)
    workspace.stop(str(path))
    assert stopped.report.decisions == ()
    report = _view(workspace, path).report
    fresh = _view(Workspace((), {str(path): broken}), path)
    assert report == fresh.report
    assert report.has_errors


def test_a_check_that_has_ended_stays(path: Path) -> None:
    workspace = Workspace()
    view = _view(workspace, path)
    assert not view.report.has_errors
    workspace.stop(str(path))
    assert _view(workspace, path) is view


def test_suggestions_are_those_of_the_files_that_are_there_now(path: Path) -> None:
    path.with_name("pears.gdl").rename(path.with_name("beers.gdl"))
    path.write_text(VARIANT.replace('"./pears.gdl"', "pairs"), encoding="utf-8")
    workspace = Workspace()
    before = _view(workspace, path).report
    path.with_name("beers.gdl").rename(path.with_name("pears.gdl"))
    after = _view(workspace, path).report
    assert after == _view(Workspace(), path).report
    assert after != before


def test_reading_another_text_does_not_hide_that_a_base_has_changed(path: Path) -> None:
    workspace = Workspace()
    view = _view(workspace, path)
    path.with_name("pears.gdl").unlink()
    view.read_with(view.source)
    assert _view(workspace, path).report.has_errors


def _fitting(path: Path, text: str) -> set[str]:
    """The names that fit at the bar in the text of a file."""
    workspace = Workspace()
    workspace.open(str(path), text.replace("|", ""))
    found = fitting(_view(workspace, path), text.replace("|", ""), text.index("|"))
    assert found is not None
    return {one.name for one in found}


def test_names_that_fit_in_lines_that_are_not_complete(path: Path) -> None:
    bases = _fitting(path, "variant sour of |\n")
    assert {"pears", "hearts"} <= bases
    assert not {"sweet", "sour"} & bases, "no variant builds on itself"
    assert _fitting(path, "variant sweet of pears\n\nremove |\n") == {"basket", "pear", "picking", "tree"}
    assert _fitting(path, f"{GAME}\nseat P2:\n    answers:\n        |\n") == {"fruit"}
    assert _fitting(path, f"{GAME}\nseat P2:\n    answers:\n        fruit: first\n        |\n") == {"fruit"}

"""Examples that an editor writes: they pass, and tell what changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.diagnostics.model import apply_edits
from gamedsl.lsp.examples import run_named
from gamedsl.services import View, Workspace
from gamedsl.services.example_writing import write_example
from gamedsl.services.rewriting import rule_at

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree

shared:
    tree: bag of pear

each player:
    basket: bag of pear
    picked: 0..9 = 0

rounds up to 2:
    picking

phase picking, each player:
    choose one:
        gather
        wait

action gather:
    move 1 pear from tree to basket
    picked += 1

action wait:
    say "{me} waits."

ranking by highest picked, ties shared
"""


def _view(path: Path) -> View:
    view = Workspace().view(str(path))
    assert view is not None
    return view


def _with_example(view: View, name: str) -> str:
    change = write_example(view, name)
    assert change is not None
    return apply_edits(view.source.text, change.edits)


def test_an_example_tells_what_changes(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    path.write_text(RULES, encoding="utf-8")
    view = _view(path)
    assert rule_at(view, RULES.index("picked += 1")) == "gather"
    assert rule_at(view, RULES.index("basket: bag")) is None
    text = _with_example(view, "gather")
    added = text.removeprefix(RULES.rstrip())
    assert "example gather_example:\n" in added
    assert " plays gather" in added
    assert ".picked is 1\n" in added
    assert "given:" not in added, "what is not needed is left out"
    path.write_text(text, encoding="utf-8")
    assert run_named(_view(path), "gather_example") == (True, "gather_example passes")


@pytest.mark.parametrize(("game", "rule"), [("kalah", "turns"), ("love_letter", "guess")])
def test_an_example_of_a_shipped_game_passes(tmp_path: Path, game: str, rule: str) -> None:
    path = tmp_path / f"{game}.gdl"
    path.write_text(Path(path_of(game)).read_text(encoding="utf-8"), encoding="utf-8")
    path.write_text(_with_example(_view(path), rule), encoding="utf-8")
    assert run_named(_view(path), f"{rule}_example")[0]


def test_rules_with_mistakes_have_no_example(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    path.write_text(RULES.replace("picked += 1", "pickd += 1"), encoding="utf-8")
    assert write_example(_view(path), "gather") is None

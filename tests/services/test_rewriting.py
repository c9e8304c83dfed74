"""Formulas in the place of names, and options in the place of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.diagnostics.model import apply_edits
from gamedsl.services import View, Workspace, rewriting
from gamedsl.services.changing import Change, is_as_good

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component 9 pear in tree

shared:
    tree: bag of pear

each player:
    basket: bag of pear

let half = count(tree) - 2

rounds up to 3:
    picking

phase picking, each player:
    let fruits = count(basket) + 1
    let few = count(tree)
    choose taken: one of 1..fruits * 2
    if some(tree):
        move 1 pear from tree to basket
    if few > 2:
        say "Many."

ranking by highest count(basket) + half, ties shared
"""


@pytest.fixture
def view(tmp_path: Path) -> View:
    path = tmp_path / "pears.gdl"
    path.write_text(RULES, encoding="utf-8")
    found = Workspace().view(str(path))
    assert found is not None
    assert not found.report.has_errors, [one.message for one in found.report.diagnostics]
    return found


def _inlined(view: View, name: str) -> str | None:
    at = RULES.index(name)
    change = rewriting.inline(view, at, at)
    return None if change is None else _tried(view, change)


def _tried(view: View, change: Change) -> str:
    assert is_as_good(view, change.edits)
    return apply_edits(view.source.text, change.edits)


def test_a_formula_takes_the_place_of_its_name(view: View) -> None:
    expected = RULES.replace("    let fruits = count(basket) + 1\n", "").replace("fruits", "(count(basket) + 1)")
    assert _inlined(view, "fruits =") is None, "another let stands between the two"
    moved = RULES.replace("    let few = count(tree)\n", "").replace("few > 2", "count(tree) > 2")
    path = Path(view.path)
    path.write_text(moved, encoding="utf-8")
    other = Workspace().view(str(path))
    assert other is not None
    change = rewriting.inline(other, moved.index("fruits ="), moved.index("fruits ="))
    assert change is not None
    assert _tried(other, change) == expected.replace("    let few = count(tree)\n", "").replace(
        "few > 2", "count(tree) > 2"
    )


def test_a_new_name_is_the_first_that_stands_nowhere() -> None:
    texts = ("", "renamed", "few named", "named_1 named", "named_2 named", "named named_2 named_3 named_5")
    found = [rewriting.free_name(text, "named") for text in texts]
    assert found == ["named", "named", "named_2", "named_2", "named_3", "named_4"]


def test_what_may_change_in_between_keeps_its_name(view: View) -> None:
    assert _inlined(view, "few =") is None


def test_a_declared_formula_takes_the_place_of_its_name(view: View) -> None:
    expected = RULES.replace("let half = count(tree) - 2\n", "").replace("+ half", "+ (count(tree) - 2)")
    assert _inlined(view, "half =") == expected


def test_a_number_becomes_an_option(view: View) -> None:
    at = RULES.index("3:\n    picking")
    change = rewriting.as_option(view, at, at + 1)
    assert change is not None
    made = _tried(view, change)
    assert "    players 2\n\noption number: 3, 4\n" in made
    assert "rounds up to number:" in made
    assert rewriting.as_option(view, RULES.index("players 2") + 8, RULES.index("players 2") + 9) is None

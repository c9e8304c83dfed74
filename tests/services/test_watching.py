"""What never happens in matches, and starts from which one can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.services import View, Workspace, marking
from gamedsl.services.watching import MOST_MATCHES, watch

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree

shared:
    tree: bag of pear
    warned: flag = no

each player:
    basket: bag of pear

rounds up to 2:
    picking

phase picking, each player:
    choose one:
        gather
        steal

action gather:
    move 1 pear from tree to basket

action steal:
    require nearly_empty: count(tree) < 2
    warned = yes
    move 1 pear from tree to basket

ranking by highest count(basket), ties shared

start late:
    tree: 4 pear
    P1.basket: 2 pear
"""


def _view(tmp_path: Path, text: str) -> View:
    path = tmp_path / "pears.gdl"
    path.write_text(text, encoding="utf-8")
    found = Workspace().view(str(path))
    assert found is not None
    return found


@pytest.fixture
def view(tmp_path: Path) -> View:
    found = _view(tmp_path, RULES)
    assert not found.report.has_errors, [one.message for one in found.report.diagnostics]
    return found


def test_what_never_happens_is_said_above_it(view: View) -> None:
    seen = watch(view, lambda: True)
    assert seen is not None
    assert seen.matches == MOST_MATCHES
    view.workspace.watched[view.path] = seen
    titles = {RULES[one.place.start : one.place.end]: one.title for one in marking.lenses(view) if "never" in one.title}
    assert titles == {"steal": "never offered in 200 matches", "warned": "never changed in 200 matches"}


def test_an_edit_ends_the_matches(view: View) -> None:
    answers = iter([True] * 10 + [False] * 100)
    assert watch(view, lambda: next(answers)) is None


def test_rules_with_mistakes_are_not_played(tmp_path: Path) -> None:
    assert watch(_view(tmp_path, RULES.replace("to basket", "to baskt")), lambda: True) is None


def test_one_can_play_from_a_start(view: View) -> None:
    assert [one.start for one in marking.lenses(view) if one.title == "play from here"] == ["late"]

"""Answers about a small game: notes, calls, a name for a formula, names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.pipeline.fixing import apply_edits
from gamedsl.services import View, Workspace, changing, completing, marking, outline, rewriting

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component pear in tree:
    name    count
    Green   4
    Yellow  2

component stick each player in bundle:
    name  count
    Long  3

shared:
    tree: bag of pear
    heap: bag of stick

each player:
    basket: bag of pear
    bundle: bag of stick

rounds up to 3:
    picking

phase picking, each player:
    pick_of(count(basket) + 1)
    pick_of(1)

rule pick_of(number: 1..7):
    if count(tree) >= number:
        choose fruit: one of tree
        move fruit to basket
        if some(bundle): move 1 Long from bundle to heap

ranking by highest count(basket), ties shared
"""


@pytest.fixture
def view(tmp_path: Path) -> View:
    path = tmp_path / "pears.gdl"
    path.write_text(RULES, encoding="utf-8")
    found = Workspace().view(str(path))
    assert found is not None
    assert not found.report.has_errors
    return found


def test_pieces_are_counted_where_they_lie_once(view: View) -> None:
    notes = {RULES[: note.offset].rpartition(" ")[2]: note.text for note in marking.notes(view, 0, len(RULES))}
    assert notes == {"pear": " (6 in all)", "picking": " (asks: fruit)", "fruit": " (at most 2 ways)"}


def test_calls(view: View) -> None:
    assert [(call.of.key, len(call.places)) for call in outline.calls_to(view, "pick_of")] == [("picking", 2)]
    assert [call.of.key for call in outline.calls_from(view, "picking")] == ["pick_of"]


def test_a_formula_gets_a_name(view: View) -> None:
    start = RULES.index("count(tree)")
    change = rewriting.extract(view, start, start + len("count(tree)"))
    assert change is not None
    assert changing.is_as_good(view, change.edits)
    text = apply_edits(RULES, change.edits)
    assert "    let named = count(tree)\n    if named >= number:\n" in text
    assert rewriting.extract(view, start, start + len("count(tr")) is None


def test_the_call_that_is_being_written(view: View) -> None:
    found = completing.signature(view, RULES.index("pick_of(1)") + len("pick_of("))
    assert found is not None
    assert (found.text, found.parameters, found.active) == ("pick_of(number: 1..7)", ("number: 1..7",), 0)


def test_a_base_is_a_link(view: View) -> None:
    path = Path(view.path).with_name("sweet.gdl")
    path.write_text('variant sweet of pears:\n    "Sweeter."\n    set rounds up to 5\n', encoding="utf-8")
    variant = Workspace().view(str(path))
    assert variant is not None
    assert [target for _, target in marking.links(variant)] == [view.path]

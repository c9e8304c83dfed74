"""Answers about a small game: notes, calls, a name for a formula, names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.diagnostics.model import apply_edits
from gamedsl.lsp import answers
from gamedsl.services import View, Workspace, changing, completing, hovering, marking, names, outline, rewriting
from gamedsl.source import Source

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
    [come] = answers.incoming(view, "pick_of")
    [go] = answers.outgoing(view, "picking")
    assert (come.from_.name, len(come.from_ranges), go.to.name, len(go.from_ranges)) == ("picking", 2, "pick_of", 2)


@pytest.mark.parametrize("sign", ["\f", "\v", "\x85", "\u2028"])
def test_folds_count_lines_as_editors_do(sign: str) -> None:
    assert outline.folds(f"# one{sign} sign\n\nrule go:\n    stay\n") == [outline.Fold(2, 3)]


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
    look = path.with_name("sweet.look.toml")
    look.write_text("", encoding="utf-8")
    assert [target for _, target in marking.links(variant)] == [str(look), view.path]


VARIANT = """\
variant sweet of pears:
    add action eat to picking:
        require hungry: some(basket) "You have no pear."
        choose sweet_one: one of basket
        move sweet_one to box
    remove pick_of

example eaten:
    players Ann, Bob
    as Ann: picking
    Ann plays eat(sweet_one = Green)
    Bob may not eat because hungry
"""


def _variant(view: View, text: str) -> View:
    path = Path(view.path).with_name("sweet.gdl")
    path.write_text(text, encoding="utf-8")
    found = Workspace().view(str(path))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "fitting", "not_fitting"),
    [
        ("    remove |", {"pick_of", "picking", "basket"}, {"Green", "eaten_twice"}),
        ("    replace phase |", {"picking"}, {"pick_of"}),
        ("    replace require |", {"hungry"}, {"picking"}),
        ("    add pick_of before |", {"pick_of", "eat"}, {"basket"}),
        ("    add action other to |", {"picking"}, {"basket"}),
        ("    set copies of |", {"Green", "pear"}, {"pick_of"}),
        ("variant sweeter of |", {"pears"}, {"picking"}),
        ("example two of |", {"eaten"}, {"picking"}),
        ("    Ann plays |", {"eat"}, {"picking", "basket"}),
        ("    Ann plays eat(|", {"sweet_one"}, {"basket"}),
        ("    Bob may not eat because |", {"hungry"}, {"picking"}),
        ("    as Ann: |", {"picking"}, {"basket"}),
        ("        move sweet_one to |", {"basket", "heap"}, set[str]()),
        ("    add let some_of_it = count(|", {"basket", "heap", "count"}, set[str]()),
    ],
)
def test_what_fits_by_place(view: View, line: str, fitting: set[str], not_fitting: set[str]) -> None:
    head = "" if not line.startswith(" ") else VARIANT[: VARIANT.index("    remove")]
    if "Ann" in line or "Bob" in line:
        head = VARIANT[: VARIANT.index("    Ann plays")]
    text = head + line.replace("|", "")
    known = _variant(view, VARIANT)
    found = {
        one.label for one in completing.completions(known, len(text), Source(known.path, text + VARIANT[len(head) :]))
    }
    assert fitting <= found
    assert not not_fitting & found


def test_an_example_names_the_selection_of_its_action(view: View) -> None:
    shown = _variant(view, VARIANT)
    found = names.declaration_at(shown, VARIANT.index("sweet_one = Green"))
    assert found is not None
    assert found.place.start == VARIANT.index("sweet_one: one")


def test_who_sees_a_zone_and_how_a_word_is_written(view: View) -> None:
    text = VARIANT.replace(
        "    remove pick_of\n",
        "    add each player:\n        held: bag of pear, seen by owner\n        munched: 0..9 = 0\n"
        "    add let remaining = count(tree)\n",
    )
    shown = _variant(view, text)
    held = hovering.hover(shown, text.index("held"))
    assert held is not None
    assert held.paragraphs == ("a zone of `player`: a bag of `pear`", "its owner sees it")
    munched = hovering.hover(shown, text.index("munched"))
    assert munched is not None
    assert munched.paragraphs == ("a field of `player`: a number", "everybody sees it")
    remaining = hovering.hover(shown, text.index("remaining"))
    assert remaining is not None
    assert remaining.paragraphs == ("a let",)
    word = hovering.hover(shown, text.index("require"))
    assert word is not None
    assert "a word of the language" in word.paragraphs

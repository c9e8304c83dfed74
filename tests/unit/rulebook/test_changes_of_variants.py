"""The first page of a variant's book tells every change, with what was before."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.model import Table, plain, texts
from gamedsl.source import Source

BASE = """game base:
    "A game to change."
    players 2

type suit: Red, Blue

component 10 gem in bag_of_gems
component disc each player in stock: 3

grid cell 3 by 3

shared:
    bag_of_gems: bag of gem
    heap = 4        "What lies in the middle."
    left_over = 2   "What is left over."

each player:
    stock: bag of disc

let goal = 20
let worth(s: suit) = match s:
    Red:  1
    Blue: 2

setup:
    "Somebody begins."
    begin

rule begin: heap = 3

rule leave: left_over = 1

rounds up to 6: turns

phase turns, each player:
    "Take something."
    choose one:
        take

action take:
    "Take from the heap."
    require enough: heap > 1 "The heap is too small."
    pull
    heap -= 1

rule pull:
    repeat up to 3: left_over = 1

game ends when heap > goal + worth(Red) "The heap is high."
game ends when heap > 90 "Too much."

score got: heap

ranking by highest total, ties shared
"""


def _rows(*changes: str) -> list[tuple[str, ...]]:
    """The rows of the table on the first page, without its marks."""
    lines = "".join(f"    {line}\n" for change in changes for line in change.split("\n"))
    source = Source("other", f'variant other of base:\n    "Other rules."\n{lines}')
    parsed = pipeline.parse_files(source, lambda name: Source(name, BASE) if name == "base" else None)
    errors = [one.message for one in pipeline.check(parsed).diagnostics if one.code[0] == "E"]
    assert errors == []
    first = rulebook(parsed, "printed").sections[0]
    return [tuple(map(plain, row)) for block in first.blocks if isinstance(block, Table) for row in block.rows]


def test_values_and_limits() -> None:
    assert _rows(
        "set goal = 30", "set heap = 6", "set pull up to 5", "set rounds up to 7", "set copies of disc in stock = 4"
    ) == [
        ("goal", "20", "30"),
        ("heap", "4", "6"),
        ("pull", "up to 3 times", "up to 5 times"),
        ("rounds", "6", "7"),
        ("Discs", "3", "4"),
    ]


def test_inserted_calls_and_requirements() -> None:
    assert _rows("add leave after begin in setup", 'replace require enough in take: heap > 2 "Far too small."') == [
        ("set-up", "–", "After begin comes leave."),
        (
            "take",
            "Only if the heap is more than 1. Otherwise: “The heap is too small.”",
            "Only if the heap is more than 2. Otherwise: “Far too small.”",
        ),
    ]
    assert _rows("remove require enough in take") == [
        ("take", "Only if the heap is more than 1. Otherwise: “The heap is too small.”", "this is not needed")
    ]


def test_lines_of_a_match() -> None:
    assert _rows("set match Red in worth = 5") == [("worth: Red", "1", "5")]


def test_ends() -> None:
    assert _rows('replace "The heap is high.": game ends when heap > 50 "A mountain."', 'remove "Too much."') == [
        ("end of the match", "The heap is high.", "A mountain."),
        ("end of the match", "Too much.", "this is no end"),
    ]


def test_declarations_without_a_sentence() -> None:
    rows = _rows(
        "replace grid cell 4 by 5", "replace score got: 2 * heap", "add component 5 stone in quarry",
        "add shared:\n    quarry: bag of stone", "remove pull",
    )  # fmt: skip
    assert rows == [
        ("cell", "3 by 3", "4 by 5"),
        ("at the end of the match", "The heap", "2 × the heap"),
        ("stone", "–", "5 stones"),
        ("quarry", "–", "Stones; seen by everybody."),
        ("pull", "there is one", "there is none"),
    ]


def test_the_same_sentence_with_another_body_is_told() -> None:
    assert _rows('replace action take:\n    "Take from the heap."\n    heap -= 2') == [
        ("take", "Take from the heap.", "the same, with another detail: see its section")
    ]


def test_other_words_in_a_sentence_are_no_change_of_the_rules_and_stand_in_the_book() -> None:
    change = 'replace "Take something." with "Take a gem."'
    assert _rows(change) == []
    source = Source("other", f'variant other of base:\n    "Other rules."\n    {change}\n')
    parsed = pipeline.parse_files(source, lambda name: Source(name, BASE) if name == "base" else None)
    told = [plain(text) for chapter in rulebook(parsed, "printed").sections for text in texts(chapter)]
    assert any("Take a gem." in text for text in told)
    assert not any("Take something." in text for text in told)


def test_a_variant_of_a_variant_tells_its_own_changes() -> None:
    files = {"base": BASE, "first": 'variant first of base:\n    "First."\n    set goal = 30\n'}
    source = Source("second", 'variant second of first:\n    "Second."\n    set goal = 40\n')
    parsed = pipeline.parse_files(source, lambda name: Source(name, files[name]) if name in files else None)
    first = rulebook(parsed, "printed").sections[0]
    [table] = [block for block in first.blocks if isinstance(block, Table)]
    assert [tuple(map(plain, row)) for row in table.rows] == [("goal", "30", "40")]


def test_the_box_has_the_number_of_pieces_that_a_line_sets() -> None:
    source = Source("other", 'variant other of base:\n    "Other rules."\n    set copies of disc in stock = 4\n')
    parsed = pipeline.parse_files(source, lambda name: Source(name, BASE) if name == "base" else None)
    told = [plain(text) for chapter in rulebook(parsed, "printed").sections for text in texts(chapter)]
    assert "4 discs for each player." in told

"""Readings have a sign; what is our own stands for authors only."""

from __future__ import annotations

from gamedsl.rulebook import html, markdown, pdf, rulebook
from gamedsl.rulebook.formats.html import passages
from gamedsl.rulebook.model import sections_in_order, split_sentences, with_note
from gamedsl.rulebook.notes import KEEPERS
from gamedsl.source import Source
from unit.rulebook.books import VARIANTS, book_of, book_of_text, parsed_of, said_in

MARKED = """game marked:
    "A game. [ours: Its name is new.]"
    players 2

each player:
    coins = 0  "What you own. [A7: Debts do not count], and no more."

rounds up to 1: turns

phase turns, each player:
    "Take a coin. [A4: You need not.] Then the next player."
    coins += 1

score riches: coins
ranking by highest total, ties shared
"""


def test_a_sign_stands_behind_a_reading() -> None:
    said = markdown(book_of_text(MARKED))
    for line in (
        "A game.\n",
        "Take a coin. You need not.° Then the next player.",
        "What you own. Debts do not count°, and no more.",
        "The published rulebook does not settle everything: ° stands behind what is our reading of it.",
        "| A7 | Debts do not count |",
        "* Its name is new.",
    ):
        assert said.count(line) == 1
    assert "* *turns*: The players take turns. Take a coin." in said
    assert "our reading:" not in said.casefold()


def test_sentences_keep_their_notes() -> None:
    said = with_note("Take 2.", "Our own: Take 2. Then stop.")
    assert split_sentences(f"It is so. {said} Go, Ann.") == ["It is so.", said, "Go, Ann."]


def test_variants_leave_out_sentences_whose_numbers_may_be_wrong() -> None:
    path = next(path for path in VARIANTS if path.stem == "frugal_court")
    _, book = book_of(path)
    said = {place.section.title: said_in(place.section) for place in sections_in_order(book.sections)}
    assert "both have the five core symbols" in said["Staff"]
    more = "    set copies of Horse in red = 4\n    set copies of Boat in red = 6\n    set points"
    text = path.read_text("utf-8").replace("    set points", more, 1)
    book = rulebook(parsed_of(Source("made.gdl", text), path.parent))
    said = {place.section.title: said_in(place.section) for place in sections_in_order(book.sections)}
    assert "both have the five core symbols" in said["What was said before the changes"]
    assert "red-backed cards make the first hands" in said["Staff"]
    assert "both have the five core symbols" not in said["Staff"]


def test_numbers_of_readings_are_for_authors() -> None:
    *others, last = book_of_text(MARKED).sections
    *_, readings, ours = last.parts
    assert "a7 debts do not count" in said_in(readings)
    assert "its name is new." in said_in(ours)
    assert last.title == KEEPERS
    assert not any("a7" in said_in(place.section) for place in sections_in_order(tuple(others)))


def test_signs_are_raised_on_pages() -> None:
    book = book_of_text(MARKED)
    assert html(book).count("<sup>°</sup>") == passages(book).count("<sup>°</sup>") == 2


def test_signs_can_be_printed() -> None:
    assert pdf(book_of_text(MARKED)).missing == ""

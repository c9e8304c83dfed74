"""Marked sentences have a number that leads to a note at the end, and back."""

from __future__ import annotations

import re

from gamedsl.rulebook import html, markdown, pdf
from gamedsl.rulebook.formats.html import passages
from gamedsl.rulebook.model import placed, split_sentences, with_note
from gamedsl.rulebook.notes import KEEPERS
from unit.rulebook.books import VARIANTS, book_of, book_of_text, said_in

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


def test_a_number_stands_for_the_note() -> None:
    said = markdown(book_of_text(MARKED))
    for line in (
        "A game. Its name is new.[^1]",
        "Take a coin. You need not.[^3] Then the next player.",
        "What you own. Debts do not count[^2], and no more.",
        "[^1]: Our own: Its name is new.",
        "[^2]: Our reading: Debts do not count",
        "[^3]: Our reading: You need not.",
    ):
        assert line in said
    assert "* *turns*: Each player in turn. Take a coin." in said
    assert "our reading" not in said


def test_sentences_keep_their_notes() -> None:
    said = with_note("Take 2.", "Our own: Take 2. Then stop.")
    assert split_sentences(f"It is so. {said} Go, Ann.") == ["It is so.", said, "Go, Ann."]


def test_variants_leave_out_sentences_whose_numbers_may_be_wrong() -> None:
    _, book = book_of(next(path for path in VARIANTS if path.stem == "frugal_court"))
    said = {place.section.title: said_in(place.section) for place in placed(book.sections)}
    assert "the rulebook counts 25 core" in said["What was said before the changes"]
    assert "red-backed cards make the first hands" in said["Staff"]
    assert "the rulebook counts 25 core" not in said["Staff"]


def test_numbers_of_readings_are_for_authors() -> None:
    *others, last, notes = book_of_text(MARKED).sections
    assert "a7 2" in said_in(last.parts[-1])
    assert last.title == KEEPERS
    assert notes.title == "Notes"
    assert not any("(a7)" in said_in(place.section) for place in placed((*others, notes)))


def test_notes_of_a_page_lead_both_ways() -> None:
    book = book_of_text(MARKED)
    page = html(book)
    for number in "123":
        assert page.count(f'id="r{number}"') == page.count(f'href="#r{number}"') == 1
        assert page.count(f'id="n{number}"') == page.count(f'href="#n{number}"') == 1
    beside = passages(book)
    assert "<sup>1</sup>" in beside
    assert not re.search(r'id="[nr]\d', beside)


def test_numbers_of_notes_are_raised_in_print() -> None:
    assert pdf(book_of_text(MARKED)).missing == ""

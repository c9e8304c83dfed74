"""Marked sentences have a number that leads to a note at the end, and back."""

from __future__ import annotations

import re

from gamedsl.rulebook import html, markdown, pdf
from gamedsl.rulebook.formats.html import passages
from unit.rulebook.books import book_of_text

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
        "What you own. Debts do not count[^2], and no more. A number; 0 at the start.",
        "[^1]: Our own: Its name is new.",
        "[^2]: Our reading (A7): Debts do not count",
        "[^3]: Our reading (A4): You need not.",
    ):
        assert line in said
    assert "* *turns*: Each player in turn. Take a coin." in said
    assert "our reading" not in said


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

"""The parts that only a printed book has: the list of the box, a round by the names of its parts, what a variant changes, options, seats and notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.rulebook import markdown, rulebook
from gamedsl.source import Source
from unit.rulebook.books import GAMES, VARIANTS, parsed_of

MARKET = """game market:
    "Sell what you grow. You need a purse for each player; and a bell."
    players 2

component 4 coin in bank: 1..4

component card in deck:
    "Each is worth its number."
    name  count
    Ace   8
    Two   2

grid field 3 by 4

shared:
    bank: bag of coin
    deck: pile of card, seen by nobody

each player:
    points: 0..99 = 0

setup:
    "Put the coins into the bank and shuffle the cards."
    shuffle deck

rounds up to 3:
    morning
    turns

phase morning: "The sun rises."
    shuffle deck

phase turns, each player:
    "Clockwise, each player sells or waits."
    choose one:
        sell
        wait

action sell:
    "Sell a thing."
    points += 2

action wait:
    "Do nothing."
    points += 1

score gain: points  "You score your points."
ranking by highest total, ties shared
"""


def _said(text: str) -> str:
    return markdown(rulebook(parsed_of(Source("made.gdl", text), Path.cwd()), "printed"))


def _book(name: str) -> str:
    path = next(path for path in (*GAMES, *VARIANTS) if path.stem == name)
    return markdown(rulebook(parsed_of(Source(path.name, path.read_text("utf-8")), path.parent), "printed"))


def test_the_box_is_one_list_with_numbers_and_what_the_rules_say_is_needed() -> None:
    said = _said(MARKET)
    assert "* 4 coins.\n* 10 cards.\n* A board of 3 by 4 fields.\n* A purse for each player.\n* A bell.\n" in said
    assert "You need a purse" not in said
    assert "2.2 Field" not in said, "the picture of the table shows an empty board"


def test_what_the_set_up_names_is_not_told_again() -> None:
    said = _said(MARKET)
    assert "1. Put the coins into the bank and shuffle the cards." in said
    assert "form the deck" not in said
    assert "form the deck" in _said(MARKET.replace(" and shuffle the cards", ""))


def test_a_round_is_the_names_of_its_parts_and_of_what_can_be_done() -> None:
    said = _said(MARKET)
    assert "Each round goes like this:\n\n1. Morning\n2. Turns\n" in said
    assert "   * Sell\n   * Wait\n" in said


def test_the_first_page_has_the_goal_and_no_ends() -> None:
    first = _said(MARKET).partition("## 2 ")[0]
    assert "Goal: The player with the most points wins." in first
    assert "ends" not in first


def test_a_variant_says_on_its_first_page_what_was_and_what_is() -> None:
    first = _book("frugal_court").partition("## 2 ")[0]
    assert first.startswith("# Frugal Court\n")
    assert "| *Points* for 7 | 28 | 26 |" in first
    assert "| Musicians in the deck | 7 | 6 |" in first


def test_readings_stand_on_the_last_page_and_not_in_the_text() -> None:
    text, _, notes = _book("gloriana").partition(" Notes\n")
    assert "°" not in text
    assert "| You need not add it. |" in notes
    assert "is a guess" in notes


@pytest.mark.parametrize("game", ["gloriana", "glory_islands"])
def test_books_of_told_games_have_no_chapter_of_formulas_or_of_refusals(game: str) -> None:
    said = _book(game)
    assert "In detail" not in said
    assert "not allowed" not in said


def test_options_come_behind_the_seats_that_they_change() -> None:
    said = _book("glory_islands")
    assert said.index("## 9 Morgan") < said.index("## 10 Options")
    assert "Play with this only if all agree." in said
    assert "the first possible" not in said

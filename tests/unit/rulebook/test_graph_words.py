"""Drawings in the sentences of the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl.graph.draw.model import Drawing, drawing
from gamedsl.rulebook.graph_words import drawing_in_words

RULES = """
game dare:
    players 2

each player:
    banked = 0
    pot = 0, each turn

rounds at most 100:
    turns

phase turns, each player:
    choose one:
        throw_once
        hold

game ends when some(players where banked >= 20)  "Somebody has twenty points."

action throw_once:
    roll die: one of 1..6
    if die is 1:
        say "{me} throws a 1."
        pot = 0
    else:
        pot += die

action hold:
    banked += pot

score points: banked

ranking by highest total, ties shared
"""


def told(text: str, labels: dict[str, str]) -> Drawing:
    """The drawing of these rules in words."""
    rules = gamedsl.parse_rules(text)
    return drawing_in_words(drawing(rules.game()), rules.parsed, labels)


def test_boxes_hold_sentences_and_arrows_names_for_people() -> None:
    drawn = told(RULES, {"throw_once": "Throw a die"})
    lines = [line for one in drawn.elements for line in one.lines]
    assert "Throw a die" in lines
    assert "Hold" in lines
    assert "Roll the die: 1 to 6." in lines
    assert "Add your pot to your banked." in lines
    assert not any(
        "_" in text or "+=" in text or "{" in text for one in drawn.elements for text in (one.title, *one.lines)
    )
    assert {one.label for one in drawn.arrows} >= {"Throw a die", "yes", "no"}


def test_a_test_that_ends_the_game_asks_for_its_reason() -> None:
    titles = {one.title for one in told(RULES, {}).elements}
    assert "Somebody has twenty points?" in titles
    assert "Is there another player?" in titles


def test_parts_have_names_for_people() -> None:
    assert {one.name for one in told(RULES, {"turns": "A throw or more"}).clusters} == {"A throw or more", "End"}


def test_a_negation_is_asked_without_it() -> None:
    """Its answers change places: a double negative is hard to follow."""
    said = Path(gamedsl.__file__).parents[1] / "games" / "classics" / "pig.gdl"
    drawn = told(said.read_text(encoding="utf-8"), {})
    asked = next(one for one in drawn.elements if one.title == "Rolling?")
    forms = {one.id: one.form for one in drawn.elements}
    ways = {one.label: forms[one.target] for one in drawn.arrows if one.source == asked.id}
    assert ways["yes"] == "decision"
    assert ways["no"] != "decision"


def test_the_end_says_who_wins() -> None:
    lines = [line for one in told(RULES, {}).elements if one.form == "end" for line in one.lines]
    assert "The player with the highest total wins. Those who are equal share their place." in lines


@pytest.mark.parametrize(
    "name", ["love_letter", "hearts", "kiln_lane", "gloriana", "glory_islands", "chess", "cribbage"]
)
def test_shipped_games_are_told_without_names_of_rules(name: str) -> None:
    """Nor with signs of formulas: brackets, dots between names."""
    rules = gamedsl.load_rules(name)
    drawn = drawing_in_words(drawing(rules.game()), rules.parsed, {})
    texts = [text for one in drawn.elements for text in (one.title, *one.lines)]
    assert not [text for text in texts if re.search(r"[\[\]{}_=]|\w\.\w|^Not [a-z]|neighbour\[", text)]

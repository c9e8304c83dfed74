"""Printed books of shipped games say what players look for, each thing in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.rulebook import rulebook
from gamedsl.rulebook.model import Book, Section, sections_in_order
from unit.rulebook.books import parsed_of, said_in, source_of

GAMES = Path(__file__).parents[3] / "games"


def _printed(path: str) -> Book:
    source = source_of(GAMES / path)
    return rulebook(parsed_of(source, (GAMES / path).parent), "printed")


def _chapter(path: str, title: str) -> Section:
    return next(one for one in _printed(path).sections if one.title == title)


def _all_of(chapter: Section) -> str:
    return " ".join(said_in(place.section) for place in sections_in_order((chapter,)))


@pytest.mark.parametrize(
    ("path", "title", "said"),
    [
        ("modern/branch_lines.gdl", "What is in the box", "16 rails for each player."),
        ("modern/branch_lines.gdl", "What is in the box", "harbours: alder, gorse and juniper."),
        ("classics/stone_roads.gdl", "What is in the box", "name count cap flat 21 – capstone 1 yes"),
        ("classics/bridge.gdl", "What is in the box", "a standard deck of 52 cards."),
        ("classics/bridge.gdl", "Set-up", "at the start of each round there is none."),
        ("modern/deep_cave.gdl", "The game", "again and again until there are no explorers"),
        ("modern/beacon_chain.gdl", "The end", "ways: three beacons are dark, and the smugglers win. five parties"),
        ("variants/roses.gdl", "Set-up", "put the 5 roses in the garden."),
        ("variants/lone_captain.gdl", "Morgan and Dora", "dora starts with no pirates in the crew."),
        ("variants/lone_captain.gdl", "Options", "dora she leaves wrecks alone."),
    ],
)
def test_a_chapter_says_it(path: str, title: str, said: str) -> None:
    assert said in _all_of(_chapter(path, title))


def test_an_action_that_a_variant_adds_stands_with_the_others() -> None:
    places = sections_in_order((_chapter("variants/roses.gdl", "The round"),))
    rules = [key.name for place in places for key in place.section.tells]
    assert rules.index("take_event") < rules.index("send_rose") < rules.index("hold_printed")


def test_a_case_with_the_position_of_an_example_stands_behind_it() -> None:
    worked = _chapter("classics/stone_roads.gdl", "Worked examples")
    assert ["a road for the other" in said_in(one) for one in worked.parts if "road" in one.title.casefold()] == [
        False,
        True,
    ]
    assert "a road for the other" not in _all_of(_chapter("classics/stone_roads.gdl", "Turns"))


def test_a_case_of_the_set_up_stands_there() -> None:
    assert "counts for three." in _all_of(_chapter("gloriana.gdl", "Set-up"))
    assert "counts for three." not in _all_of(_chapter("gloriana.gdl", "Worked examples"))

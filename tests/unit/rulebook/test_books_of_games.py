"""Printed books say what players look for, each thing in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.rulebook import markdown, rulebook
from gamedsl.rulebook.model import Book, Section, sections_in_order
from gamedsl.source import Source
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


TOWN = """game roofs:
    players 2 to 3

type trade: Bakery, Forge

component 12 tile in sack:
    trade       size  count
    each trade  1     3
    each trade  2     3

table fee_of: 0 2
table purse: 4 5 6

grid lot 3 by 3

each lot:
    built: slot of tile

shared:
    sack: bag of tile, seen by nobody
    market[1..2]: slot of tile
    dropped: pile of tile
    first_seat: player or none = none

each player:
    coins: 0..60 = 9
    hoard: bag of tile, seen by owner

setup:
    roll start: one of players
    first_seat = start
    for i in 1..2: draw 1 from sack to market[i]
    draw 1 from sack to lot[2, 2].built
    for i, p in numbered(players by highest it is first_seat): p.coins += purse[i]

rounds up to 3:
    turns

phase turns, each player from first_seat:
    choose:
        n: one of 1..2 where some(market[it]) and fee_of[it] + market[it].size <= coins
        spot: one of lot where no(built) and any(some(q.built) for q in neighbours(it))
        require small: market[n].size < 2 or spot.row is 1
    coins -= fee_of[n]
    move market[n] to spot.built
    let same = neighbours(spot) where built.trade is spot.built.trade
    coins += min(count(same), 60 - coins)
    if n is 1: move lot[1, 1].built to dropped

game ends when count(lot where some(built)) >= 5

score money: coins

ranking by highest total, ties shared
"""


def test_numbered_places_and_rooms_of_lots_are_told_as_people_say_them() -> None:
    said = markdown(rulebook(parsed_of(Source("roofs.gdl", TOWN), GAMES), "printed"))
    for told in (
        "draw 1 tile from the sack to place *i* of the market",
        "Draw 1 tile from the sack to b2.",
        "Number these from 1: (the players, first those who are the first seat). For each *p* with the number *i*: add the purse for *i*",
        "*n*: one number from 1 to 2 where place *n* of the market is not empty and the fee of *n* + the size of the tile in place *n* of the market",
        "*spot*: one lot where there is no built tile and (there is at least one neighbour of it with a built tile)",
        "Next to a lot are those on its left and right",
        "Move the tile in place *n* of the market to the spot.",
        "the neighbours of the spot whose built tile has the trade of the built tile of the spot",
        "*market* | 2 places for one tile each, numbered from 1.",
        "*coins* | As many as the player has, 60 at most.",
        "*dropped* | A pile of tiles; seen by everybody.",
        "If *n* is 1: move the built tile of a1 to *dropped*.",
    ):
        assert told in said
    assert "*small*" not in said
    assert said.count("at least 5 lots") == 2


def test_a_phase_whose_sentence_tells_only_a_tie_has_its_steps_and_a_size_is_counted() -> None:
    (hammer,) = [
        at.section
        for at in sections_in_order(_printed("classics/sealed_bids.gdl").sections)
        if at.section.title == "Hammer"
    ]
    assert "to the profit of the first of the order" in said_in(hammer)
    assert "counters for the size of each heap." in said_in(_chapter("classics/nim.gdl", "What is in the box"))

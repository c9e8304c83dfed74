"""What players call pieces, and how they read numbers: the rules say it, and nothing of the game depends on it."""

from __future__ import annotations

import json

import pytest

import gamedsl
from gamedsl.graph.analysis.number_words import number_in_words
from gamedsl.graph.analysis.piece_words import count_of_pieces, plural, singular
from gamedsl.graph.model.game import Game
from gamedsl.graph.serial import digest
from gamedsl_interpreter.hosting.model import model_of

PLAIN = """game market:
    players 2

component 6 goose in yard

shared:
    yard: bag of goose
    tide: -5..5 = 0

each player:
    pen: bag of goose
    purse: 0..20 = 5

rounds up to 3:
    turns

phase turns, each player:
    choose paid: one of 0..min(purse, 2)
    purse -= paid
    tide -= paid
    move 1 goose from yard to pen

ranking by highest purse, ties shared
"""
SAID = (
    PLAIN.replace("goose in yard\n", 'goose in yard, called "bird" or "birds"\n')
    .replace("tide: -5..5 = 0", 'tide: -5..5 = 0, shown as "{+} feet"')
    .replace("purse: 0..20 = 5", 'purse: 0..20 = 5, shown as "{} pound" or "{} pounds"')
)


def _game(text: str) -> Game:
    return gamedsl.parse_rules(text).game()


@pytest.mark.parametrize(
    ("one", "several", "number", "text"),
    [
        ("£{}", "£{}", 3, "£3"),
        ("£{}", "£{}", -3, "−£3"),
        ("£{}", "£{}", 0, "£0"),
        ("{+}", "{+}", 3, "+3"),
        ("{+} glory", "{+} glory", -12, "−12 glory"),
        ("{+}", "{+}", 0, "0"),
        ("{} coin", "{} coins", 1, "1 coin"),
        ("{} coin", "{} coins", -1, "−1 coin"),
        ("{} coin", "{} coins", 0, "0 coins"),
        ("{} %", "{} %", 40, "40 %"),
    ],
)
def test_numbers_in_words(one: str, several: str, number: int, text: str) -> None:
    assert number_in_words(one, several, number) == text


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("card", "cards"),
        ("sheep", "sheep"),
        ("draughtsman", "draughtsmen"),
        ("wooden goose", "wooden geese"),
        ("domino", "dominoes"),
        ("city", "cities"),
        ("boy", "boys"),
        ("box", "boxes"),
        ("bush", "bushes"),
        ("stairs", "stairs"),
    ],
)
def test_plurals(one: str, several: str) -> None:
    assert plural(one) == several


def test_pieces_are_called_as_the_rules_say() -> None:
    (said, plain) = (_game(text) for text in (SAID, PLAIN))
    assert [count_of_pieces(said, [0], count) for count in (1, 2)] == ["1 bird", "2 birds"]
    assert [count_of_pieces(plain, [0], count) for count in (1, 2)] == ["1 goose", "2 geese"]
    assert [count_of_pieces(one, [0], 2, are_cards=True) for one in (said, plain)] == ["2 birds", "2 geese"]
    assert count_of_pieces(said, [0, 0], 2) == "2 pieces"
    assert count_of_pieces(said, [0, 0], 2, are_cards=True) == "2 cards"


def test_the_game_is_the_same() -> None:
    said, plain = _game(SAID), _game(PLAIN)
    assert digest(said) == digest(plain)
    assert said.about != plain.about


def test_other_hosts_know_the_words() -> None:
    model = json.loads(json.dumps(model_of(_game(SAID))))
    assert [one["called"] for one in model["components"]] == [["bird", "birds"]]
    shown = {one["name"]: one["shown_as"] for one in model["fields"] if not one["is_hidden"]}
    assert shown["tide"] == ["{+} feet", "{+} feet"]
    assert shown["purse"] == ["{} pound", "{} pounds"]


def test_one_of_several_is_called_by_its_singular() -> None:
    several = "loaves berries boxes dishes glasses wolves knives pies houses coins grass sheep bread ovens"
    assert " ".join(map(singular, several.split(" "))) == (
        "loaf berry box dish glass wolf knife pie house coin grass sheep bread oven"
    )
    assert singular("blue berries") == "blue berry"

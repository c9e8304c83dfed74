"""Whole lines as people would say them: the finding writes the line that is meant, and it is right."""

from __future__ import annotations

import pytest

from unit.syntax.tried import apply_first, find_errors, normal

_GAME = """game orchard:
    "Pick fruit and sell it at the market."
    players 2 to 4

type fruit:
    name   price
    Apple  2
    Pear   3

component 20 basket in barn:
    fruit       count
    each fruit  10

row road 12

shared:
    barn: pile of basket, seen by nobody
    stand: bag of basket
    rain: 0..6 = 0

each player:
    hand: bag of basket, seen by owner
    coins: 0..99 = 0
    wagon: road = road[1]
    resting = no

setup:
    "Everybody gets three baskets."
    each player: draw 3 from barn to hand

rounds up to 8:
    turns

phase turns, each player:
    "Sell, walk, or rest."
    roll drops: one of 1..6
    rain = drops
    choose one:
        sell
        walk
        rest

action sell:
    "Sell a basket, one coin less in heavy rain."
    choose basket: one of hand
    coins += basket.fruit.price
    if rain > 4: coins -= 1
    move basket to stand

action walk:
    "Go one or two places on."
    choose steps: one of 1..2
    let goal = wagon + steps
    if goal is not none: wagon = goal

action rest:
    "Draw a basket."
    resting = yes
    draw 1 from barn to hand

game ends when all(p.resting for p in players) "Everybody rests."

score way: wagon.number  "A point for each place."
ranking by highest coins, ties shared

example selling:
    "A pear sells for three."
    players Ann, Bob
    given:
        Ann.hand: Pear
    as Ann: sell
    Ann plays sell(basket = Pear)
    then Ann.coins is 3
"""

_MENU = "choose one:\n        sell\n        walk\n        rest\n"
_FRUIT = "type fruit:\n    name   price\n    Apple  2\n    Pear   3\n"
_LINES = (
    (_MENU, "choose sell, walk or rest\n"),
    (_MENU, "either sell or walk or rest\n"),
    (_MENU, "sell or walk or rest\n"),
    ("barn: pile of basket, seen by nobody", "barn: face down pile of basket"),
    ("coins: 0..99 = 0", "coins: number starting at 0"),
    ("resting = no\n", "resting: yes/no\n"),
    ("each player: draw 3 from barn to hand", "each player draws 3 from barn"),
    ("each player: draw 3 from barn to hand", "deal 3 to each player"),
    ("each player: draw 3 from barn to hand", "deal 3 to everybody"),
    ("if rain > 4: coins -= 1", "if rain > 4, coins -= 1"),
    ("choose steps: one of 1..2", "choose steps: 1 or 2"),
    ("choose steps: one of 1..2", "choose steps between 1 and 2"),
    ("resting = yes", "set resting to yes"),
    ("all(p.resting for p in players)", "all players resting"),
    ("all(p.resting for p in players)", "all players are resting"),
    ("wagon.number", "wagon"),
    ("wagon + steps", "step(wagon, steps)"),
    ("ranking by highest coins, ties shared", "highest coins wins"),
    ("ranking by highest coins, ties shared", "most coins win"),
    ("Ann.hand: Pear", "Ann has a Pear"),
    ("then Ann.coins is 3", "then Ann has 3 coins"),
    (_FRUIT, "type fruit: Apple 2, Pear 3\n"),
    (_FRUIT, "type fruit: Apple(2), Pear(3)\n"),
    ("row road 12", "road: 12"),
    ("rounds up to 8:", "repeat 8 rounds:"),
    ("rounds up to 8:", "8 rounds:"),
    ("rounds up to 8:", "round 1..8:"),
    ("all(p.resting for p in players)", "everyone rests"),
    ("all(p.resting for p in players)", "everybody is resting"),
    ("game ends when all(p.resting for p in players)", "game ends if everyone rests"),
    ("resting = yes", "I am resting"),
    ("score way: wagon.number", "way = wagon.number"),
    ("basket.fruit.price", "basket.price"),
    ("as Ann: sell\n    Ann plays sell(basket = Pear)", "as Ann: sell\n    Ann sells Pear"),
    ("as Ann: sell\n    Ann plays sell(basket = Pear)", "as Ann: sell\n    Ann sells a Pear"),
    ("as Ann: sell\n    Ann plays sell(basket = Pear)", "as Ann: sell\n    Ann: sell Pear"),
)


@pytest.mark.parametrize(("meant", "said"), _LINES, ids=[said.strip() for _, said in _LINES])
def test_the_edit_writes_what_is_meant(meant: str, said: str) -> None:
    text = _GAME.replace(meant, said, 1)
    assert normal(apply_first(find_errors("orchard.gdl", text)[0], text)) == normal(_GAME)


def test_the_game_itself_is_right() -> None:
    assert find_errors("orchard.gdl", _GAME) == []


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        ("wagon = goal", "move wagon to goal", "a field that holds a place gets another one: `wagon = goal`"),
        (
            "if rain > 4: coins -= 1",
            "when rain is more than 4: lose 1 coin",
            "did you mean `if rain > 4: coins -= 1`?",
        ),
    ],
)
def test_the_advice(line: str, said: str, help: str) -> None:
    found = find_errors("orchard.gdl", _GAME.replace(line, said))[0]
    assert found.help == (help,)


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        ("rain = drops", "roll rain", "write `roll rolled: one of 1..6` and below it `rain = rolled`"),
        (
            "row road 12",
            "row road 12\n\ncomponent crate for each fruit",
            "write `component crate:` and indented below it `fruit       count` and below it `each fruit  1`",
        ),
        (
            "row road 12",
            "row road 12\n\ncomponent crate each fruit",
            "did you mean `component crate:` and below it `fruit       count` and below it `each fruit  1`?",
        ),
    ],
)
def test_the_lines_for_one(line: str, said: str, help: str) -> None:
    found = find_errors("orchard.gdl", _GAME.replace(line, said))[0]
    assert found.help == (help,)


def test_a_number_in_the_first_column_is_no_score() -> None:
    """Nothing says what `toll` is."""
    found = find_errors("orchard.gdl", _GAME.replace("row road 12", "row road 12\n\ntoll: 12"))[0]
    assert not any("score" in line for line in found.help)


def test_a_word_that_begins_no_declaration_is_told_where_a_table_stands_above_it() -> None:
    """Any words could be a row of the table; those below an empty line are none."""
    found = find_errors("orchard.gdl", _GAME.replace("row road 12", "track road 12"))
    assert found[0].message == "there is no `track` in this language"

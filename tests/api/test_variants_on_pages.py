"""What pages and reports say of a variant that breaks examples of its base."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.api.tests import find_inherited_examples_that_fail
from gamedsl.server.tables.setting import Setting

BASE = """game stall:
    "Sell apples."
    players 2

let price = 3
let tip = 1

shared:
    coins = 0

rounds up to 2: turns

phase turns, each player:
    "Sell one apple."
    choose number: one of 0..1, ask "How many?"
    coins += number * price + tip

score got: coins

ranking by highest total, ties shared

example one_apple:
    "One apple brings four coins."
    players Ann, Bob
    "Ann sells an apple; {coins} coins lie on the table."
    as Ann: turns
    Ann plays turns(number = 1)
    then coins is 4

example no_apple:
    "Without apples there are only tips."
    players Ann, Bob
    "Ann keeps her apple, and {coins} coin lies on the table."
    as Ann: turns
    Ann plays turns(number = 0)
    then coins is 1
"""


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    (tmp_path / "stall.gdl").write_text(BASE)
    path = tmp_path / "dear_stall.gdl"
    path.write_text('variant dear_stall of stall:\n    "Apples are dear."\n    set price = 5\n')
    return path


def test_the_rules_beside_the_game_leave_out_examples_that_fail(variant: Path) -> None:
    rules = gamedsl.load_rules(variant)
    page = gamedsl.page_of(rules)
    assert "keeps her apple" in page
    assert "sells an apple" not in page
    setting = Setting(rules.known, rules.setups()[0], "dear_stall.gdl", {})
    assert "keeps her apple" in setting.book
    assert "sells an apple" not in setting.book


def test_a_failing_example_names_all_changes_of_which_each_breaks_it(variant: Path) -> None:
    variant.write_text(variant.read_text() + "    set tip = 2\n")
    rules = gamedsl.load_rules(variant)
    assert find_inherited_examples_that_fail(rules.known) == {"one_apple": False, "no_apple": False}
    [report] = [one.run().report for one in rules.tests(matches=0) if one.name == "one_apple"]
    assert "because of dear_stall.gdl:3:5: set price = 5\nand of dear_stall.gdl:4:5: set tip = 2\n" in report.replace(
        f"{variant.parent}/", ""
    )

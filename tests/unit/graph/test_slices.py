"""What an example depends on: everything it can reach, and nothing else."""

from __future__ import annotations

import pytest

from gamedsl import pipeline
from gamedsl.graph.analysis.slices import Slices
from gamedsl.source import Source

RULES = """
game market:
    players 2

table price from 1: 2 5

component 3 stone in heap

type size: Small, Large

shared:
    heap: bag of stone
    mood: size = Small

each player:
    coins: 0..30 = 10
    bought: 0..9 = 0
    sold: 0..9 = 0

rounds at most 3:
    turns

phase turns, each player:
    buy(1)
    audit

rule buy(wanted: 1..2):
    coins -= price[wanted]
    bought += fee(1)

rule audit:
    sold += 1

let fee(n: 0..9) = n

score rest: coins

ranking by highest total, ties shared

example a_purchase:
    players Ann, Bob
    given:
        Ann.coins = 9
    as Ann: buy(2)
    then Ann.coins is 4 and Ann.bought is 1

example an_audit:
    players Ann, Bob
    as Ann: audit
    then Ann.sold is 1
"""


def digests(*changes: tuple[str, str]) -> dict[str, str]:
    """The digest of each example, after texts of the rules were replaced."""
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    parsed = pipeline.parse_files(Source("market.gdl", text), lambda _: None)
    return {spec.name: Slices(made.game).digest(spec) for _, made, specs in pipeline.examples(parsed) for spec in specs}


@pytest.mark.parametrize(
    "change",
    [
        ("from 1: 2 5", "from 1: 2 6"),
        ("coins -= price", "coins += price"),
        ("fee(n: 0..9) = n", "fee(n: 0..9) = n + 1"),
        ("coins: 0..30", "coins: 0..40"),
        ("bought: 0..9 = 0", "bought: 0..9 = 1"),
        ("Ann.coins = 9", "Ann.coins = 8"),
        ("is 4", "is 3"),
    ],
)
def test_what_it_reaches_matters(change: tuple[str, str]) -> None:
    before, after = digests(), digests(change)
    assert before["a_purchase"] != after["a_purchase"]
    assert before["an_audit"] == after["an_audit"]


@pytest.mark.parametrize(
    "change",
    [
        ("score rest: coins", "score rest: 2 * coins"),
        ("rounds at most 3", "rounds at most 2"),
        ("sold += 1", "sold += 2"),
        ("let fee", "rule spare:\n    sold += 1\n\nlet fee"),
        ("    coins: 0..30", "    spare: 0..5 = 1\n    coins: 0..30"),
        ("    buy(1)\n", "    choose n: one of 1..3\n    sold += n\n    buy(1)\n"),
        ("then Ann.sold", "then  Ann.sold"),
        ("    players 2\n", '    "A sentence."\n    players 2\n'),
    ],
)
def test_what_it_cannot_reach_does_not_matter(change: tuple[str, str]) -> None:
    assert digests()["a_purchase"] == digests(change)["a_purchase"]


@pytest.mark.parametrize(
    "change",
    [("component 3", "component 4"), ("bag of stone", "pile of stone"), ("Small, Large", "Small, Large, Huge")],
)
def test_pieces_zones_and_types_matter_to_all(change: tuple[str, str]) -> None:
    before, after = digests(), digests(change)
    assert not set(before.values()) & set(after.values())

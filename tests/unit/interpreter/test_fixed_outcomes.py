"""Lines of examples that fix a draw or a roll: its order counts where pieces arrive on a pile, and only if it can come out like this."""

from __future__ import annotations

import pytest

import gamedsl

RULES = """
game fixed:
    "Two piles and a bag."
    players 2

component 4 card in chest:
    name  value
    A     1
    B     2
    C     3
    D     4

shared:
    deck: pile of card, seen by nobody
    row:  pile of card
    heap: bag of card
    chest: bag of card

each player:
    points = 0

rounds up to 1:
    turns

phase turns, each player: points += 1

rule to_row: draw 3 from deck to row
rule all_to_row: draw 4 from deck to row
rule to_heap: draw 3 from deck to heap
rule throw:
    roll eyes: 2 of 1..6
    if eyes is [2, 5]: move last(deck) to heap

ranking by highest points, ties shared

example fixed:
    players Ann, Bob
    given:
        deck: D, B, A, C
"""


def _failures(lines: str) -> list[str]:
    """What the example with these lines says."""
    rules = gamedsl.parse_rules(RULES + "".join(f"    {line}\n" for line in lines.splitlines()))
    results = [test.run() for test in rules.tests() if test.is_example]
    return [result.report for result in results if not result.passed]


@pytest.mark.parametrize(
    ("lines", "cannot"),
    [
        ("as Ann: to_row\ndraw C, A, B from deck\nthen first(row) is C and last(row) is B", False),
        ("as Ann: all_to_row\ndraw C, A, B, D from deck\nthen first(row) is C and last(row) is D", False),
        ("as Ann: to_row\ndraw A, B, C from deck", True),
        ("as Ann: all_to_row\ndraw A, D, C, A from deck", True),
        ("as Ann: to_heap\ndraw B, C, A from deck\nthen count(heap) is 3", False),
        ("as Ann: to_heap\ndraw B, C, B from deck", True),
        ("as Ann: throw\nroll eyes = [2, 5]\nthen count(heap) is 1", False),
        ("as Ann: throw\nroll eyes = [5, 2]\nthen count(heap) is 1", False),
        ("as Ann: throw\nroll eyes = [2, 7]", True),
    ],
)
def test_fixed_lines(lines: str, cannot: bool) -> None:
    assert bool(_failures(lines)) == cannot

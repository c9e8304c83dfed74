"""Order, layout, comments and ways of writing are no differences; a new name is told once."""

from __future__ import annotations

import re

import pytest

from gamedsl.differences.model import Deed
from unit.differences.two_sides import EVERYTHING, compared, told

SMALL = """\
game small:
    players 2
shared:
    heap: 0..9 = 5
    pot: bag of coin
component 4 coin in pot
phase turn, each player:
    choose one:
        take
        wait
action take:
    if heap > 1: heap -= 1
    else: heap = 0
    move 1 coin from pot to box
action wait: heap += 0
rounds up to 3:
    turn
score rest: heap
ranking by highest total, ties shared
example once:
    players Ann, Bob
    given: heap = 3
    as Ann: turn
    Ann plays take
    then heap is 2
"""


def test_the_order_of_declarations_does_not_count() -> None:
    decls = re.split(r"\n+(?=\S)", EVERYTHING.strip("\n"))
    decls.sort(key=lambda decl: decl.startswith("ring rim"))  # a ring around a grid comes after the grid
    decls = [decls[-1], *decls[:-1]]
    assert compared(EVERYTHING, "\n".join(reversed(decls)) + "\n").are_equal


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if heap > 1: heap -= 1\n", "    if heap > 1:   # a reason\n        heap -= 1\n\n\n"),
        ("    if heap > 1:", "    if (heap > 1):"),
        ("heap: 0..9 = 5\n", "heap:    0..9 = 5   # five\n"),
        ("    given: heap = 3\n", "    given:\n        heap = 3\n"),
        ("rounds up to 3:\n    turn\n", "rounds up to 3: turn\n"),
        ("shared:\n    heap: 0..9 = 5\n    pot: bag of coin\n", "shared:\n    pot: bag of coin\nshared:\n    heap: 0..9 = 5\n"),
        ("    take\n", "    take  # the usual\n"),
    ],
)  # fmt: skip
def test_layout_does_not_count(old: str, new: str) -> None:
    assert SMALL.count(old) == 1
    assert compared(SMALL, SMALL.replace(old, new)).are_equal


@pytest.mark.parametrize("name", ["heap", "take", "coin", "turn", "pot", "rest", "once"])
def test_a_new_name_is_told_once(name: str) -> None:
    found = compared(SMALL, re.sub(rf"\b{name}\b", f"my_{name}", SMALL))
    assert [(d.subject.deed, d.subject.old_name) for d in found.differences] == [(Deed.RENAMED, name)]
    assert told(found).startswith("renamed ")


def test_a_game_with_another_name_is_the_same_game() -> None:
    after = SMALL.replace("game small:", "game large:").replace("players 2", "players 2 to 4")
    assert told(compared(SMALL, after)) == "changed game large\n    name     small → large\n    players  2 → 2 to 4"


def test_another_name_and_another_content_are_another_thing() -> None:
    found = compared(
        SMALL, SMALL.replace("action wait: heap += 0", "action rest: heap += 1").replace("        wait", "        rest")
    )
    assert {d.subject.deed for d in found.differences} == {Deed.ADDED, Deed.REMOVED, Deed.CHANGED}

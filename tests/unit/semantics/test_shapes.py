"""Limits of shapes, and the mutants of their declaration."""

from __future__ import annotations

import gamedsl

RULES = """game many:
    "Many shapes on a large board."
    players 2

grid square {rows} by 32

shapes piece by pose with turns and flips:
{pictures}

rounds up to 1:
    laying

phase laying, each player:
    points += min(9, count(covers({first}, square[1, 1])))

each player:
    points: 0..99 = 0

ranking by highest points, ties shared
"""


def _lopsided(count: int) -> list[str]:
    """Pictures of different shapes: a row of three squares, and a tail of its own length. All but the first one lie in eight ways."""
    pictures: list[str] = []
    for number in range(count):
        tail = " / ".join(["X . ."] * (2 + number))
        pictures.append(f"    Tail_{number}: X X X / {tail}")
    return pictures


def _codes(pictures: list[str], rows: int) -> list[tuple[str, str]]:
    text = RULES.format(rows=rows, pictures="\n".join(pictures), first="Tail_0_N")
    return [(d.code, d.message) for d in gamedsl.parse_rules(text).check().diagnostics]


def test_a_type_has_at_most_256_ways_to_lie() -> None:
    square = ["    Tail_0: X X X / X . .", "    Tail_1: X"]
    assert _codes(square, 2) == []
    codes = [
        f"    Code_{number}: X X X X X X / {' '.join('X' if number >> bit & 1 else '.' for bit in range(6))} / X . . . . ."
        for number in range(1, 50)
    ]
    found = _codes([*square, *codes], 2)
    assert found[0][0] == "E0606"
    assert "ways in which the shapes of `piece` can lie" in found[0][1]


def test_a_board_has_at_most_65536_placements() -> None:
    found = _codes(_lopsided(17), 16)
    assert found == [("E0606", "there are 67584 ways to lay `pose` on `square`, more than can be handled")]
    assert _codes(_lopsided(15), 16) == []

"""Commas for full stops, full stops for commas, and calls with signs of other languages: the correction is right and leaves no errors."""

from __future__ import annotations

import pytest

from unit.syntax.tried import apply_first, find_errors

_GAME = """\
game small:
    "Draw cards."
    players 2

component card in deck:
    name  count  worth
    Low   4      1
    High  4      2

shared:
    deck: pile of card, seen by nobody
    row: bag of card

each player:
    points: 0..99 = 0

rounds up to 4:
    go

phase go, each player:
    draw 1 from deck to row
    choose c: one of row
    points += LINE

ranking by highest points, ties shared
"""


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("max([c,worth])", "max([c.worth])"),
        ("max([2, c,worth, 3])", "max([2, c.worth, 3])"),
        ("max([c.worth. points])", "max([c.worth, points])"),
        ("row.count(c => c.worth > 1 && c.worth != 4)", "count(row where it.worth > 1 and it.worth is not 4)"),
        (
            "row.max(best => row.sum(d => d.worth) + best.worth)",
            "max(sum(d.worth for d in row) + best.worth for best in row)",
        ),
    ],
)
def test_the_sign_is_corrected(wrong: str, right: str) -> None:
    [found, *_] = find_errors("small.gdl", _GAME.replace("LINE", wrong))
    mended = apply_first(found, _GAME.replace("LINE", wrong))
    assert mended == _GAME.replace("LINE", right)
    assert find_errors("small.gdl", mended) == []

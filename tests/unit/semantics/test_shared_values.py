"""A value whose name two types have is the one of the type that its place expects; where nothing tells which, that is asked."""

from __future__ import annotations

import pytest

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source

_GAME = """\
game stones:
    "Take stones."
    players 2

type gem: Ruby, Jade

type stone: Opal, Ruby

component card in deck:
    name  count  Ruby  Jade  kind
    Low   4      1     0     Ruby
    High  4      2     3     Jade

let worth(g: gem) = 2 if g is Ruby else 1

shared:
    deck: pile of card, seen by nobody
    want: gem = Ruby
    mined: stone = Ruby
    dug[gem]: 0..9 = 0

each player:
    hand: bag of card, seen by owner
    points: 0..99 = 0

rounds up to 4:
    go

phase go, each player:
    draw 1 from deck to hand
    choose c: one of hand
    LINE

ranking by highest points, ties shared
"""


@pytest.mark.parametrize(
    "line",
    [
        "points += c[Ruby] + c[want]",
        "points += worth(Ruby)",
        "points += dug[Ruby]",
        "want = Ruby",
        "want = Ruby if points > 2 else Jade",
        "mined = Ruby",
        "if want is Ruby: points += 1",
        "if Ruby is want: points += 1",
        "if want in [Ruby, Jade]: points += 1",
        "if c.kind is Ruby: points += 1",
        "if want is not Ruby and mined is Ruby: points += 1",
        "choose g: one of gem where it is Ruby or it is want",
    ],
)
def test_the_place_tells_which_is_meant(line: str) -> None:
    assert _errors(line) == []


def test_elsewhere_it_is_asked() -> None:
    assert _errors("if Ruby is Ruby: points += 1") == ["E0304"]


def _errors(line: str) -> list[str]:
    parsed = parse_files(Source("stones.gdl", _GAME.replace("LINE", line)), lambda _: None)
    return [found.code for found in check(parsed).diagnostics if found.code.startswith("E")]

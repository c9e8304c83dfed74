"""In which setups something differs, and which setups of two sides are compared."""

from __future__ import annotations

import pytest

from gamedsl.differences.setups import nearest, setups_text
from gamedsl.graph.compiled import Setup
from unit.differences.two_sides import compared, told

EVERY = [
    Setup(n, (("storm", storm), ("depth", depth))) for n in (2, 3, 4) for storm in ("no", "yes") for depth in "abc"
]


@pytest.mark.parametrize(
    ("some", "says"),
    [
        (EVERY, ""),
        ([s for s in EVERY if s.players == 2], "2 players"),
        ([s for s in EVERY if s.players != 3], "2 or 4 players"),
        ([s for s in EVERY if dict(s.options)["storm"] == "yes"], "storm = yes"),
        ([s for s in EVERY if s.players == 2 and dict(s.options)["depth"] in "ac"], "2 players and depth = a or c"),
        ([EVERY[0], EVERY[-1]], "2 players, storm = no, depth = a; 4 players, storm = yes, depth = c"),
    ],
)
def test_setups_in_words(some: list[Setup], says: str) -> None:
    assert setups_text(some, EVERY) == says


def test_one_player_is_one() -> None:
    assert setups_text([Setup(1)], [Setup(1), Setup(2)]) == "1 player"


def test_the_nearest_setup_has_the_number_of_players_first() -> None:
    others = [Setup(3, (("storm", "no"),)), Setup(3, (("storm", "yes"),)), Setup(4, (("storm", "no"),))]
    assert nearest(Setup(2, (("storm", "yes"),)), others) == others[1]
    assert nearest(Setup(5, (("storm", "yes"),)), others) == others[2]


GAME = """\
game tiny:
    players {players}
{option}shared:
    heap: 0..9 = 5
phase turn, each player: take
rule take: heap = 0
rounds up to 3: turn
score rest: heap
ranking by highest total, ties shared
{more}"""


def test_a_new_number_of_players_is_compared_with_the_nearest_old_one() -> None:
    before = GAME.format(players="3 to 4", option="", more="")
    after = GAME.format(players="2 to 4", option="", more="when humans is 2: set heap = 7\n")
    assert told(compared(before, after)) == (
        "changed game tiny\n    players  3 to 4 → 2 to 4\n\nchanged field heap (only with 2 players)\n    start  5 → 7"
    )


def test_what_an_option_did_is_told_with_its_value() -> None:
    before = GAME.format(players="2", option="option rich: no, yes\n", more="when rich: set heap = 9\n")
    after = GAME.format(players="2", option="", more="")
    assert told(compared(before, after)) == (
        "removed option rich\n    values: no, yes\n    default: no\n\nchanged field heap (only with rich = yes)\n    start  9 → 5"
    )

"""Every form of a board is told in words; what every person has is told once; a new number of players is compared with the most similar one."""

from __future__ import annotations

from textwrap import dedent

import pytest

from unit.differences.two_sides import EVERYTHING, compared, told

GAME = """game boards:
    players 2

grid field 3 by 3

shared:
    counted = 0

rounds up to 2:
    turns

phase turns, each player: counted += 1

score tally: counted

ranking by highest total, ties shared
"""

FORMS = {
    "grid field 3 by 4": "form  grid 3 by 3 → grid 3 by 4",
    "grid field 3 by 3 hex": "form  grid 3 by 3 → grid 3 by 3, hex",
    "grid field 3 by 3, eight neighbours": "form  grid 3 by 3 → grid 3 by 3, eight neighbours",
    "grid field 3 by 3 by wall": "form  grid 3 by 3 → grid 3 by 3, edges wall",
    "ring field 5": "form  grid 3 by 3 → ring of 5",
    "row field 5": "form  grid 3 by 3 → row of 5",
    "grid field 3 by 3, each player": "for each  (none) → player",
}


@pytest.mark.parametrize("board", FORMS)
def test_the_form_of_a_board(board: str) -> None:
    other = GAME.replace("grid field 3 by 3", board)
    assert told(compared(GAME, other)) == f"changed board field\n    {FORMS[board]}"


MAP = """graph field by way:
    Moor: Brill Corby
    way:
        name   from   to     toll
        Coast  Ashby  Brill  2
    field:
        name   price
        Ashby  1
        Brill  2
        Corby  3
"""


def test_the_tables_of_a_graph() -> None:
    before = GAME.replace("grid field 3 by 3\n", MAP)
    after = before.replace("Coast  Ashby  Brill  2", "Coast  Corby  Brill  4").replace("Corby  3", "Corby  5")
    assert told(compared(before, after)) == dedent("""\
        changed board field
            new rows      Coast: Corby – Brill
            removed rows  Coast: Ashby – Brill
            Corby, price  3 → 5
            Coast, toll   2 → 4""")


def test_pieces_of_every_person_are_told_for_one() -> None:
    other = EVERYTHING.replace("component 3 sailor each player", "component 4 sailor each player")
    assert told(compared(EVERYTHING, other)) == dedent("""\
        changed component sailor
            total                   3 → 4
            sailor, copies in crew  3 → 4

        changed component sailor (only with storm = yes)
            sailor.Ghost, copies in crew  3 → 4""")


def test_a_new_number_of_players_is_compared_with_the_one_that_differs_least() -> None:
    before = GAME.replace("players 2\n", "players 2 to 3\n") + "\nwhen humans is 3:\n    set counted = 5\n"
    after = before.replace("players 2 to 3\n", "players 2 to 4\n")
    assert told(compared(before, after)) == "changed game boards\n    players  2 to 3 → 2 to 4"

"""The log in a terminal names the pieces that others chose, where all see them go. The page's tests are `page/tests/moved.ts`."""

from __future__ import annotations

import gamedsl
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl_interpreter.engine import Event, View

_GARDEN = """game garden:
    players 2

component 8 bush in nursery:
    name   count
    Green  4
    Black  4

shared:
    nursery: bag of bush
    soil: bag of bush

row bed 4

each bed:
    planted: bag of bush

setup: draw 4 from nursery to soil

rounds up to 2:
    mornings

phase mornings, each player:
    choose:
        bush: one of soil
        spot: one of bed where no(it.planted)
    move bush to spot.planted

ranking by highest 1, ties shared
"""


def test_what_others_chose_is_told_where_one_move_shows_it() -> None:
    teller = Teller(Names(gamedsl.parse_rules(_GARDEN).game(names=("Ann", "Bob")), {}))
    chosen = Event("", ("choose", "Ann", (("mornings", False, (("spot", "bed[2]"),)),)))

    def told(*moves: tuple[tuple[tuple[str, int], ...] | int, str, str]) -> str:
        events = (chosen, *(Event("", ("move", *one)) for one in moves))
        return teller.tell(View(0, "mornings", (), (), (), events))[0].text

    planted = ((("Black", 1),), "soil", "bed[2].planted")
    assert told(planted) == "Ann: Black, bed 2"
    assert told(((("Black", 1),), "nursery", "soil")) == "Ann: bed 2"
    assert told(planted, ((("Green", 1),), "soil", "bed[3].planted")) == "Ann: bed 2"
    assert told((1, "soil", "bed[2].planted")) == "Ann: bed 2"

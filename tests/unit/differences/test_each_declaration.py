"""Each sort of declaration changed once: what is told."""

from __future__ import annotations

from textwrap import dedent

import pytest

from unit.differences.two_sides import EVERYTHING, compared, told, with_change

REPLACED = [
    ("players 2\n", "players 2 to 3\n", "changed game everything\n    players  2 → 2 to 3"),
    ('"Every sort of declaration once, for changes to be tried on."', '"Less."', None),
    ("option storm: no, yes", "option storm: yes, no", "changed option storm\n    default  no → yes"),
    ("type metal: Gold, Iron", "type metal: Iron, Gold", "changed type metal\n    values  in another order"),
    ("type metal: Gold, Iron", "type metal: Gold, Iron, Tin", "changed type metal\n    new values  Tin"),
    ("Ace    11", "Ace    12", "changed type rank\n    Ace, worth  11 → 12"),
    ("Big    2       10", "Big    3       10", "changed component nugget\n    Big, weight  2 → 3"),
    ("    Opal  4", "    Jade  4", "changed component gem\n    new kinds      Jade (copies in ground 4)\n    removed kinds  Opal"),
    ("in ground: 1..5", "in ground: 1..4", "changed component ticket\n    removed kinds  ticket[5]"),
    ("in ground: 1..5", "in box: 1..5", None),
    ("from 0: 0 1 3 5 8", "from 0: 0 1 3 6 8", "changed table price\n    for 3  5 → 6"),
    ("Tiny   6      3", "Tiny   6      4", "changed table prize\n    Tiny, second  3 → 4"),
    ("        3 4\n", "        3 5\n", "changed board cell\n    cell[2, 2], deepness  4 → 5"),
    ("ring wheel 6", "ring wheel 8", "changed board wheel\n    form  ring of 6 → ring of 8"),
    ("Highway: London Leeds", "Highway: Dover Leeds", None),
    ("Dover  2", "Dover  3", "changed board town\n    Coast, tolls  2 → 3"),
    ("London  9", "London  8", "changed board town\n    London, people  9 → 8"),
    ("let bonus = 2", "let bonus = 3", "changed formula bonus\n    2 → 3"),
    ("pick pair(n: 1..9): n of pan", "pick pair(n: 1..9): n of crew", "changed pick pair\n    n of pan → n of crew"),
    ("gem or ticket, seen by nobody", "gem or ticket", "changed zone ground\n    seen by  nobody → (none)"),
    ("log: 0..30000 = 0", "log: 0..30000 = 4", "changed field log\n    start  0 → 4"),
    ("gold: 0..999 = 0", "gold: 0..99 = 0", "changed field gold of each player\n    type  0..999 → 0..99"),
    ("at most 50: cell.mark", "at most 60: cell.mark", "changed history positions\n    at most  50 → 60"),
    ("setup:\n    prepare", "setup:\n    tidy", None),
    ("rounds up to 5:", "rounds up to 6:", "changed rounds\n    limit  up to 5 → up to 6"),
    ("phase digging, each player:", "phase digging, each player in order:", "changed phase digging\n    turns  each player → each player in order"),
    ("log < 900", "log < 901", None),
    ("        Iron: log += 2", "        Iron: log += 3", None),
    ("whenever prepare as echo: log += 1", "whenever prepare as echo: log += 2", "changed whenever echo\n    log += 1 → log += 2"),
    ('when log > 29000 "Too', 'when log > 28000 "Too', 'changed end of the game "Too much."\n    when log > 29000 → when log > 28000'),
    ('"Too much."', '"A lot."', 'changed end of the game "A lot."\n    sentence  "Too much." → "A lot."'),
    ("game ends when log", "game ends after round when log", 'changed end of the game "Too much."\n    tested  at once → after each round'),
    ("score money: wealth", "score money: gold", "changed score money\n    wealth → gold"),
    ("ties shared", "ties decided by P1", "changed ranking\n    ties  shared → decided by P1"),
    ("possible flood: log is 7", "possible flood: log is 8", "changed possible flood\n    log is 7 → log is 8"),
    ("dryness: log >= 0", "dryness: log >= -1", "changed invariant dryness\n    log >= 0 → log >= -1"),
    ("start later:\n    as P1", "start later:\n    as P2", "changed start later\n    as P1: digging → as P2: digging"),
    ("then Ann.gold is 7", "then Ann.gold is 8", None),
    ("        sold: first", "        sold: last", None),
]  # fmt: skip
"""A text, what stands in its place, and what is told (None: a difference of its own, see below)."""


@pytest.mark.parametrize(("old", "new", "says"), REPLACED)
def test_a_change_is_one_entry(old: str, new: str, says: str | None) -> None:
    assert EVERYTHING.count(old) == 1
    found = compared(EVERYTHING, EVERYTHING.replace(old, new))
    assert len({difference.subject for difference in found.differences}) == 1
    if says is not None:
        assert told(found) == says


def test_a_changed_statement_stands_among_its_neighbours() -> None:
    found = compared(EVERYTHING, EVERYTHING.replace("        Iron: log += 2", "        Iron: log += 3"))
    assert told(found) == dedent("""\
        changed action keep_digging
              …
              match metal:
              …
                  Iron:
            -         log += 2
            +         log += 3
              for c in cell where deepness is 1:
              …""")


def test_new_and_removed_declarations() -> None:
    change = 'add action rest to digging, once each round:\n    "Do nothing."\n    log += 1\nremove sell\nremove plain'
    assert told(with_change(change)) == dedent("""\
        changed seat Ghost (only with storm = yes)
              digging: first
              metal: first
            - sold: first

        changed phase digging
              …
              choose one:
                  keep_digging
            -     sell

        new action rest in digging, once each round
            "Do nothing."
            + log += 1

        removed action sell

        removed example plain""")


def test_new_tables_show_their_cells() -> None:
    change = "add table toll:\n    who   day  night\n    Monk  1    2\n    Lord  3    4"
    assert told(with_change(change)) == dedent("""\
        new table toll
            +       day  night
            + Monk  1    2
            + Lord  3    4""")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("set price[1] = 3", "changed table price\n    for 1  1 → 3"),
        ("set copies of Ruby = 3\nset component 7 gem", "changed component gem\n    total                   6 → 7\n    Ruby, copies in ground  2 → 3"),
        ("set prepare up to 2", "changed rule prepare\n      log = 1\n    - repeat up to 3:\n    + repeat up to 2:\n          log += 1"),
        ("set match Gold in worth = 7", "changed formula worth\n      match m:\n    -     Gold: bonus\n    +     Gold: 7\n          Iron: 1"),
        ("set resting in rounds at most 2", "changed rounds\n      digging\n    - resting until log > 3, at most 4\n    + resting until log > 3, at most 2"),
        ("replace ensure wet in sell: log < 5", None),
        ("set storm = yes", "changed option storm\n    default  no → yes"),
        ("replace when storm:\n    add rule lottery: log += 3\n    add lottery after prepare in setup",
         "changed rule lottery (only with storm = yes)\n    log += 2 → log += 3"),
        ("remove when storm", None),
        ("seat Ghost:\n    answers: metal: last", None),
        ("seat Ghost:\n    replace rule tidy: log = 1", "new rule tidy of the seat Ghost (only with storm = yes)\n    - log = 0\n    + log = 1"),
    ],
)  # fmt: skip
def test_lines_of_variants_are_told_as_what_they_make(change: str, says: str | None) -> None:
    found = with_change(change)
    assert not found.are_equal
    if says is not None:
        assert told(found) == says

"""What rulebooks say of conditions: each left side with each comparison and right side, asserted and denied, of who acts, of others, and where nobody acts."""

from __future__ import annotations

from itertools import product

from gamedsl.rulebook import markdown
from golden.conftest import Compare
from unit.rulebook.books import book_of_text

COMPARISONS = ("is", "is not", "<", "<=", ">", ">=")
SHARED = ("coins", "count(row)", "round", "humans", "times(seen)")
"""What everybody has together."""
OWN = ("gold", "count(hand where worth > 3)")
NUMBERS = ("0", "1", "2")
OTHER = [
    "leader is none", "leader is not none", "tide is none", "tide is not none", "tide is 2", "leader is starter", "leader is not starter",
    "mod(round, 2) is 0", "mod(round, 2) is 1", "mod(round, 2) is not 0", "mod(round, 4) is 1", "mod(round, 4) is not 3", "mod(pot, 3) is 0", "mod(pot, 3) is not 1",
    "mod(pot, 1) is 0", "storm is yes", "storm is not yes", "storm", "mode is calm", "mode is not calm", "pot in 2..4", "pot not in 2..4", "pot in [2, 3, 5]",
    "pot not in [2, 3]", "first(row).suit in [Red, Blue]", "only(row).suit not in [Red]", "some(row)", "no(row)", "some(slot_of_all)", "no(slot_of_all)",
    "some(row where suit is Red)", "no(row where suit is Red)", "some(row where it is Ace)", "no(row where it is Ace)", "no(row where worth > 0)",
    "all(c.worth > 2 for c in row)", "any(c.worth > 2 for c in row)", "no(players where some(hand))", "no(players where not passed)", "some(players where passed)",
    "no(players where gold > 0)", "no(players where points > 0)", "some(rivals)", "no(rivals)", "count(rivals) > 1", "leaders(players by highest gold) is players",
    "pot > 3 and coins > 3", "pot > 3 or coins > 3", "pot > 3 and (coins > 3 or coins is 1)", "is_late", "is_late is over", "over is not is_late",
]  # fmt: skip
OWN_OTHER = [
    "aide is none", "aide is not none", "me is leader", "me is not leader", "passed", "passed is no", "passed is not no", "some(hand)", "no(hand)", "some(aim)",
    "no(aim)", "aim is none", "aim is not none", "gold is points", "gold is not left(me).gold", "left(me).gold > 2", "left(me).aide is none", "right(me).passed",
    "some(left(me).hand)", "no(right(me).aim)", "aide is leader", "me in rivals", "me not in rivals", "team is Us", "team is not Us", "team in [Us, Them]",
    "first(hand).suit is Red", "all(c.suit is Red for c in hand)", "no(hand where suit is Red)", "hand is row",
]  # fmt: skip


def _phase(name: str, conditions: list[str], denied: list[str]) -> str:
    """Returns a phase with a line for each condition."""
    return "\n".join(
        (name, *(f"    if {one}: pot += 1" for one in (*conditions, *(f"not ({one})" for one in denied))), "", "")
    )


def _text() -> str:
    shared = [*(" ".join(one) for one in product(SHARED, COMPARISONS, NUMBERS)), *OTHER]
    own = [*(" ".join(one) for one in product(OWN, COMPARISONS, NUMBERS)), *OWN_OTHER]
    others = [one.replace("hand", "p.hand").replace("gold", "p.gold").replace("points", "p.points") for one in own[: -len(OWN_OTHER)]]  # fmt: skip
    loop = "\n".join((*(f"        if {one}: p.gold += 1" for one in others), ""))
    return f"""\
game conditions:
    "Conditions in all the ways that a rulebook can say them."
    players 2 to 4

option storm: yes, no
option mode: calm, wild

type suit: Red, Green
type team: Us, Them

component card in deck:
    name   suit   worth  count
    Ace    Red    11     4
    King   Green  4      4

shared:
    deck:  pile of card, seen by nobody
    row:   bag of card
    slot_of_all: slot of card
    pot:   0..99 = 0
    coins: 0..99 = 0
    tide:  0..9 or none = none
    leader: player or none = none
    over = no

each player:
    hand: bag of card, seen by owner
    gold: 0..99 = 0
    points: 0..99 = 0
    aide: player or none = none
    aim: slot of card
    passed = no
    let team = Us if number is 1 else Them

let rivals = players where gold > 3
let is_late = pot > 7

history seen: pot

rounds up to 9:
    meeting
    turns

{_phase("phase meeting:", shared, OTHER)}{_phase("phase turns, each player:", own, OWN_OTHER)}    for p in players where p is not me:
{loop}
ranking by highest gold, ties shared
"""


def test_what_is_said_of_conditions(golden: Compare) -> None:
    golden("said/conditions.md", markdown(book_of_text(_text())))

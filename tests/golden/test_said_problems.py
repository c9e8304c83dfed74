"""What is said of mistakes that few people make: in the rules of a small game, a change of its text at a time, and in variants of it, a line at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import gamedsl
from gamedsl.diagnostics.render import render
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from golden.conftest import Compare, CompareParts

RULES = """\
game rare:
    "Small."
    players 2

option storm: yes, no
option pace: 3, 4

type team: Us, Them
type colour: Red, Blue

component 3 card in deck:
    name   colour       worth
    Guild  each colour  1
    Lady   none         2

component 9 coin in bank

table price from 0: 0 1 3 5

let high = 3
let prize(c: card) = match c.colour(Red: 2, none: 1, else: 0)

shared:
    deck: pile of card, seen by nobody
    row: bag of card
    bank: bag of coin
    leader: player or none = none
    land: 0..9 = 0

each player:
    let team = Us if number is 1 else Them
    hand: bag of card, seen by owner
    purse: bag of coin
    tricks: 0..9 = 0

rounds up to 4:
    turns
    finish until land > 3, at most 3
    turns

phase turns, each player:
    choose card: one of hand
    tricks += 1

phase finish:
    repeat until land > 2, at most 5:
        land += 1
    repeat until land > 1, at most 6:
        land += 1

rule worth_of(c: card):
    match c.colour:
        Red: land += 1
        else: land += 2

invariant low: land < 9

game ends when land is 8 "Enough."
game ends when land is 9 "Far too much."

ranking by highest tricks, ties shared
"""
TURNS = "phase turns, each player:\n    choose card: one of hand\n    tricks += 1\n"
CHOICE = "    choose card: one of hand\n"
TOGETHER = "phase turns, each player together:\n"
RULE = "\nrule take_one:\n    choose card: one of hand\n"
DEEPER = "\nrule take_two:\n    take_one\n"
ORDER = "    if first(deck).worth > 1: tricks += 1\n"
WHEN = "\naction take_two: land += 1\n\nwhenever take_two"
PICK = f"pick bid: one of hand\n\n{TURNS.replace('one of hand', 'bid')}\nseat Robot:\n    answers:\n        card: first\n    replace pick bid: "
CHANGES = (
    ("phase finish:\n", "phase finish:\n    draw 2 from deck, keep 1 to row\n"),
    (CHOICE, "    draw 2 from [1, 2], keep 1 to hand\n"),
    (CHOICE, "    draw 2 from deck, keep 3 to hand\n"),
    (CHOICE, "    draw 2 from deck, keep 0..1 to purse\n"),
    (CHOICE, "    choose coins: 3 of hand in 1..3\n"),
    (TURNS, f"{TOGETHER}    if tricks > 0:\n        take_one\n    else:\n        take_one\n{RULE}"),
    (TURNS, f"{TOGETHER}    if tricks > 0:\n        take_one\n    else:\n        tricks += 1\n{RULE}"),
    (TURNS, f"{TOGETHER}    tricks += 1\n    take_one\n{RULE}"),
    (TURNS, f"{TOGETHER}    tricks += 1\n    take_two\n{DEEPER}{RULE}"),
    (TURNS, f"{TOGETHER}    tricks += 1\n    take_two\n{DEEPER}\nrule take_one:\n    tricks += 1\n"),
    (TURNS, f"{TOGETHER}    if tricks > 0:\n        choose card: one of hand\n    else:\n        choose coin: one of purse\n"),
    (TURNS, f"{TOGETHER}    choose card: one of hand\n    choose more: one of 1..3\n"),
    (TURNS, f"{TOGETHER}    choose unseen card: one of hand\n"),
    ("    row: bag of card\n", "    row: bag of card, refilled from leader\n"),
    ("    row: bag of card\n", "    row: bag of card, refilled from nowhere\n"),
    ("    hand: bag of card, seen by owner\n", "    hand: bag of card, seen by owner, refilled from row\n"),
    ("each colour  1", "each leader  1"),
    ("each colour  1", "each high    1"),
    ("each colour  1", "each team    1"),
    ("each colour  1", "each 5..2    1"),
    ("option pace: 3, 4", "option pace: Us, Them"),
    ("option pace: 3, 4", "option pace: Us, Red"),
    ("option pace: 3, 4", "option pace: 3, yes"),
    ("tricks += 1", "tricks = count(row + [])"),
    ("tricks += 1", "tricks = count([] - row)"),
    ("component 9 coin in bank", "component 9 coin in bank: 5..4"),
    ("land: 0..9 = 0", "land: 0..9 = 0\n    visited: bag of 0..9999999"),
    ("tricks += 1", "move hand to left(me)"),
    ("tricks += 1", "move hand to me"),
    ("tricks += 1", "move hand to players[1 + 1]"),
    (CHOICE, ORDER),
    (CHOICE, f"    peek deck\n{ORDER}"),
    (CHOICE, f"    look\n{ORDER}\nrule look: peek deck\n\nphase others, each player:\n"),
    (TURNS, f"{TURNS}{WHEN}:\n    peek deck\n{ORDER}"),
    (TURNS, f"{TURNS}{WHEN} as seen:\n    peek deck\n{ORDER}"),
    (TURNS, f"{TURNS}{WHEN} as seen:\n    peek row\n{ORDER}"),
    (TURNS, f"{PICK}one of row\n"),
    (TURNS, f"{PICK}2 of hand\n"),
    (TURNS, f"{PICK}one of 1..3\n"),
    (TURNS, f"{PICK}one of players\n"),
    (TURNS, f"{PICK}one of hand else one of row\n"),
    (TURNS, f"{PICK}one of hand else one of 1..3\n"),
    (TURNS, f"{PICK}one of [Red, Blue]\n"),
)  # fmt: skip
HEAP = "shared:\n    heap: pile of card\n    used: pile of card\n\nrule more:\n    choose c: one of heap\n    move 1 of row to heap\n\nrule again: "
APPENDED = (
    f"{HEAP}shuffle heap",
    f"{HEAP}shuffle used to heap",
    f"{HEAP}draw 1 from deck to heap",
    f"{HEAP}draw 2 from deck, keep 1 to used, rest to heap",
    "grid cell 900 by 900",
    "grid cell 0 by 3",
    "ring rim 0",
    "row stair 90000",
    "grid cell 2 by 2:\n    height:\n        1 2 3",
    "grid cell 2 by 2:\n    height:\n        1 2\n        3 4\n        5 6",
    "grid cell 2 by 2\n\nring rim around cell:\n    name  corner\n    A     north",
    "component badge, back shade in deck:\n    name  count\n    A     1",
    "component 100000 badge in deck: 1..100000",
    "component badge in deck:\n    name          count\n    each colour   land",
    "each this in hand:\n    let worth_here = 1",
    "table fares:\n    name  cost",
    "type shade: Us, Dark",
    "let worth_here(c: card or colour or nothing) = 1",
    "let again = again + 1",
    "score sums: sums + 1",
    "score more: hand + 1",
    "score more: leader",
    "score more: [1, 2] - 1",
    "whenever nothing_there: land += 1",
    "history seen at most 3: deck, row",
    "shared:\n    wide[leader]: 0..3 = 0",
    "shared:\n    wide[colour]: 0..3 = 0\n    wide: 0..3 = 0",
    "each player:\n    wide[player]: 0..3 = 0\n    hand: bag of coin",
    "shared:\n    heap: bag of coin, refilled from purse",
    "shared:\n    heap: bag of coin, refilled from row",
    "rule more:\n    choose c: one of [Red, Us]",
    "rule more:\n    choose c: one of [Red, 1]",
    "rule more:\n    choose c: one of land",
    "rule more:\n    choose c: one of 1..3 else up to 2 of hand",
    "rule more:\n    choose c: hand",
    "rule more:\n    reveal land",
    "rule more:\n    peek land",
    "rule more:\n    shuffle land",
    "rule more:\n    reveal hand where it is Red",
    "phase night:\n    peek deck",
    "phase night:\n    roll die: one of 1..6, seen by owner",
    "phase night:\n    roll:\n        die: one of 1..6\n        require no_six: die < 6",
    "rule more:\n    roll die: one of land",
    "rule more:\n    move 5 to row",
    "rule more:\n    move land from bank to row",
    "rule more:\n    move 1 of land to row",
    "rule more:\n    move 2 of players to row",
    "rule more:\n    move up to 2 of 3 to row",
    "rule more:\n    move row to everywhere",
    "rule more:\n    move 1 coin from land to purse",
    "rule more:\n    swap hand with land",
    "rule more:\n    swap land with hand",
    "rule more:\n    rotate land left",
    "rule more:\n    flip leader",
    "rule more:\n    land = count(neighbours(leader))",
    "rule more:\n    land = count(reach(leader, row))",
    "rule more:\n    land = count(groups(row))",
    "rule more:\n    land = row.worth",
    "rule more:\n    land = [1, 2] - 1",
    "rule more:\n    land = deck - 1",
    "rule more:\n    land = 1 - deck",
    "rule more:\n    land = copies(land)",
    "rule more:\n    land = copies(Lady.worth)",
    "rule more:\n    if Red in card: land += 1",
    "action more, once each dusk: land += 1",
    "example small:\n    players Ann, Bob\n    given:\n        land = tricks",
    "example small:\n    players Ann, Bob\n    given:\n        row: deck\n        leader: Ann",
    "example small:\n    players Ann, Bob\n    given:\n        Ann.tricks = Ann\n        Ann = 3\n        Ann.hand = 3",
    "example small:\n    players Ann, Bob\n    given:\n        players[land].tricks = 3",
    "example small:\n    players Ann, Bob\n    as Ann: take",
    "example small:\n    players Ann, Bob\n    as Ann: worth_of(Lady)",
    "example small:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(card is Lady)",
    "example small:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(Lady)",
    "example small:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(card = 3)",
    "example small:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(card = Lady from land)",
    "example small:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(card = [Lady, Lady])",
    "example small:\n    players Ann, Bob\n    draw Lady from land",
    "example small:\n    players Ann, Bob\n    draw 3 from deck",
    "example small:\n    players Ann, Bob\n    land plays turns(card = Lady)",
    "example small:\n    players Ann, Bob\n    then Ann.hand",
    "start near_end:\n    land = tricks\n    row: deck",
    "start near_end:\n    Ann.hand: 9 Lady",
    "seat Robot:\n    replace rule nothing_here: land += 1",
    "seat Robot:\n    replace pick nothing_here: one of hand",
    'rule more:\n    choose c: one of hand, distinct worth, ask "Which?"',
    "each player:\n    pairs[player]: 0..3 = 0\n\nexample small:\n    players Ann, Bob\n    given:\n        Ann.pairs[land] = 3",
    "rule more(c: card):\n    more(c)",
    "rule more:\n    as land: turns",
    "rule more:\n    for x in land: tricks += 1",
    "rule more:\n    repeat at most land: land += 1",
    "rule more:\n    say land + deck",
    "example small:\n    players Ann\n    then land is 0",
    "example small:\n    players Ann, Bob, Cat\n    then land is 0",
    "example small:\n    players Ann, Bob\n    turns\n    then land is Red",
)
"""Declarations behind the rules."""
VARIANTS = (
    "set turns in rounds at most 2",
    "set finish in rounds at most 2",
    "set turn in rounds at most 2",
    "set finish at most 2",
    "set worth_of at most 2",
    "set land at most 2",
    "set low at most 2",
    "set rounds up to 7",
    "set rounds up to 0",
    "set players 2 to 3",
    "set storm = no",
    "set storm = maybe",
    "set pace = 4",
    "set pace = 5",
    "set high = 4",
    "set high = Red",
    "set hihg = 4",
    "set price[2] = 4",
    "set price[9] = 4",
    "set copies of Lady = 2",
    "set copies of Lad = 2",
    "set copies of Lady in deck = 2",
    "set component 7 card",
    "set component 7 coin",
    "set component 7 cart",
    "replace match Red in worth_of: land += 3",
    "replace match Blue in worth_of: land += 3",
    "replace match else in worth_of: land += 3",
    "set match Red in worth_of = 3",
    "add match Red in prize = 3",
    "set match Red in prize = 4",
    "set match Us in prize = 4",
    "set match none in prize = 4",
    "add match Blue in worth_of: land += 3",
    "add match Red in worth_of: land += 3",
    "remove match Red in worth_of",
    "remove match Blue in worth_of",
    "remove match Red in turns",
    "remove match else in worth_of",
    "replace match Red, Blue in worth_of: land += 3",
    "add option storm: 1, 2",
    "add option wind: 1, 2",
    "add option land: 1, 2",
    "replace option storm: 1, 2",
    "replace option wind: 1, 2",
    "replace option land: 1, 2",
    "remove storm",
    "remove wind",
    "remove land",
    "remove hand",
    "remove turns",
    "remove low",
    "add rule worth_of: land += 1",
    "add rule land: land += 1",
    "add rule low: land += 1",
    "add let high = 4",
    "add let low = 4",
    "add seat robot:\n        add seat other:\n            coins: 0..9 = 0",
    "add shared:\n        wind: 0..3 = 0",
    "add shared:\n        land: 0..3 = 0",
    "add shared:\n        low: 0..3 = 0",
    "add shared:\n        worth_of: 0..3 = 0",
    "add each player:\n        land: 0..3 = 0",
    "replace shared:\n        land: 0..5 = 0",
    "replace shared:\n        tricks: 0..5 = 0",
    "replace each player:\n        tricks: 0..5 = 0",
    "replace each player:\n        land: 0..5 = 0",
    "replace shared:\n        wind: 0..5 = 0",
    "replace game ends when land is 7",
    'replace "Enough.": game ends when land is 7',
    'remove "Enough."',
    'remove "Enough"',
    'remove "Never."',
    'add game ends when land is 7 "Soon."',
    'add game ends when land is 7 "Enough."',
    "replace ranking by lowest tricks, ties shared",
    "add ranking by lowest tricks, ties shared",
    "replace rounds up to 2: turns",
    "add rounds up to 2: turns",
    "replace rule worth_of(c: card): land += 1",
    "replace rule worth: land += 1",
    "replace phase finish: land = 3",
    "replace let high = 5",
    "replace let hihg = 5",
)


def _said(texts: dict[str, str], name: str) -> str:
    """Returns what is said of the file `name`, without what is used nowhere in so small a game."""
    sources = {one: Source(one, text) for one, text in texts.items()}
    found = check(parse_files(sources[name], sources.get)).diagnostics
    return "".join(f"{render(one, sources)}\n" for one in found if one.code != "W0902")


def _of_rules() -> Iterator[str]:
    for before, after in CHANGES:
        assert before in RULES, before
        yield f"# {after.strip()!r} for {before.strip()!r}\n{_said({'rare.gdl': RULES.replace(before, after)}, 'rare.gdl')}"


def _of_appended() -> Iterator[str]:
    for line in APPENDED:
        text = f"{RULES}\n{line}\n"
        yield f"# {line!r}\n{_said({'rare.gdl': text}, 'rare.gdl')}"


def _of_variant(line: str, folder: Path) -> str:
    """Returns what is said of a line, and if it is no mistake what differs from the game."""
    text = f'variant changed of rare:\n    "Changed."\n    {line}\n'
    said = _said({"rare.gdl": RULES, "rare": RULES, "changed.gdl": text}, "changed.gdl")
    (folder / "changed.gdl").write_text(text, encoding="utf-8")
    if "error[" in said:
        return f"# {line!r}\n{said}"
    before, after = (gamedsl.load_rules(folder / name) for name in ("rare.gdl", "changed.gdl"))
    return f"# {line!r}\n{said}{gamedsl.differences_of(before, after).text()}"


def test_what_is_said_of_rare_mistakes_in_rules(golden: Compare) -> None:
    golden("said/rules.txt", "\n".join(_of_rules()))


def test_what_is_said_of_declarations_behind_rules(golden: Compare) -> None:
    golden("said/appended.txt", "\n".join(_of_appended()))


def test_what_is_said_of_changes_in_variants(golden_parts: CompareParts, tmp_path: Path) -> None:
    (tmp_path / "rare.gdl").write_text(RULES, encoding="utf-8")
    golden_parts("said/variants.txt", [partial(_of_variant, line, tmp_path) for line in VARIANTS], 2)

"""What a failing fact says holds instead: the value that is there and the one that was expected, in the words of the rules."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.source import Source
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example

_GAME = """
game facts:
    "All forms of facts."
    players 2

type colour: Red, Blue, Green

component 20 card in deck:
    name   colour  worth  count
    Low    Red     1      5
    Mid    Red     2      5
    High   Blue    3      10

table worth from 1: 3 6

grid cell 3 by 3

each cell:
    mark: player or none = none

shared:
    deck: bag of card
    row: pile of card
    trump: colour or none = none
    seen: set of colour = []
    order: players
    bids[1..3]: 0..20 = 0

each player:
    hand: bag of card, seen by owner
    top: slot of card
    points: 0..100 = 0
    weak = no
    let variety = count(hand.colour)
    let twice(n: 0..20) = n * 2 + points

let rich = players where points > 3
let is_full = count(row) is 5 or some(players where points is 1)

rounds up to 2:
    turns

phase turns, each player:
    weak = yes
    trump = Blue
    points += 1

score cards: sum(c.worth for c in hand)

ranking by highest total, ties shared
game ends when count(row) > 10 "Full."

example all_forms:
    players Ann, Bob
    given:
        Ann.hand: 2 Low, High
        Bob.hand: 3 Mid
        Ann.top: Low
        row: Low, Mid, High
        Ann.points = 7
        trump = Blue
        seen = [Red, Blue]
        order = [Bob, Ann]
        cell[1, 2].mark = Bob
        bids[2] = 4
"""

_FACTS = {
    "Ann.variety is 12": "Ann.variety is 2, not 12",
    "12 is Ann.variety": "Ann.variety is 2, not 12",
    "Ann.cards is 12": "Ann.cards is 5, not 12",
    "Ann.total is 5 and Bob.total is 4": "Bob.total is 6, not 4",
    "Ann.cards > 12": "Ann.cards is 5, which is not above 12",
    "12 < Ann.cards": "Ann.cards is 5, which is not above 12",
    "Ann.cards <= 4": "Ann.cards is 5, which is above 4",
    "not Ann.cards < 6": "Ann.cards is 5, which is below 6",
    "Ann.cards is Bob.cards": "Ann.cards is 5 and Bob.cards is 6",
    "Ann.hand is [3 Low]": "Ann.hand is [2 Low, High], not [3 Low]",
    "row is [Low, High, Mid]": "row is [Low, Mid, High], not [Low, High, Mid]",
    "Bob.top is Low": "Bob.top is none, not Low",
    "no(Ann.hand)": "Ann.hand is [2 Low, High], not empty",
    "some(Bob.top)": "Bob.top is empty",
    "not some(Ann.top)": "Ann.top is [Low], not empty",
    "some(players where points > 9)": "(players where points > 9) is empty",
    "Low in Bob.hand": "Bob.hand is [3 Mid], without Low",
    "High not in Ann.hand": "Ann.hand is [2 Low, High], with High",
    "trump in [Red, Green]": "trump is Blue, which is not in [Red, Green]",
    "Ann.points in 1..5": "Ann.points is 7, which is not in 1..5",
    "trump is not Blue": "trump is Blue",
    "Green in seen": "seen is [Red, Blue], without Green",
    "order is [Ann, Bob]": "order is [Bob, Ann], not [Ann, Bob]",
    "cell[1, 2].mark is Ann": "cell[1, 2].mark is Bob, not Ann",
    "bids[2] is 3": "bids[2] is 4, not 3",
    "Ann.weak": "Ann.weak is no",
    "not Ann.weak and Bob.weak": "Bob.weak is no",
    "all(p.points > 3 for p in players)": "Bob.points is 0, which is not above 3",
    "all(c.worth > 1 for c in Ann.hand)": "Low.worth is 1, which is not above 1",
    "any(p.points > 8 for p in players)": "`p.points > 8` holds for none of [Ann, Bob]",
    "any(p.points > 8 for p in players where points > 7)": "(players where points > 7) is empty",
    "Ann.twice(3) is 10": "Ann.twice(3) is 13, not 10",
    "rich is [Bob]": "rich is [Ann], not [Bob]",
    "Ann.points is 8 or trump is Red": "Ann.points is 7, not 8; trump is Blue, not Red",
    "is_full": "is_full is no, because count(row) is 3, not 5; (players where points is 1) is empty",
    "count(reach(cell where mark is none, cell[1, 1])) is 3": "count(reach(cell where mark is none, cell[1, 1])) is 8, not 3",
    "connected(cell where mark is Bob, cell[1, 2], cell[3, 3])": "reach(cell where mark is Bob, cell[1, 2]) is [cell[1, 2]], without cell[3, 3]",
    "row is [3 Low]": "row is [Low, Mid, High], not [3 Low]",
    "worth[2] is 4": "it is 6, not 4, in every position",
    "Ann.cards is 5 and [worth[n] for n in 1..2] is [3, 4]": "it is [3, 6], not [3, 4], in every position",
    "worth[2] > 6": "it is 6, which is not above 6, in every position",
    "not (trump is Blue or Ann.points is 8)": "trump is Blue",
    "not (Ann.points is 8 or trump is Blue)": "trump is Blue",
    "not (trump is Blue and Ann.points is 7)": "trump is Blue; Ann.points is 7",
    "game over": "the match is not over",
}


def test_a_failing_fact_says_what_holds_and_what_was_expected() -> None:
    text = _GAME + "".join(f"    then {fact}\n" for fact in _FACTS)
    [(_, compiled, [spec])] = [
        found
        for found in pipeline.examples(pipeline.parse_files(Source("facts.gdl", text), lambda _: None))
        if found[2]
    ]
    failures = run_example(ReferenceHost(compiled.game), spec).failures
    spans = {one.site: compiled.sites[one.site].span for one in failures}
    assert {text[spans[one.site].start : spans[one.site].end]: one.text for one in failures} == {
        f"then {fact}": why for fact, why in _FACTS.items()
    }

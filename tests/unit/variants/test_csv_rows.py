"""Rows in CSV files stand for rows in the rules."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.source import Source

GAME = """game market:
    "Cards from a file."
    players 2

type size: Small, Big

component 6 card in deck: "cards.csv"

table price: "price.csv"

shared:
    deck: bag of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    cash = 0

rounds up to 2:
    turns

phase turns, each player:
    draw 1 from deck to hand
    choose:
        good: one of price
        how:  one of size
    cash += price[good, how]

score worth: cash + sum(c.value for c in hand)

ranking by highest total, ties shared

example prices:
    players Ann, Bob
    then price[Wine, Big] is 5 and count(deck where value is 13) is 2
"""
FILES = {
    "cards.csv": "name,value,@deck\nAce,1,4\nKing of hearts,13,2\n",
    "price.csv": "good,Small,Big\nBread,1,3\nWine,2,5\n",
}


def _find(name: str) -> Source | None:
    return Source(name, FILES[name]) if name in FILES else None


def test_rows_from_files_mean_what_written_rows_mean() -> None:
    parsed = pipeline.parse_files(Source("market.gdl", GAME), _find)
    assert pipeline.check(parsed).diagnostics == ()
    game = pipeline.compile(parsed, pipeline.setups(parsed)[0]).game
    assert [(kind.name, kind.copies) for kind in game.kinds] == [("Ace", 4), ("King_of_hearts", 2)]


def test_a_missing_file_is_told_at_its_declaration() -> None:
    parsed = pipeline.parse_files(Source("market.gdl", GAME), lambda name: None)
    messages = [d.message for d in pipeline.check(parsed).diagnostics]
    assert messages[0] == "the rows in `cards.csv` cannot be read: there is no such file"

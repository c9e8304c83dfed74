"""A small game of cards around the rules that a test writes."""

from __future__ import annotations

from functools import cache

from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from tools.verifier.verify import verify

_FRAME = """
game framed:
    "Rules in a frame."
    players {players}

component 6 card in deck:
    name  worth  count
    Low   1      3
    High  3      3

shared:
    deck: pile of card, seen by nobody
    used: bag of card
    heap: 0..9 = 4

each player:
    points: 0..99 = 0
    hand: bag of card, seen by owner

rounds up to 2:
    turns

{rules}

ranking by highest points, ties shared
"""


def parsed(rules: str, players: str = "2") -> Parsed:
    """The rules in the frame; they may have findings."""
    return pipeline.parse_files(Source("framed", _FRAME.format(rules=rules, players=players)), lambda _: None)


@cache
def game(rules: str, players: str = "2", people: int | None = None) -> Game:
    """The game of the rules with so many people, otherwise with as few as it takes."""
    files = parsed(rules, players)
    assert not pipeline.check(files).has_errors, pipeline.check(files).diagnostics
    setup = next(setup for setup in pipeline.setups(files) if people in {None, setup.players})
    made = pipeline.compile(files, setup).game
    assert verify(made) == []
    return made

"""The frame of small games that tell a secret, or none. Each is a few lines of one turn in this frame."""

from __future__ import annotations

from attrs import frozen

_FRAME = """\
game small:
    "One turn after the other."
    players 2 to 3

component 12 card in deck: 1..12

shared:
    deck: pile of card, seen by nobody
    spare: pile of card, seen by nobody
    open_row: bag of card
    best: 0..99 = 0
    mark: 0..9 = 0, seen by nobody
    {shared}
each player:
    hand: bag of card, seen by owner
    kept: bag of card, seen by owner
    won: bag of card
    points: 0..99 = 0
    hunch: 0..12 = 0, seen by owner
    {each}
setup:
    shuffle deck
    draw 2 from deck to open_row
    each player: draw 3 from deck to hand
    roll first: one of 1..9
    mark = first
    {setup}
rounds up to 2:
    go

{head}
    {turn}
{rules}
ranking by highest points, ties shared
"""


@frozen
class Small:
    """The lines of a turn, the code of what is told of them (none: they tell no secret), and what else the game has."""

    turn: str
    code: str | None = None
    shared: str = ""
    each: str = ""
    setup: str = ""
    rules: str = ""
    head: str = "phase go, each player:"

    @property
    def text(self) -> str:
        """The whole game."""
        inner = {
            name: getattr(self, name).strip("\n").replace("\n", "\n    ")
            for name in ("shared", "each", "setup", "turn")
        }
        return _FRAME.format(head=self.head, rules=self.rules, **inner)

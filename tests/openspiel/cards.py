"""Playing cards as OpenSpiel spells them, and what a seat sees of them."""

from __future__ import annotations

import re

from gamedsl_interpreter.engine import View, ZoneView

Cards = frozenset[str]

_RANKS = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
_LETTER = dict(zip(_RANKS, "A23456789TJQK", strict=True))


def spelled(text: str) -> list[str]:
    """The cards that a text of ours names, in its order: `card[Ace, Spades]` is As."""
    return [_LETTER[rank] + suit[0].lower() for rank, suit in re.findall(r"card\[(\w+), (\w+)\]", text)]


def pile(view: View, name: str) -> list[str]:
    """The cards of an open zone; of a pile from the lowest to the top."""
    contents = zone(view, name).contents
    assert contents is not None
    return [card for text, _ in contents for card in spelled(text)]


def zone(view: View, name: str) -> ZoneView:
    """What the seat sees of a zone."""
    return next(found for found in view.zones if found.name == name)


def hand(view: View) -> Cards:
    """The seat's own hand."""
    assert view.seat is not None
    return frozenset(pile(view, f"P{view.seat + 1}.hand"))

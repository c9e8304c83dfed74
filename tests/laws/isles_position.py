"""Positions of Glory Islands in the words of its laws: spaces, cards, pirates, and the position that a decision should lead to."""

from __future__ import annotations

import re
from collections import Counter

from attrs import define

from independent.glory_islands import CARDS, Cell, SailingCard
from laws.expected import Expected
from property.walks import Position

NAMES = {1: "One", 2: "Two", 4: "Four", 5: "Five"}
CARD = {
    f"{NAMES.get(card.value) or ('Three' if card.ink == 'black' else 'Trey')}.{card.colour.capitalize()}": card
    for card in CARDS
}
CARD_NAME = {card: name for name, card in CARD.items()}
TREASURES: tuple[str, ...] = ("Ruby", "Spice", "Emerald", "Crown", "Doubloon")
WRECKS = ("Hull_1", "Hull_2", "Hull_3", "Hull_4")
CELLS = tuple((row, column) for row in range(1, 6) for column in range(1, 6))


def space(cell: Cell) -> str:
    """The zone of a space."""
    return f"space[{cell[0]}, {cell[1]}].pirate"


def cell_in(text: str) -> Cell | None:
    """The space in `pirate.P1 from space[1, 2].pirate`."""
    found = re.search(r"space\[(\d), (\d)\]", text)
    return (int(found[1]), int(found[2])) if found else None


@define
class ExpectedIsles(Expected):
    """The same in Glory Islands, where glory is won."""

    def glory(self, seat: str, points: int) -> None:
        """Glory is won."""
        self.fields[f"{seat}.glory"] += points


def pirates_in(now: Position | Expected) -> dict[Cell, str]:
    """Who stands where."""
    found = ((cell, list((+now.zones[space(cell)]).elements())) for cell in CELLS)
    return {cell: pirate[0].removeprefix("pirate.") for cell, pirate in found if pirate}


def without(pirates: dict[Cell, str], cell: Cell) -> dict[Cell, str]:
    """The others."""
    return {where: owner for where, owner in pirates.items() if where != cell}


def card_of(then: Expected, seat: str) -> SailingCard:
    """The card in front of a captain."""
    (name,) = (+then.zones[f"{seat}.played"]).elements()
    return CARD[name]


def value_of(then: Expected, seat: str) -> int:
    """Its value."""
    return card_of(then, seat).value


def named(cards: Counter[SailingCard]) -> Counter[str]:
    """Cards by their names."""
    return Counter({CARD_NAME[card]: n for card, n in cards.items()})

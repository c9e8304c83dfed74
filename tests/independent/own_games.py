"""Final scores of four small games of our own, worked out from the record of a match alone.

Each scorer knows the rules as `docs/games` tells them and shares nothing with the language. A record is the moves as texts, in order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import Factory, define, frozen


@frozen
class Played:
    """A move: who plays it, and its text."""

    seat: int
    text: str

    def word(self, name: str) -> str | None:
        """The single value of a selection."""
        found = re.search(rf"\b{name} = (\w+)", self.text)
        return found[1] if found else None

    def pieces(self, name: str) -> Counter[str]:
        """The pieces of a selection, by kind."""
        found = re.search(rf"\b{name} = \[([^\]]*)\]", self.text)
        counted: Counter[str] = Counter()
        for part in found[1].split(", ") if found and found[1] else []:
            number, _, kind = part.rpartition(" ")
            counted[kind] += int(number or 1)
        return counted


Record = Sequence[Played]
Lines = list[dict[str, int]]
"""Score lines by seat."""

# ---------------------------------------------------------------- Spell kitchen

BOOKS = {"Ash": -1, "Almanac": 2, "Library": 5}
ASHES = 30


def spell_kitchen(players: int, record: Record) -> Lines:
    """Who owns which books and ashes: learned, received from a raven, or burnt."""
    owned = [Counter({"Ember": 6, "Ash": 3}) for _ in range(players)]
    for move in record:
        if (wish := move.word("wish")) is not None:
            owned[move.seat][wish] += 1
        if move.word("spell") == "Raven" and sum(cards["Ash"] for cards in owned) < ASHES:
            owned[(move.seat + 1) % players]["Ash"] += 1
        owned[move.seat] -= move.pieces("fuel")
    return [{"books": sum(BOOKS.get(card, 0) * count for card, count in cards.items())} for cards in owned]


# ---------------------------------------------------------------- Bread street

PRICE = {"Barn": 2, "Windmill": 3, "Oven": 3, "Stall": 3, "Bakery": 5, "Inn": 4, "Bell": 6, "Guildhall": 8}
POINTS = {"Barn": 1, "Windmill": 1, "Oven": 1, "Stall": 1, "Bakery": 3, "Inn": 2, "Bell": 4, "Guildhall": 6}


@define
class Street:
    """What a player has."""

    houses: Counter[str] = Factory(Counter[str])
    grain: int = 1
    flour: int = 1
    bread: int = 1
    coins: int = 3
    renown: int = 0


@frozen
class Bakers:
    """All streets; each work sets the houses to work that follow it."""

    streets: list[Street]

    def reap(self, at: int, n: int) -> None:
        street = self.streets[at]
        street.grain += n
        if street.houses["Windmill"]:
            self.mill(at, street.houses["Windmill"])

    def mill(self, at: int, n: int) -> None:
        street = self.streets[at]
        sacks = min(n, street.grain)
        street.grain, street.flour = street.grain - sacks, street.flour + sacks
        if sacks:
            self.bake(at, street.houses["Oven"] + 2 * street.houses["Bakery"])

    def bake(self, at: int, n: int) -> None:
        street = self.streets[at]
        loaves = min(n, street.flour)
        street.flour, street.bread = street.flour - loaves, street.bread + loaves
        if loaves:
            self.sell(at, street.houses["Stall"])
            for other in self.streets:
                other.coins += other.houses["Inn"] if other is not street else 0

    def sell(self, at: int, n: int) -> None:
        street = self.streets[at]
        loaves = min(n, street.bread)
        street.bread, street.coins = street.bread - loaves, street.coins + 2 * loaves
        street.renown += street.houses["Bell"] if loaves else 0

    def build(self, at: int, house: str) -> None:
        street = self.streets[at]
        street.coins -= PRICE[house]
        street.houses[house] += 1
        if street.houses["Barn"]:
            self.reap(at, street.houses["Barn"])
        street.renown += street.houses["Guildhall"]


def bread_street(players: int, record: Record) -> Lines:
    """Every work is done again."""
    bakers = Bakers([Street() for _ in range(players)])
    for move in record:
        number = int(move.word("sacks") or move.word("loaves") or 0)
        match move.text.partition("(")[0]:
            case "gather":
                bakers.reap(move.seat, 2)
            case "grind":
                bakers.mill(move.seat, number)
            case "heat":
                bakers.bake(move.seat, number)
            case "trade":
                bakers.sell(move.seat, number)
            case _:
                bakers.build(move.seat, move.word("plan") or "")
    return [
        {
            "houses_built": sum(POINTS[house] * count for house, count in street.houses.items()),
            "fame": street.renown,
            "savings": (street.coins + street.bread) // 3,
        }
        for street in bakers.streets
    ]


# ---------------------------------------------------------------- Canal country

CANALS = {
    "Alder_cut": ("Ashby", "Brook", 1), "Brook_run": ("Brook", "Cove", 2), "Cove_arm": ("Cove", "Dunes", 2),
    "Ferry_cut": ("Ashby", "Ferry", 2), "Grange_cut": ("Brook", "Grange", 2), "Holt_drain": ("Cove", "Holt", 3),
    "Inlet": ("Dunes", "Inch", 1), "Fen_ditch": ("Ferry", "Grange", 2), "Green_way": ("Grange", "Holt", 3),
    "High_locks": ("Holt", "Inch", 4), "Keld_cut": ("Ferry", "Keld", 2), "Long_pond": ("Grange", "Lynn", 3),
    "Mill_race": ("Holt", "Mere", 2), "North_cut": ("Keld", "Lynn", 3), "Low_reach": ("Lynn", "Mere", 2),
    "Inch_stair": ("Mere", "Inch", 3),
}  # fmt: skip
CONTRACTS = {
    "Apples": ("Ashby", "Cove", 4), "Beer": ("Brook", "Keld", 5), "Cloth": ("Ashby", "Lynn", 7), "Dyes": ("Cove", "Lynn", 6),
    "Eels": ("Dunes", "Grange", 6), "Flour": ("Ferry", "Cove", 5), "Glass": ("Inch", "Ashby", 11), "Hides": ("Keld", "Holt", 7),
    "Iron": ("Mere", "Ferry", 8), "Jars": ("Lynn", "Dunes", 9), "Lime": ("Brook", "Mere", 7), "Malt": ("Keld", "Inch", 10),
    "Nails": ("Grange", "Mere", 5), "Oats": ("Dunes", "Ferry", 8),
}  # fmt: skip
CANAL_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}


def canal_country(players: int, record: Record) -> Lines:
    """Whose canals lead where; the last contract of the office is taken without a choice."""
    dug: list[list[str]] = [[] for _ in range(players)]
    held: list[list[str]] = [[] for _ in range(players)]
    founders: dict[str, int] = {}
    for i, move in enumerate(record):
        held[move.seat] += move.pieces("kept") or filter(None, [move.word("kept")])
        if move.text == "sign" and (i + 1 == len(record) or "kept" not in record[i + 1].text):
            held[move.seat] += CONTRACTS.keys() - {contract for contracts in held for contract in contracts}
        if (way := move.word("way")) is not None:
            dug[move.seat].append(way)
            for town in CANALS[way][:2]:
                founders.setdefault(town, move.seat)
    return [
        {
            "canals": sum(CANAL_POINTS[CANALS[way][2]] for way in dug[seat]),
            "first_visits": sum(founder == seat for founder in founders.values()),
            "deliveries": sum(_delivery(dug[seat], *CONTRACTS[contract]) for contract in held[seat]),
        }
        for seat in range(players)
    ]


def _delivery(ways: Sequence[str], here: str, there: str, worth: int) -> int:
    reached = {here}
    for _ in ways:
        reached |= {town for way in ways if reached & set(CANALS[way][:2]) for town in CANALS[way][:2]}
    return worth if there in reached else -2


# ---------------------------------------------------------------- Ember watch

Plot = tuple[int, int]
HOUSES = {(2, 2), (2, 4), (4, 2), (4, 3), (4, 4)}
WELL = (3, 3)
PLOTS = [(row, col) for row in range(1, 6) for col in range(1, 6)]
WIND = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


@frozen
class Rolled:
    """An outcome of chance: of which roll, and what."""

    name: str
    text: str


@define
class Wood:
    """The plots with a fire that has not burnt out or been put out, and what cannot catch fire."""

    fires: dict[Plot, int] = Factory(dict[Plot, int])
    burnt: set[Plot] = Factory(set[Plot])
    cleared: set[Plot] = Factory(set[Plot])

    def ignite(self, plot: Plot) -> None:
        """A fire of one, if the plot can burn."""
        if plot in PLOTS and plot not in self.cleared | self.burnt | self.fires.keys() | {WELL}:
            self.fires[plot] = 1

    def night(self, wind: str, sparks: Iterator[Plot]) -> None:
        """What burns in the evening spreads and grows."""
        for row, col in sorted(self.fires):
            self.ignite((row + WIND[wind][0], col + WIND[wind][1]))
            self.fires[row, col] += 1
            if self.fires[row, col] == 3:
                del self.fires[row, col]
                self.burnt.add((row, col))
                self.ignite(next(sparks))


def ember_watch(players: int, record: Sequence[Played | Rolled]) -> Lines:
    """Day and night in turn; a roll of the weather ends a night."""
    wood, wind = Wood(), ""
    spots: list[Plot] = [WELL] * players
    sparks: list[Plot] = []
    for event in record:
        match event:
            case Played(seat, text) if "walk" in text:
                spots[seat] = _plot(text)
            case Played(seat, text) if "douse" in text:
                del wood.fires[_plot(text)]
            case Played(seat, text) if "clear" in text:
                wood.cleared.add(spots[seat])
            case Rolled("struck", text):
                sparks.append(_plot(text))
            case Rolled("weather", text):
                if wind:
                    wood.night(wind, iter(sparks))
                else:
                    for plot in sparks:
                        wood.ignite(plot)
                sparks, wind = [], text
            case _:
                pass
    lost = len(HOUSES & wood.burnt)
    trees = sum(plot not in HOUSES | {WELL} | wood.burnt | wood.fires.keys() for plot in PLOTS)
    line = {"houses_saved": 5 - lost, "wood_saved": trees // 4}
    return [line] * players


def _plot(text: str) -> Plot:
    row, col = re.findall(r"\d+", text)
    return int(row), int(col)

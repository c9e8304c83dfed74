"""Which matches the laws are tried on: every setup, with players of all habits, seed by seed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from games import shipped
from laws.court import Court
from laws.isles import Isles
from laws.played import Laws, Table
from laws.players import RANDOM, Habit


def _cards(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}.{colour}" for name in names for colour in ("Red", "Green", "Yellow", "Blue"))


def _spaces(*cells: tuple[int, int]) -> tuple[str, ...]:
    return tuple(f"space[{row}, {column}]" for row, column in cells)


HABITS: dict[str, tuple[Habit, ...]] = {
    "gloriana": (
        RANDOM,
        Habit("hoarder", ("from_tavern", "from_court", "take", "take_event", "hold_banquet", "none"), "least"),
        Habit("feaster", ("from_tavern", "take_event", "hold_banquet"), "most"),
        Habit("keeper of specialists", ("hire", "from_court", "hold_printed", "none"), "least"),
        Habit("host", ("hire", "take", "from_tavern", "hold_specialist"), "most"),
        Habit("one in a hurry", ("take_event", "decline", "none"), "least"),
        Habit("one of large events", ("from_court", "from_tavern", "take", "hold_printed"), "most"),
    ),
    "glory_islands": (
        RANDOM,
        Habit("sinker", (*_cards("Five", "Four"), "take", "relocate", "land_another", "spend_circles"), "least"),
        Habit("slow one", (*_cards("One", "Two", "Three", "Trey"), "take", "search", "spend_barrel"), "least"),
        Habit("hoarder of barrels", _spaces((1, 2), (1, 5), (2, 1), (2, 4), (3, 2), (3, 5), (4, 4), (5, 3)), "least"),
        Habit("filler", (*_spaces((1, 4), (1, 5), (2, 5), (1, 1), (1, 2), (1, 3)), *_cards("Three", "Four"), "take"), "least"),
        Habit("one who does as others", (*_cards("Four", "Three"), "take", "spend_barrel"), "most"),
    ),
}  # fmt: skip


def laws_of(name: str, game: Game, setup: Setup) -> Laws:
    """What watches a match of this setup."""
    if name == "gloriana":
        return Court(game.seats)
    options = dict(setup.options)
    is_whole = setup.players > 2 and options["shipwrecks"] == "no"
    return Isles(game.seats, setup.players, options["storm"] == "yes", is_whole)


def lineup(name: str, seats: int, seed: int) -> Sequence[Habit]:
    """One habit for all in every third match, so that it comes to its end; otherwise a mixture."""
    habits = HABITS[name]
    if seed % 3 == 0:
        return (habits[seed // 3 % len(habits)],) * seats
    return tuple(habits[(seed * 5 + seat * (seed % 4 + 1)) % len(habits)] for seat in range(seats))


@cache
def table(name: str, setup: Setup) -> Table:
    """A shipped game, ready to be played."""
    return Table(shipped.game(name, setup))


def play(name: str, setup: Setup, at: Table, seed: int) -> int:
    """One match under the eyes of its laws."""
    return at.played(laws_of(name, at.game, setup), lineup(name, len(at.game.seats), seed), seed)

"""Shipped games as they are printed."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from gamedsl.cards import PAPERS, Contents, Page, Printer, Size, Wishes, contents, pages
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from games.shipped import game, setups

ROOT = Path(__file__).parents[3]
CARD = Size(63.0, 88.0)
USUAL = Wishes(PAPERS["a4"], "duplex")


def largest(name: str) -> Game:
    """The setup with most players."""
    return game(name, max(setups(name), key=lambda setup: setup.players))


@cache
def look(name: str) -> JsonObject:
    """The look file of a game, or nothing."""
    found = next((ROOT / "games").rglob(f"{name}.look.toml"), None)
    data: JsonObject = {} if found is None else tomllib.loads(found.read_text("utf-8"))
    return data


@cache
def box(name: str) -> Contents:
    """What is printed of that setup."""
    return contents([largest(name)], look(name), CARD)


@cache
def printer() -> Printer:
    """One that only measures."""
    return Printer()


@cache
def laid_out(name: str) -> tuple[Page, ...]:
    """All its pages as they usually are."""
    return pages(printer(), box(name), USUAL)

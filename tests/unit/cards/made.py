"""Games made for tests, as they are printed."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.cards import PAPERS, Contents, Page, Printer, Size, Wishes, contents, pages
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.source import Source

CARDS = """game made:
    "Draw and keep."
    players 2

component card in deck:
    name  strength  count
{rows}

shared:
    deck: pile of card, seen by nobody
    out:  bag of card

each player:
    hand: bag of card, seen by owner

setup:
    shuffle deck
    each player: draw 1 from deck to hand

rounds up to 1:
    turns

phase turns, each player:
    choose card: one of hand
    move card to out

game ends when no(deck) "Done."

score kept: count(hand)

ranking by highest kept, ties shared
"""


TILES = """component tile in sack:
    name   wood  size  count
    Mill   2     1     1
    Forge  1     2     1

grid lot 2 by 3

each lot:
    built: slot of tile

shared:
    sack: bag of tile, seen by nobody"""
"""Tiles that are laid on a grid, in place of `shared:`."""


def deck(*rows: str) -> str:
    """A game with a deck; each row has the name of a kind, its strength and its copies."""
    return CARDS.format(rows="\n".join(f"    {row}" for row in rows))


def game_of(text: str) -> Game:
    """The game in its first setup."""
    parsed = pipeline.parse_files(Source("made.gdl", text), lambda _: None)
    return pipeline.compile(parsed, next(iter(pipeline.setups(parsed)))).game


def box(text: str, look: JsonObject | None = None, size: Size | None = None) -> Contents:
    """What is printed of a game in all its setups."""
    parsed = pipeline.parse_files(Source("made.gdl", text), lambda _: None)
    games = [pipeline.compile(parsed, setup).game for setup in pipeline.setups(parsed)]
    return contents(games, look or {}, size or Size(63.0, 88.0))


def sheets(box: Contents, wishes: Wishes | None = None, printer: Printer | None = None) -> tuple[Page, ...]:
    """Its pages, on A4 and on both sides if nothing is said."""
    return pages(printer or Printer(), box, wishes or Wishes(PAPERS["a4"], "duplex"))

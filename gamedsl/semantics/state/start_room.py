"""Limits the size of a position: fields, zones, and local names that are kept while a player chooses."""

from __future__ import annotations

from gamedsl.graph.model.types import Bag, ListOf, Optional, Pieces, Ranking, SetOf, Type
from gamedsl.semantics.model.types import size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.terms import About, about
from gamedsl.source import Span
from gamedsl.syntax.tree.node import Ident

MOST_ROOM = 262_144
"""The most values and pieces in all fields and zones together, and in a single name."""


def room_of(world: World, type_: Type) -> int:
    """Returns the most values that a position keeps for one of this type."""
    match type_:
        case SetOf(of=of):
            return 1 + size(world, of) // 32
        case Bag(of=of):
            return size(world, of)
        case ListOf(of=of, most=most) | Ranking(of=of, most=most):
            return 1 + most * room_of(world, of)
        case Pieces():
            return 1 + 2 * type_.most
        case Optional(of=of):
            return 1 + room_of(world, of)
        case _:
            return 1


def has_room(world: World, name: Ident, instances: int, each: int) -> bool:
    """Whether a field or zone still fits into a position. Reports it if not."""
    needed = instances * each
    before, world.room = world.room, world.room + needed
    if needed > MOST_ROOM:
        world.room = before
        world.problem(TooMany(name.span, about(Amount.ROOM, name.text), needed, MOST_ROOM))
        return False
    if world.room > MOST_ROOM:
        if before <= MOST_ROOM:  # later ones are not reported
            what = about(Amount.ALL_ROOM, name.text)
            world.problem(TooMany(name.span, what, world.room, MOST_ROOM))
        return False
    world.work(name.span, instances // 4)
    return True


def check_room(world: World, span: Span, what: Amount | About[Amount], type_: Type) -> None:
    """Reports a name, or the list that a loop iterates over, that is too large for a position."""
    room = room_of(world, type_)
    if room > MOST_ROOM:
        world.problem(TooMany(span, what, room, MOST_ROOM))

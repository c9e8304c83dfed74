"""Answers questions about types: bounds, elements, and names in problems."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model.types import (
    UNKNOWN,
    Bag,
    Direction,
    Enum,
    Flag,
    Int,
    Kind,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Ranking,
    Row,
    SetOf,
    Type,
    Unknown,
    Zone,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Described, Names, Thing, about

MOST_NUMBERS = 65536
"""The most numbers that a range may have."""
LARGEST = 2**31 - 1


def size(world: World, element: Type) -> int:
    """Returns the number of values of a type; for numbers the width of the range."""
    match element:
        case Flag():
            return 2
        case Int():
            return max(0, element.high - element.low + 1)
        case Enum() | Position() | Player() | Row():
            return element.size
        case Direction():
            return 8
        case Kind():
            return len(world.kinds_of(element.classes))
        case Optional():
            return size(world, element.of) + 1
        case Piece():
            return max(1, world.copies_of(element.classes))
        case ListOf() | SetOf() | Bag() | Pieces() | Ranking() | Zone() | Nothing() | Unknown():
            return 256
        case _:
            assert_never(element)


def most(world: World, collection: Type) -> int:
    """Returns the greatest number of elements that a collection of this type can have."""
    match collection:
        case ListOf() | Bag() | Pieces() | Ranking():
            return collection.most
        case SetOf():
            return size(world, collection.of)
        case Zone():
            return 1 if collection.form == "slot" else max(1, world.copies_of(collection.classes))
        case Optional():
            return most(world, collection.of)
        case Piece():
            return 1
        case _:
            return 0


def element_of(collection: Type) -> Type | None:
    """Returns the type of the elements of a collection; None for other types."""
    match collection:
        case ListOf() | SetOf() | Ranking():
            return collection.of
        case Bag():
            return collection.of
        case Pieces() | Zone():
            return Piece(collection.classes)
        case Unknown():
            return UNKNOWN
        case _:
            return None


def arguments(number: int) -> Described:
    """Describes a number of values in brackets."""
    if number < 2:
        return Thing.ONE_VALUE_IN_BRACKETS if number else Thing.NO_BRACKETS
    return about(Thing.VALUES_IN_BRACKETS, number)


def optional(type_: Type) -> Type:
    return type_ if isinstance(type_, Optional | Nothing | Unknown) else Optional(type_)


def describe(world: World, type_: Type) -> Described:
    """Describes a type in a problem."""
    match type_:
        case Flag():
            return Thing.FLAG
        case Int():
            return about(Thing.THE_NUMBER, type_.low) if type_.low == type_.high else Thing.NUMBER
        case Enum():
            return about(Thing.VALUE_OF, world.enums[type_.id].name)
        case Position():
            board = world.boards[type_.board]
            numbered = (len(board.neighbours),) if board.kind in ("ring", "row") else ()
            return about(Thing.PLACE_OF, board.spec.name, *numbered)
        case Player():
            return Thing.PLAYER
        case Row():
            return about(Thing.ROW_OF, world.tables[type_.table].name)
        case Direction():
            return Thing.DIRECTION
        case Kind():
            return about(Thing.KIND_OF, _classes(world, type_))
        case Piece():
            return about(Thing.PIECE_OF, _classes(world, type_))
        case Nothing():
            return Thing.NONE
        case Optional():
            return about(Thing.OR_NONE, describe(world, type_.of))
        case ListOf():
            return about(Thing.LIST_OF, describe(world, type_.of))
        case SetOf():
            return about(Thing.SET_OF, describe(world, type_.of))
        case Bag():
            return about(Thing.BAG_OF, describe(world, type_.of))
        case Pieces():
            return about(Thing.PIECES_OF, _classes(world, type_))
        case Ranking():
            return about(Thing.SORTED_LIST_OF, describe(world, type_.of))
        case Zone():
            return about(Thing.ZONE_OF, type_.form, _classes(world, type_))
        case Unknown():
            return Thing.UNKNOWN
        case _:
            assert_never(type_)


def _classes(world: World, type_: Kind | Piece | Pieces | Zone) -> Names:
    return Names(tuple(world.classes[c].name for c in type_.classes))

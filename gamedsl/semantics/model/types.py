"""Answers questions about types: bounds, elements, and names in problems."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import types
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Described, Names, Thing, about

MOST_NUMBERS = 65536
"""The most numbers that a range may have."""
LARGEST = 2**31 - 1


def size(world: World, element: types.Type) -> int:
    """Returns the number of values of a type; for numbers the width of the range."""
    match element:
        case types.Flag():
            return 2
        case types.Int():
            return max(0, element.high - element.low + 1)
        case types.Enum() | types.Position() | types.Player() | types.Row():
            return element.size
        case types.Direction():
            return 8
        case types.Kind():
            return len(world.kinds_of(element.classes))
        case types.Optional():
            return size(world, element.of) + 1
        case types.Piece():
            return max(1, world.copies_of(element.classes))
        case (
            types.ListOf()
            | types.SetOf()
            | types.Bag()
            | types.Pieces()
            | types.Ranking()
            | types.Zone()
            | types.Nothing()
            | types.Unknown()
        ):
            return 256
        case _:
            assert_never(element)


def most(world: World, collection: types.Type) -> int:
    """Returns the greatest number of elements that a collection of this type can have."""
    match collection:
        case types.ListOf() | types.Bag() | types.Pieces() | types.Ranking():
            return collection.most
        case types.SetOf():
            return size(world, collection.of) if collection.most is None else collection.most
        case types.Zone():
            return 1 if collection.form == "slot" else max(1, world.copies_of(collection.classes))
        case types.Optional():
            return most(world, collection.of)
        case types.Piece():
            return 1
        case _:
            return 0


def has_numbers(element: types.Type) -> bool:
    """Whether the values of a type have numbers, so that a position keeps a set of them as bits."""
    return not isinstance(
        element, types.Optional | types.ListOf | types.SetOf | types.Bag | types.Pieces | types.Ranking | types.Zone
    )


def set_of(element: types.Type, most: int) -> types.SetOf:
    """Returns the type of sets with at most this many elements."""
    return types.SetOf(element) if has_numbers(types.plain(element)) else types.SetOf(element, most)


def put_together(
    world: World, collection: types.ListOf | types.Pieces | types.SetOf, number: int
) -> types.ListOf | types.Pieces | types.SetOf:
    """Returns the type of this many such collections put together."""
    match collection:
        case types.ListOf():
            return types.ListOf(collection.of, collection.most * max(1, number))
        case types.Pieces():
            return types.Pieces(
                collection.classes, min(world.copies_of(collection.classes), collection.most * max(1, number))
            )
        case types.SetOf():
            return set_of(collection.of, most(world, collection) * max(1, number))
        case _:
            assert_never(collection)


def element_of(collection: types.Type) -> types.Type | None:
    """Returns the type of the elements of a collection; None for other types."""
    match collection:
        case types.ListOf() | types.SetOf() | types.Ranking():
            return collection.of
        case types.Bag():
            return collection.of
        case types.Pieces() | types.Zone():
            return types.Piece(collection.classes)
        case types.Unknown():
            return types.UNKNOWN
        case _:
            return None


def arguments(number: int) -> Described:
    """Describes a number of values in brackets."""
    if number < 2:
        return Thing.ONE_VALUE_IN_BRACKETS if number else Thing.NO_BRACKETS
    return about(Thing.VALUES_IN_BRACKETS, number)


def optional(type_: types.Type) -> types.Type:
    return type_ if isinstance(type_, types.Optional | types.Nothing | types.Unknown) else types.Optional(type_)


def describe(world: World, type_: types.Type) -> Described:
    """Describes a type in a problem."""
    match type_:
        case types.Flag():
            return Thing.FLAG
        case types.Int():
            return about(Thing.THE_NUMBER, type_.low) if type_.low == type_.high else Thing.NUMBER
        case types.Enum():
            return about(Thing.VALUE_OF, world.enums[type_.id].name)
        case types.Position():
            board = world.boards[type_.board]
            numbered = (len(board.neighbours),) if board.kind in ("ring", "row") else ()
            return about(Thing.PLACE_OF, board.spec.name, *numbered)
        case types.Player():
            return Thing.PLAYER
        case types.Row():
            return about(Thing.ROW_OF, world.tables[type_.table].name)
        case types.Direction():
            return Thing.DIRECTION
        case types.Kind():
            return about(Thing.KIND_OF, _classes(world, type_))
        case types.Piece():
            return about(Thing.PIECE_OF, _classes(world, type_))
        case types.Nothing():
            return Thing.NONE
        case types.Optional():
            return about(Thing.OR_NONE, describe(world, type_.of))
        case types.ListOf():
            return about(Thing.LIST_OF, describe(world, type_.of))
        case types.SetOf():
            return about(Thing.SET_OF, describe(world, type_.of))
        case types.Bag():
            return about(Thing.BAG_OF, describe(world, type_.of))
        case types.Pieces():
            return about(Thing.PIECES_OF, _classes(world, type_))
        case types.Ranking():
            return about(Thing.SORTED_LIST_OF, describe(world, type_.of))
        case types.Zone():
            return about(Thing.ZONE_OF, type_.form, _classes(world, type_))
        case types.Unknown():
            return Thing.UNKNOWN
        case _:
            assert_never(type_)


def _classes(world: World, type_: types.Kind | types.Piece | types.Pieces | types.Zone) -> Names:
    return Names(tuple(world.classes[c].name for c in type_.classes))

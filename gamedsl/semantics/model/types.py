"""Questions about types: bounds, elements, words for people."""

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

MOST_NUMBERS = 65536
"""The most numbers that a range may have."""
LARGEST = 2**31 - 1


def size(world: World, element: Type) -> int:
    """How many values a type has; for numbers the width of the range."""
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
    """The greatest number of elements that a collection of this type can have."""
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
    """What going through it binds; None for what is no collection."""
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


def arguments(number: int) -> str:
    """So many values in brackets, in words."""
    return {0: "no brackets", 1: "one value in brackets"}.get(number, f"{number} values in brackets")


def plain(type_: Type) -> Type:
    """Without `or none`."""
    return type_.of if isinstance(type_, Optional) else type_


def optional(type_: Type) -> Type:
    return type_ if isinstance(type_, Optional | Nothing | Unknown) else Optional(type_)


def describe(world: World, type_: Type) -> str:
    """In the words of games, with an article."""
    match type_:
        case Flag():
            return "a yes or no"
        case Int():
            return f"the number {type_.low}" if type_.low == type_.high else "a number"
        case Enum():
            return f"a value of `{world.enums[type_.id].name}`"
        case Position():
            return f"a place of `{world.boards[type_.board].spec.name}`"
        case Player():
            return "a player"
        case Row():
            return f"a row of `{world.tables[type_.table].name}`"
        case Direction():
            return "a direction"
        case Kind():
            return f"a kind of {_classes(world, type_)}"
        case Piece():
            return f"a piece of {_classes(world, type_)}"
        case Nothing():
            return "`none`"
        case Optional():
            return describe(world, type_.of) + " or none"
        case ListOf():
            return "a list of " + _plural(world, type_.of)
        case SetOf():
            return "a set of " + _plural(world, type_.of)
        case Bag():
            return "a bag of " + _plural(world, type_.of)
        case Pieces():
            return f"pieces of {_classes(world, type_)}"
        case Ranking():
            return "a sorted list of " + _plural(world, type_.of)
        case Zone():
            return f"a {type_.form} of {_classes(world, type_)}"
        case Unknown():
            return "something unknown"
        case _:
            assert_never(type_)


def _plural(world: World, type_: Type) -> str:
    words = describe(world, type_).removeprefix("a ").removeprefix("the ")
    return {"number": "numbers", "player": "players", "yes or no": "answers", "direction": "directions"}.get(
        words, words
    )


def _classes(world: World, type_: Kind | Piece | Pieces | Zone) -> str:
    names = [f"`{world.classes[c].name}`" for c in type_.classes]
    return " or ".join(names) if names else "nothing"

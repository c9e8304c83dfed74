"""Types of values in a compiled game, and how a value of each type looks at run time.

| type | value at run time |
|---|---|
| Flag, Int | `bool`, `int` |
| Enum, Position, Player, Row, Direction | ordinal from 0 |
| Kind | kind number (unique over all component classes) |
| Piece | `(zone instance, kind)`; the instance is `NO_PLACE` for a kind of which no place is known |
| Optional | `None` or the value |
| ListOf | tuple, may repeat |
| SetOf | tuple, ascending, no repeats |
| Bag | tuple of `(kind or number, count)`, ascending, counts above 0 |
| Pieces | tuple of `(zone instance, kind, count)` in order of places as written, then kinds (a pile: bottom to top, one entry a piece) |
| Ranking | tuple of groups (tuples) of equal elements, best group first |
| Zone | zone instance number |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NewType, TypeAlias

from gamedsl.values import frozen

ClassId = NewType("ClassId", int)
KindId = NewType("KindId", int)
EnumId = NewType("EnumId", int)
BoardId = NewType("BoardId", int)
TableId = NewType("TableId", int)
FieldId = NewType("FieldId", int)
ZoneId = NewType("ZoneId", int)
FunctionId = NewType("FunctionId", int)
RuleId = NewType("RuleId", int)
LocalId = NewType("LocalId", int)
NodeId = NewType("NodeId", int)
SiteId = NewType("SiteId", int)
SeatId: TypeAlias = int  # programs that embed the interpreter pass numbers

NO_PLACE = -1


@frozen
class Flag:
    pass


@frozen
class Int:
    """Integers `low..high`, both included."""

    low: int
    high: int


@frozen
class Enum:
    """A value of a `type` (or of an option); `size` is the number of its values."""

    id: EnumId
    size: int


@frozen
class Position:
    """A place of a board."""

    board: BoardId
    size: int


@frozen
class Player:
    """A seat, from 0; `size` seats in this setup."""

    size: int


@frozen
class Row:
    """A row of a table."""

    table: TableId
    size: int


@frozen
class Direction:
    """N, NE, E, SE, S, SW, W, NW are 0 to 7."""


@frozen
class Kind:
    """A kind of one of the classes."""

    classes: tuple[ClassId, ...]


@frozen
class Piece:
    """One piece of one of the classes, with the place where it lies."""

    classes: tuple[ClassId, ...]


@frozen
class Nothing:
    """The type of `none` alone."""


@frozen
class Optional:
    of: Type


@frozen
class ListOf:
    """At most `most` elements."""

    of: Type
    most: int


@frozen
class SetOf:
    """If the values of `of` are collections, which have no numbers, `most` bounds the elements; otherwise it is None."""

    of: Type
    most: int | None = None


@frozen
class Bag:
    """Counts by kind (`of` a Kind), or by number (`of` an Int); `most` in all."""

    of: Type
    most: int


@frozen
class Pieces:
    classes: tuple[ClassId, ...]
    most: int


@frozen
class Ranking:
    of: Type
    most: int


@frozen
class Zone:
    classes: tuple[ClassId, ...]
    form: str
    """`bag`, `pile` or `slot`."""


@frozen
class Unknown:
    """Stands for a type that could not be determined; agrees with everything. Never in a Game."""


Type = (
    Flag | Int | Enum | Position | Player | Row | Direction | Kind | Piece | Nothing | Optional
    | ListOf | SetOf | Bag | Pieces | Ranking | Zone | Unknown
)  # fmt: skip

ADDED: tuple[tuple[type[object], str], ...] = ((SetOf, "most"),)
"""Attributes that came later; see `expressions.ADDED`."""

FLAG = Flag()
UNKNOWN = Unknown()
NOTHING = Nothing()
DIRECTION = Direction()
WORD = Int(-32768, 32767)
"""The range of an integer field that declares none."""

Value = None | bool | int | tuple["Value", ...]
"""A value of a formula; see the table above."""


SortKey: TypeAlias = Callable[[Any], tuple[Any, ...]]
"""What sorts values."""


def sort_key(of: Type) -> SortKey | None:
    """Returns the key that sorts values of a type ascending: none comes last, also inside collections. Values that hold no none sort by themselves."""
    return rank if _may_hold_none(of) else None


def _may_hold_none(of: Type) -> bool:
    match of:
        case Optional() | Nothing():
            return True
        case ListOf(inner) | SetOf(inner) | Ranking(inner):
            return _may_hold_none(inner)
        case _:
            return False


def rank(value: Value) -> tuple[Any, ...]:
    """Returns what sorts any value: none comes last, also inside collections."""
    if value is None:
        return (1,)
    return (0, tuple(map(rank, value))) if isinstance(value, tuple) else (0, value)


def plain(of: Type) -> Type:
    """Removes `or none` from a type."""
    return of.of if isinstance(of, Optional) else of

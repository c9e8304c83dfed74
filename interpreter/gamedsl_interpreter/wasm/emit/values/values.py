"""How values look while code is emitted: what is known of them, and where the rest is found at run time.

Numbers, flags, ordinals, kinds and zone instances are 32-bit expressions; none is -1. The parts of a value are constants or locals that nobody sets
again, or expressions over them, so a value can be used more than once, as long as the memory it was read from stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir

NONE = -1
"""None, where it is a number; of numbers that can themselves be below 0 it is NO_NUMBER (see `Context.none_of`)."""
NO_NUMBER = -(1 << 31)


@frozen
class PieceV:
    """A piece; none if the kind is."""

    zone: Ir
    kind: Ir


@frozen
class MaskV:
    """A set: bit i of the 64-bit words stands for `low + i`."""

    words: tuple[Ir, ...]
    low: int


@frozen
class ListV:
    """A list: how many, and how to get the element at a place. A set of things that are no bits (`is_bits`) is a list too, ascending."""

    count: Ir
    get: Callable[[Ir], Value]


@frozen
class BagV:
    """How many there are of `low + i`, for i below `size`."""

    low: int
    size: int
    get: Callable[[Ir], Ir]


@frozen
class PiecesV:
    """Entries of three words (zone, kind, count) from `at` to `end`."""

    at: Ir
    end: Ir


@frozen
class RankV:
    """Elements, best first; `begins` tells whether a group begins with an element."""

    count: Ir
    get: Callable[[Ir], Value]
    begins: Callable[[Ir], Ir]


@frozen
class ZoneV:
    """A zone instance: of a family known while emitting, `flat` counts inside it; `maybe`: it can be none."""

    instance: Ir
    family: types.ZoneId | None
    flat: Ir
    maybe: bool

    @property
    def known_family(self) -> types.ZoneId:
        """The family, for what is emitted only where it is known."""
        if self.family is None:
            raise LookupError("nothing is known of the zone's family here")
        return self.family


@frozen
class MaybeV:
    """A collection, or none: whether it is there, and what it is then. The value of none itself is a number."""

    there: Ir
    value: Value


@frozen
class LanesV:
    """Pieces by kind, for each zone they can come from: `counts[i]` are 64-bit words of eight one-byte counts, of the kinds of zone i in the order of
    its scale. The families of the zones are known and different; no count is above 127."""

    zones: tuple[ZoneV, ...]
    counts: tuple[tuple[Ir, ...], ...]


@frozen
class SizedV:
    """A collection of which nothing is known but how many elements it has."""

    count: Ir


Value: TypeAlias = "Ir | PieceV | MaskV | ListV | BagV | PiecesV | RankV | ZoneV | MaybeV | LanesV | SizedV"


V = TypeVar("V", bound=Value)


def expect(kind: type[V], value: Value) -> V:
    """The value, which has this form by the type of its formula."""
    if isinstance(value, kind):
        return value
    raise AssertionError(f"{type(value).__name__} where the type promises {kind.__name__}")


def is_scalar(of: types.Type) -> bool:
    """Whether values of the type are single numbers."""
    match of:
        case (
            types.Flag() | types.Int() | types.Enum() | types.Position() | types.Player() | types.Row() | types.Direction() | types.Kind() | types.Nothing()
            | types.Zone() | types.Unknown()
        ):  # fmt: skip
            return True  # of unknown type are only the elements of collections that are always empty
        case types.Optional(inner):
            return is_scalar(inner)
        case _:
            return False


def is_piece(of: types.Type) -> bool:
    """Whether values of the type are pieces, or none."""
    return isinstance(of.of if isinstance(of, types.Optional) else of, types.Piece)


def may_be_none(of: types.Type) -> bool:
    """Whether none is a value of the type."""
    return isinstance(of, types.Optional | types.Nothing)

"""The forms of values while emitting: the parts that are known, and the places of the rest at run time.

Numbers, flags, ordinals, kinds and zone instances are 32-bit expressions; none is -1. The parts of a value are constants, locals that do not change any
more, or expressions over these. So a value can be used more than once, as long as the memory it was read from does not change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir


@frozen
class PieceV:
    """A piece; it is none if its kind is none."""

    zone: Ir
    kind: Ir


@frozen
class MaskV:
    """A set: bit i of the 64-bit words stands for `low + i`."""

    words: tuple[Ir, ...]
    low: int


@frozen
class ListV:
    """A list: its length, and a function that gives the element at a place. A set that is not kept as bits (`is_bits`) is a list too, ascending."""

    count: Ir
    get: Callable[[Ir], Value]


@frozen
class BagV:
    """The counts of `low + i`, for i below `size`."""

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
    """A zone instance. If its family is known while emitting, `flat` is its number in the family. `maybe`: it can be none."""

    instance: Ir
    family: types.ZoneId | None
    flat: Ir
    maybe: bool

    @property
    def known_family(self) -> types.ZoneId:
        """Gives the family, in code that is emitted only if it is known."""
        if self.family is None:
            raise LookupError("nothing is known of the zone's family here")
        return self.family


@frozen
class MaybeV:
    """A collection, or none: whether it exists, and its value if it does. A value that is none is a number."""

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
    """A collection with a known number of elements and unknown elements."""

    count: Ir


Value: TypeAlias = "Ir | PieceV | MaskV | ListV | BagV | PiecesV | RankV | ZoneV | MaybeV | LanesV | SizedV"


V = TypeVar("V", bound=Value)


def expect(kind: type[V], value: Value) -> V:
    """Gives the value, whose form follows from the type of its formula."""
    if isinstance(value, kind):
        return value
    raise AssertionError(f"{type(value).__name__} where the type promises {kind.__name__}")

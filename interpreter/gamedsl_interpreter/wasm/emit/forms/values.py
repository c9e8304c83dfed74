"""The forms of values while emitting: the parts that are known, and the places of the rest at run time.

Numbers, flags, ordinals, kinds and zone instances are 32-bit expressions; none is -1. The parts of a value are constants, locals that do not change any
more, or expressions over these. So a value can be used more than once, as long as the memory it was read from does not change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self, TypeAlias, TypeVar, cast

from gamedsl.values import field, frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, ne, op2
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV


@frozen
class InOrder:
    """Elements in an order: their number, and a function that gives the element at a place. They are read at each use. `most`: an upper bound on their
    number, where it is known."""

    count: Ir
    get: Callable[[Ir], Value]
    most: int | None = None

    def pin(self, _: Emitter) -> Self:
        """Gives the elements themselves."""
        return self

    def number(self, _: Emitter) -> Ir:
        """Gives the number of elements."""
        return self.count

    def some(self, _: Emitter) -> Ir:
        """Whether there is an element."""
        return ne(self.count, c(0))

    def each(self, code: Emitter, body: Body) -> None:
        """Iterates over the elements."""
        _each_place(code, self.count, self.get, body, self.most)

    def store(self, code: Emitter, most: int, write: Callable[[Ir, Value], None]) -> Ir:
        """Gives each element and its place to `write`, which has room for `most`. Gives the number of elements, for `write` is a constant 0 if there
        are none."""
        count = code.fn.let(self.count)
        if const_value(count) != 0:
            if self.most is None or self.most > most:
                code.room(op2("le_s", count, c(most)))
            with code.fn.count(c(0), count, most) as i:
                write(i, self.get(i))
        return count


@frozen
class ListV(InOrder):
    """A list. A set that is not kept as bits (`is_bits`) is a list too, ascending."""


@frozen
class RankV(InOrder):
    """A ranking, best first; `begins` tells whether a group begins with an element."""

    begins: Callable[[Ir], Ir] = field(kw_only=True)


@frozen
class MaybeV:
    """A collection, or none: whether it exists, and its value if it does. A value that is certainly none is a number instead."""

    there: Ir
    value: Value

    def pin(self, code: Emitter) -> MaybeV:
        """Gives the value with its numbers in locals."""
        return MaybeV(code.fn.reuse(self.there), pin(code, self.value))

    def each(self, code: Emitter, body: Body) -> None:
        """Iterates over the elements, if there is a collection."""
        with code.fn.when(self.there):
            iterate(code, self.value, body)


@frozen
class SizedV:
    """A collection with a known number of elements and unknown elements."""

    count: Ir

    def pin(self, code: Emitter) -> SizedV:
        """Gives the collection with its number in a local."""
        return SizedV(code.fn.reuse(self.count))

    def number(self, _: Emitter) -> Ir:
        """Gives the number of elements."""
        return self.count

    def some(self, _: Emitter) -> Ir:
        """Whether there is an element."""
        return ne(self.count, c(0))


Value: TypeAlias = "Ir | PieceV | MaskV | ListV | BagV | PiecesV | RankV | ZoneV | MaybeV | LanesV | SizedV"
V = TypeVar("V", bound=Value)

Body = Callable[[Value, Ir], None]
"""Takes each element of a collection, and its count."""


class Counted(Protocol):
    """A collection whose elements are counted without a loop over them."""

    def number(self, code: Emitter, /) -> Ir:
        """Gives the number of elements, all copies counted."""
        ...

    def some(self, code: Emitter, /) -> Ir:
        """Whether there is an element."""
        ...


def pin(code: Emitter, value: V) -> V:
    """Gives the value with its numbers in locals, so that it can be used several times."""
    found: Value = code.fn.reuse(value) if isinstance(value, Ir) else value.pin(code)
    return cast("V", found)  # every value keeps its form


def iterate(code: Emitter, value: Value, body: Body) -> None:
    """Iterates over the entries of a collection whose value is known."""
    if isinstance(value, Ir | PieceV | ZoneV | SizedV):
        raise AssertionError(f"{type(value).__name__} is no collection with known elements")
    value.each(code, body)


def _each_place(code: Emitter, count: Ir, get: Callable[[Ir], Value], body: Body, most: int | None = None) -> None:
    size = const_value(count)
    if size is not None and code.unrolls(size):
        with code.unrolling(size):
            for place in range(size):
                body(pin(code, get(c(place))), c(1))
    else:
        with code.fn.count(c(0), code.fn.reuse(count), most) as i:
            body(pin(code, get(i)), c(1))


def expect(kind: type[V], value: Value) -> V:
    """Gives the value, whose form follows from the type of its formula."""
    if isinstance(value, kind):
        return value
    raise AssertionError(f"{type(value).__name__} where the type promises {kind.__name__}")

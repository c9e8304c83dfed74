"""Scales: the values of a type that has finitely many, numbered from 0; and the word a number needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.values import frozen


@frozen
class Scale:
    """The values of a type that has finitely many: `count` of them, numbered from 0. Numbers begin at `low`; kinds are listed; flags are two.

    Pieces (`places` above 0) are numbered place by place, no place first.
    """

    count: int
    low: int = 0
    flags: bool = False
    kinds: tuple[types.KindId, ...] = ()
    places: int = 0

    @cached_property
    def number_of(self) -> dict[types.KindId, int]:
        """Returns the place of each kind in `kinds`."""
        return {kind: i for i, kind in enumerate(self.kinds)}

    def number(self, value: types.Value) -> int:
        if self.places:
            place, kind = cast(tuple[int, types.KindId], value)
            return (place + 1) * len(self.kinds) + self.number_of[kind]
        return self.number_of[cast(types.KindId, value)] if self.kinds else cast(int, value) - self.low

    def value(self, number: int) -> types.Value:
        if self.places:
            place, kind = divmod(number, len(self.kinds))
            return (place - 1, self.kinds[kind])
        if self.flags:
            return bool(number)
        return self.kinds[number] if self.kinds else number + self.low


def scale_of(game: Game, type: types.Type) -> Scale:
    """Returns the values of a type in order."""
    match type:
        case types.Flag():
            return Scale(2, flags=True)
        case types.Int(low=low, high=high):
            return Scale(high - low + 1, low)
        case types.Enum(size=size) | types.Position(size=size) | types.Player(size=size) | types.Row(size=size):
            return Scale(size)
        case types.Direction():
            return Scale(8)
        case types.Kind(classes=classes):
            return kinds_scale(game, classes)
        case types.Piece(classes=classes):
            kinds = kinds_scale(game, classes).kinds
            places = 1 + instances(game.zones)
            return Scale(places * len(kinds), kinds=kinds, places=places)
        case types.Nothing() | types.Unknown():
            return Scale(0)
        case _:
            raise AssertionError(f"the values of {type} have no numbers")


def kinds_scale(game: Game, classes: Sequence[types.ClassId]) -> Scale:
    """Returns the kinds of classes, ascending; the order of the classes does not matter."""
    kinds = tuple(sorted(kinds_of(game, classes)))
    return Scale(len(kinds), kinds=kinds)


def int_code(low: int, high: int) -> str:
    """Returns the narrowest word, as `struct` names it, for numbers from `low` to `high`."""
    widths = (("B", 8), ("H", 16), ("I", 32), ("Q", 64))
    if low >= 0:
        return next(code for code, bits in widths if high < 1 << bits)
    return next(code.lower() for code, bits in widths if -(1 << bits - 1) <= low and high < 1 << bits - 1)


def code_up_to(most: int) -> str:
    """Returns the word for 0 to `most`."""
    return int_code(0, most)


def ordinal_code(count: int) -> str:
    """Returns the word for `count` ordinals: two bytes above 255 of them."""
    return code_up_to(count)


def kinds_of(game: Game, classes: Sequence[types.ClassId]) -> tuple[types.KindId, ...]:
    """Returns the kinds of classes, class by class."""
    specs = [game.classes[c] for c in classes]
    return tuple(types.KindId(spec.first + i) for spec in specs for i in range(spec.count))


def instances(specs: Sequence[FieldSpec] | Sequence[ZoneSpec]) -> int:
    """Returns the total number of instances of the families."""
    return sum(len(spec.start) for spec in specs)

"""The layout of a working frame: one flat list of all fields, all zones, all locals, and all proof counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.reference.values.collections import Counts, Pile, normal

Element: TypeAlias = Any
"""An element of a collection: a piece (zone, kind), a kind or number, any other value."""

Frame: TypeAlias = list[Any]
"""Values of a position while it is worked on. The value in a slot has the type that the Game declares; Python's types cannot express that."""

Contents: TypeAlias = Sequence[Any]
"""A frame that is only read: one that is worked on, or that of a state."""

Formula: TypeAlias = Callable[[Frame], Any]
"""A formula, ready to be computed on a frame. It changes nothing but the locals that it binds itself."""

Operation: TypeAlias = Callable[[Any], Any]
"""The operation of a formula on the value of another."""

BinaryOperation: TypeAlias = Callable[[Any, Any], Any]
"""The operation of a formula on the values of two others."""

Items: TypeAlias = Callable[[Frame], Iterable[Element]]
"""A formula whose value is iterated over, element by element."""


@frozen
class Slots:
    """The sizes of the four parts of a frame."""

    fields: int
    zones: int
    locals: int
    counters: int

    def zone(self, instance: int) -> int:
        return self.fields + instance

    def local(self, local: LocalId) -> int:
        return self.fields + self.zones + local

    def counter(self, counter: int) -> int:
        return self.fields + self.zones + self.locals + counter


def slots(game: Game) -> Slots:
    """Returns the layout of a Game, with the instance numbers of its specs."""
    fields = max((spec.base + len(spec.start) for spec in game.fields), default=0)
    zones = max((spec.base + len(spec.start) for spec in game.zones), default=0)
    return Slots(fields, zones, len(game.locals), game.counters)


def table_position(game: Game) -> Frame:
    """Returns the frame before anything has happened: fields at their start values, pieces where their tables put them, locals none, counters 0."""
    size = slots(game)
    frame: Frame = [None] * (size.fields + size.zones + size.locals) + [0] * size.counters
    for field in game.fields:
        frame[field.base : field.base + len(field.start)] = field.start
    for zone in game.zones:
        at = size.zone(zone.base)
        frame[at : at + len(zone.start)] = [lay_out(zone, content) for content in zone.start]
    return frame


def lay_out(zone: ZoneSpec, content: Counts) -> Counts | Pile:
    """Returns pieces in the form of a zone; the pieces of a pile at the start have no known order."""
    ordered = tuple(sorted(content))
    return normal([ordered]) if zone.form == "pile" else ordered

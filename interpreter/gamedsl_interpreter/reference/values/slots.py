"""Where things lie in a working frame: one flat list of all fields, all zones, all locals, and all proof counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import frozen

from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.reference.values.collections import Counts, normal

Frame: TypeAlias = list[Any]
"""Values of a position while it is worked on. What lies in a slot has the type that the Game says, which Python's types cannot follow."""

Formula: TypeAlias = Callable[[Frame], Any]
"""A formula, ready to be computed on a frame. It changes nothing but the locals that it binds itself."""


@frozen
class Slots:
    """Sizes of the four parts of a frame."""

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
    """The slots of a Game: instances as its specs number them."""
    fields = max((spec.base + len(spec.start) for spec in game.fields), default=0)
    zones = max((spec.base + len(spec.start) for spec in game.zones), default=0)
    return Slots(fields, zones, len(game.locals), game.counters)


def table_position(game: Game) -> Frame:
    """The frame before anything has happened: fields at their start values, pieces where their tables put them, locals none,
    counters 0."""
    size = slots(game)
    frame: Frame = [None] * (size.fields + size.zones + size.locals) + [0] * size.counters
    for field in game.fields:
        frame[field.base : field.base + len(field.start)] = field.start
    for zone in game.zones:
        at = size.zone(zone.base)
        frame[at : at + len(zone.start)] = [laid_out(zone, content) for content in zone.start]
    return frame


def laid_out(zone: ZoneSpec, content: Counts) -> Any:
    """Pieces as they lie in a zone: what starts in a pile has no known order."""
    ordered = tuple(sorted(content))
    return normal([ordered]) if zone.form == "pile" else ordered


def specs_by_instance(game: Game) -> tuple[tuple[FieldSpec, ...], tuple[ZoneSpec, ...]]:
    """The family of each field instance and of each zone instance."""
    size = slots(game)
    fields: list[Any] = [None] * size.fields
    zones: list[Any] = [None] * size.zones
    for field in game.fields:
        fields[field.base : field.base + len(field.start)] = [field] * len(field.start)
    for zone in game.zones:
        zones[zone.base : zone.base + len(zone.start)] = [zone] * len(zone.start)
    return tuple(fields), tuple(zones)

"""Names of places, kinds and values in moves and views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from gamedsl.graph.model import shapes, types
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.text.names import instance_text, value_text

Counts: TypeAlias = tuple[tuple[int, int], ...]
"""Kinds with their numbers."""

PieceCounts: TypeAlias = tuple[tuple[int, int, int], ...]
"""Zone instances, kinds and numbers."""


class Texts:
    """The names of one Game; zone and field names by instance (`Lamb_and_Flag.crew`, `Ann.trail[Red]`). They are made on first use, because a game can have
    thousands of fields."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds: tuple[str, ...] = tuple(kind.name for kind in game.kinds)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The names of zones, by zone instance."""
        zones = specs_by_instance(self.game)[1]
        return tuple(instance_text(self.game, z.name, z.dimensions, z.owned, i - z.base) for i, z in enumerate(zones))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of fields, by field instance."""
        fields = specs_by_instance(self.game)[0]
        return tuple(instance_text(self.game, f.name, f.dimensions, f.owned, i - f.base) for i, f in enumerate(fields))

    def value(self, value: types.Value, of: types.Type) -> str:
        """Writes a value in the words of the rules, lists and sets with every element: `[Ann, Bob]`, not `players`."""
        match of, value:
            case types.Kind(), int():
                return self.kinds[value]
            case types.Piece(), (int(), int(kind)):
                return self.kinds[kind]
            case types.Pieces(), tuple():
                return self.pieces(shapes.piece_counts(value), frozenset())
            case types.Bag(types.Kind()), tuple():
                return bracket(self._counts(shapes.counts(value)))
            case types.Optional(inner), _ if value is not None:
                return self.value(value, inner)
            case ((types.ListOf(inner) | types.SetOf(inner)), tuple()):
                return bracket(self.value(item, inner) for item in value)
            case _:
                return value_text(self.game, value, of)

    def _counts(self, counts: Counts) -> Iterator[str]:
        for kind, count in counts:
            yield self.with_count(self.kinds[kind], count)

    def piece(self, kind: int, zone: int, doubtful: frozenset[int]) -> str:
        """Names a kind, with its place if the kind is offered from several (`doubtful`)."""
        return f"{self.kinds[kind]} from {self.zones[zone]}" if kind in doubtful else self.kinds[kind]

    def pieces(self, pieces: PieceCounts, doubtful: frozenset[int]) -> str:
        """Formats pieces as `[3 Horse, Boat]`."""
        return bracket(self.with_count(self.piece(kind, zone, doubtful), count) for zone, kind, count in pieces)

    def with_count(self, name: str, count: int) -> str:
        """Formats a name with its count: `Boat`, `3 Horse`."""
        return name if count == 1 else f"{count} {name}"


def bracket(items: Iterable[str]) -> str:
    """Joins texts as `[a, b]`."""
    return f"[{', '.join(items)}]"


def specs_by_instance(game: Game) -> tuple[tuple[FieldSpec, ...], tuple[ZoneSpec, ...]]:
    """Returns the family of each field instance and of each zone instance."""
    fields = {field.base + i: field for field in game.fields for i in range(len(field.start))}
    zones = {zone.base + i: zone for zone in game.zones for i in range(len(zone.start))}
    return tuple(fields[i] for i in range(len(fields))), tuple(zones[i] for i in range(len(zones)))

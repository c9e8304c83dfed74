"""Canonical bytes of positions: how a value of each type is written, and coders for whole positions.

A value becomes a fixed number of little-endian words, so that a position is one packed structure without padding:

| type | words |
|---|---|
| Flag | u8 |
| Int | the plain number in the narrowest signed or unsigned width that holds the range |
| Enum, Position, Player, Row, Direction | ordinal: u8, above 255 values u16 |
| Kind | index among the kinds of its classes, as an ordinal |
| Piece | zone instance + 1 (u16; 0: no place), kind index |
| Optional | of the above: 0 for none, else 1 + index (Int: 1 + value - low); of others: a flag, then the value |
| Zone | zone instance (u16) |
| SetOf | bit mask in one word of 1, 2, 4 or 8 bytes; above 64 elements in words of 8 bytes. With `most`, or if none may be in it: as a list |
| Bag | a count for each kind or number: u8, or u16 if there can be more than 255 |
| ListOf, Pieces | length (u8, above 255 u16), then the elements (Pieces: place, kind, count), zeros behind |
| Ranking | as a list of its elements, then a bit for each element that begins a group, in bytes |
| bag zone | bit mask if every kind has one copy, else a count for each kind |
| slot zone | 0, or 1 + kind index |
| pile zone | length, kind index for each piece from bottom to top, then bits: i > 0 is set iff a segment begins there |

At run time a bag or slot holds a tuple of `(kind, count)` in ascending order. A pile is a tuple of segments, bottom
to top; each is such a tuple, and the order inside it is open. `canonical_pile` gives the one form of a pile: equal
kinds side by side are in no open order.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import cast

from gamedsl.graph.bytes.codings import (
    Coding,
    Counts,
    Pile,
    Plain,
    canonical_pile,
    size_of,
    type_coding,
    zone_coding,
)
from gamedsl.graph.bytes.scales import instances
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.types import LocalId, NodeId, Value
from gamedsl.values import field, frozen

__all__ = ["Coder", "Counts", "Pile", "canonical_pile", "coding_of", "decode_cell", "encode_cell", "zone_of"]

# ---------------------------------------------------------------- whole positions


class Coder:
    """Writes and reads the positions of one Game. Field and zone values are flat lists by instance, locals a list by id."""

    def __init__(self, game: Game) -> None:
        coded = [(cell, coding_of(game, cell)) for cell in game.layout.cells]
        assert all(cell.offset == start for (cell, _), start in zip(coded, _starts(coded), strict=True)), "a gap"
        self._struct = Struct("<" + "".join(coding.codes for _, coding in coded))
        self._cells = [(cell, cell.id, coding, len(coding.codes)) for cell, coding in coded]
        self._live = [frozenset(cast(tuple[LocalId, ...], getattr(node, "live", ()))) for node in game.nodes]
        self._runs = _runs(coded)
        self._fields = instances(game.fields)
        self._zones = instances(game.zones)
        self._locals = len(game.locals)

    def encode(self, node: NodeId, fields: Sequence[Value], zones: Sequence[Value], locals: Sequence[Value]) -> bytes:
        """Returns the bytes of a position at a node; locals that are not live there are written as zeros."""
        live = self._live[node]
        words: list[int] = []
        for cell, id, coding, width in self._cells:
            match cell.what:
                case "node":
                    words.append(node)
                case "field":
                    words += coding.spread(fields[id])
                case "zone":
                    words += coding.spread(zones[id])
                case "local":
                    words += coding.spread(locals[id]) if id in live else [0] * width
        return self._struct.pack(*words)

    def decode(self, data: bytes) -> tuple[NodeId, list[Value], list[Value], list[Value]]:
        """Returns node, fields, zones and locals of a position; locals that are not live are None."""
        words = self._struct.unpack(data[: self._struct.size])
        node = NodeId(words[0])
        live = self._live[node]
        found: dict[str, list[Value]] = {
            "field": [None] * self._fields,
            "zone": [None] * self._zones,
            "local": [None] * self._locals,
        }
        for run in self._runs:
            values = found[run.what]
            if run.what == "local" and run.id not in live:
                continue
            values[run.id : run.id + run.count] = run.values(words)
        return node, found["field"], found["zone"], found["local"]


@frozen
class _Run:
    """Consecutive cells of a position with the same coding, from number `id` and from word `start` on. Cells of one small word are looked up in `known`,
    which caches the meaning of each word."""

    what: str
    id: int
    count: int
    start: int
    width: int
    coding: Coding
    known: _Known
    gathered: dict[tuple[int, ...], Value] = field(factory=dict[tuple[int, ...], Value], eq=False, repr=False)

    def values(self, words: Sequence[int]) -> Sequence[Value]:
        """Returns the values of all its cells."""
        end = self.start + self.count * self.width
        if isinstance(self.coding, Plain):
            return words[self.start : end]
        if self.coding.codes in _SMALL:
            return [self.known[word] for word in words[self.start : end]]
        places = range(self.start, end, self.width) if self.width else [self.start] * self.count
        return [self._gather(words[at : at + self.width]) for at in places]

    def _gather(self, words: Sequence[int]) -> Value:
        """Returns the value of one cell. Most cells of a position are as they were in the position before."""
        key = tuple(words)
        value = self.gathered.get(key)
        if value is None:
            value = self.coding.gather(key)
            if len(self.gathered) >= _MOST_GATHERED:
                self.gathered.clear()
            self.gathered[key] = value
        return value


_SMALL = frozenset("bBhH")

_MOST_GATHERED = 4_000
"""The most values of cells with several words that are kept for each coding."""


class _Known(dict[int, Value]):
    """A cache from words to values, for a coding of one word."""

    def __init__(self, coding: Coding) -> None:
        super().__init__()
        self._coding = coding

    def __missing__(self, word: int) -> Value:
        value = self[word] = self._coding.gather((word,))
        return value


def _runs(coded: Sequence[tuple[Cell, Coding]]) -> list[_Run]:
    """Returns the runs of all cells except the node; each local is a run of its own, because not all of them are read."""
    groups: list[list[Cell]] = []
    begun: list[tuple[int, Coding]] = []
    at = 0
    for cell, coding in coded:
        last = groups[-1][-1] if groups else None
        follows = last is not None and last.what == cell.what != "local" and last.id + 1 == cell.id
        if follows and (coding is begun[-1][1] or coding == begun[-1][1]):
            groups[-1].append(cell)
        else:
            groups.append([cell])
            begun.append((at, coding))
        at += len(coding.codes)
    return [
        _Run(group[0].what, group[0].id, len(group), start, len(coding.codes), coding, _Known(coding))
        for group, (start, coding) in zip(groups, begun, strict=True)
        if group[0].what != "node"
    ]


def _starts(coded: Sequence[tuple[Cell, Coding]]) -> list[int]:
    ends = [0]
    for _, coding in coded:
        ends.append(ends[-1] + size_of(coding))
    return ends[:-1]


# ---------------------------------------------------------------- single cells


def encode_cell(cell: Cell, value: Value, game: Game) -> bytes:
    """Returns the bytes of one cell."""
    coding = coding_of(game, cell)
    return Struct("<" + coding.codes).pack(*coding.spread(value))


def decode_cell(cell: Cell, data: bytes, game: Game) -> Value:
    """Reads the value from the bytes of one cell."""
    coding = coding_of(game, cell)
    return coding.gather(Struct("<" + coding.codes).unpack(data))


def coding_of(game: Game, cell: Cell) -> Coding:
    """Returns the coding of a cell's value: the node number as u16, a zone by its form."""
    if cell.what == "node" or cell.type is None:
        return Plain("H")
    return zone_coding(game, zone_of(game, cell.id)) if cell.what == "zone" else type_coding(game, cell.type)


def zone_of(game: Game, instance: int) -> ZoneSpec:
    """Returns the family of a zone instance."""
    return next(zone for zone in game.zones if zone.base <= instance < zone.base + len(zone.start))

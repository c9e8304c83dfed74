"""The layout of a record in memory: the bytes of a state, and the data after them."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm, pile_forms
from gamedsl_interpreter.wasm.instances.interface import counters_at, stream_at


@frozen
class Family:
    """The address of the instances of a field or zone: `offset + stride * flat` from the start of a state."""

    offset: int
    stride: int
    size: int


@frozen
class Extras:
    """The data that follow the bytes of a state, as offsets from its start: the stream of chance, whether it has one, counters of loops, the working forms
    of piles."""

    stream: int
    has_stream: int
    counters: int
    piles: int

    def by_name(self) -> Mapping[str, int]:
        """Gives the offsets by name, for hosts."""
        return {"stream": self.stream, "has_stream": self.has_stream, "counters": self.counters, "piles": self.piles}


@frozen
class Record:
    """A state as modules keep it: instances of fields and zones, the data after the bytes of the state, and the size of all."""

    fields: tuple[Family, ...]
    zones: tuple[Family, ...]
    extras: Extras
    piles: Mapping[ZoneId, PileForm]
    """The families of piles that have a working form."""
    size: int


def record_of(game: Game, *, tells: bool) -> Record:
    """Lays out the records of a Game. Modules that log events (`tells`) use the library, which writes canonical bytes, so their piles have no working
    form; its room is reserved all the same, so that records of all modules have the same size."""
    piles = -(-(counters_at(game) + 4 * game.counters) // 8) * 8
    stream = stream_at(game)
    forms, end = pile_forms(game, piles)
    return Record(
        tuple(_family(game, "field", spec) for spec in game.fields),
        tuple(_family(game, "zone", spec) for spec in game.zones),
        Extras(stream=stream, has_stream=stream + 16, counters=counters_at(game), piles=piles),
        {} if tells else forms,
        -(-end // 16) * 16,
    )


def _family(game: Game, what: str, spec: FieldSpec | ZoneSpec) -> Family:
    size = len(spec.start)
    at = {cell.id: cell.offset for cell in game.layout.cells if cell.what == what}
    width = {cell.id: cell.size for cell in game.layout.cells if cell.what == what}
    offsets = [at[spec.base + i] for i in range(size)]
    stride = offsets[1] - offsets[0] if size > 1 else width.get(spec.base, 0)
    if any(offset != offsets[0] + i * stride for i, offset in enumerate(offsets)):
        raise AssertionError("instances of one family follow each other in a layout")
    return Family(offsets[0] if offsets else 0, stride, size)

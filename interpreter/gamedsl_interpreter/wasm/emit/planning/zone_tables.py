"""Tables about zones, kinds and bits that the run-time library reads."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, PileZone, SlotZone, zone_coding
from gamedsl.graph.bytes.scales import code_up_to
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl_interpreter.wasm.emit.memory.memory import Memory
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.records import Record


def descriptors(game: Game, record: Record, memory: Memory) -> list[int]:
    """Gives eight words for each zone instance, as the library knows zones."""
    words: list[int] = []
    for spec, family in zip(game.zones, record.zones, strict=True):
        for i in range(len(spec.start)):
            words += _descriptor(game, memory, spec, family.offset + family.stride * i)
    return words


def _descriptor(game: Game, memory: Memory, spec: ZoneSpec, offset: int) -> list[int]:
    kinds = zone_kinds(game, spec)
    number = [-1] * len(game.kinds)
    for i, kind in enumerate(kinds):
        number[kind] = i
    capacity = 1 if spec.form == "slot" else -1 if spec.capacity is None else spec.capacity
    tables = memory.words(number), memory.words(kinds)
    most, widths, form = 0, 0, 0
    match zone_coding(game, spec):
        case SlotZone() as coding:
            form = "BH".index(coding.codes)
        case MaskZone():
            form = 2
        case CountZone(Counted(_, code)):
            form = 3 + "BH".index(code)
        case PileZone(scale, most):
            form = 5
            widths = 1 + "BH".index(code_up_to(most)) | (1 + "BH".index(code_up_to(scale.count))) << 8
        case _:
            raise AssertionError("these are all forms of zones")
    return [offset, form, len(kinds), *tables, capacity, most, widths]


def pile_extras(record: Record) -> list[int]:
    """Gives, by zone instance, the offset of the extra bytes of its working form in a record (0: it has none), and the number of its words if they are
    lanes (0: they are bits)."""
    words: list[int] = []
    for zone, family in enumerate(record.zones):
        form = record.piles.get(types.ZoneId(zone))
        for i in range(family.size):
            words += (0, 0) if form is None else (form.at + form.stride * i, 0 if form.is_mask else form.words)
    return words


def nth_bits() -> bytes:
    """Gives the places of the bits of each byte, eight numbers for each."""
    return b"".join(bytes([i for i in range(8) if byte >> i & 1]).ljust(8, b"\0") for byte in range(256))


def zone_owners(game: Game) -> list[int]:
    """Gives the seat that each zone instance belongs to, or -1."""
    owners: list[int] = []
    for spec in game.zones:
        personal = spec.owned and isinstance(spec.dimensions[0].type, types.Player)
        inner = len(spec.start) // spec.dimensions[0].size if personal else 1
        owners += [i // inner if personal else -1 for i in range(len(spec.start))]
    return owners

"""Worlds of the fast executor: sampled by the plan of the reference executor, and written directly into records.

A record is a copy of the root's with other bytes in its hidden zones and in fields that keep unseen rolls, and another stream. If a world needs more
(choices that are taken back, steps of other seats), the reference executor makes it, and its state is written into a record.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from functools import cache, partial
from struct import Struct, pack_into, unpack_from
from threading import local
from typing import TYPE_CHECKING, TypeAlias

from gamedsl.graph.bytes.codec import canonical_pile
from gamedsl.graph.bytes.codings import PileZone, zone_coding
from gamedsl.graph.bytes.scales import kinds_of
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import random
from gamedsl_interpreter.random import FACTOR, Dice, Stream
from gamedsl_interpreter.wasm.instances.instance import Instance
from gamedsl_interpreter.wasm.instances.interface import stream_at
from gamedsl_interpreter.wasm.instances.module import Program
from gamedsl_interpreter.wasm.state import Drawn, WasmState
from gamedsl_interpreter.wording.texts import specs_by_instance
from gamedsl_interpreter.worlds.dealt import DealtWorlds, RolledField, WorldPlan
from gamedsl_interpreter.worlds.lost import Lost

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.engine import WasmEngine
    from gamedsl_interpreter.wasm.reference_twin import TwinState


@cache
def dealer() -> Dealer:
    """Returns the dealer, which draws pieces. Raises Unavailable."""
    return Dealer()


atexit.register(dealer.cache_clear)  # wasmtime can free its modules only before Python shuts down


_Stretches: TypeAlias = Sequence[Sequence[int]]


class WasmWorlds:
    """The worlds of a seat at a state: see `Worlds`."""

    def __init__(self, engine: WasmEngine, root: WasmState, plan: DealtWorlds[TwinState]) -> None:
        self._engine = engine
        self._root = root
        self._plan = plan
        self._writer = _Writer(engine.game, root.record, plan.zones, plan.rolled) if plan.is_plain else None
        self._has_stream = root.record[stream_at(engine.game) + 16] != 0

    @property
    def seat(self) -> SeatId:
        return self._plan.seat

    @property
    def exact(self) -> bool:
        return self._plan.exact

    @property
    def lossy(self) -> tuple[Lost, ...]:
        return self._plan.lossy

    def plan(self) -> tuple[bytes, WorldPlan[TwinState]] | None:
        """Returns the plan of the sampling as data, and a record with everything that is not sampled, in which the hidden zones are empty. None if worlds
        must be sampled in Python."""
        sampling = self._plan.plan_of_worlds()
        if sampling is None:
            return None
        record = self._root.record if self._plan.is_plain else self._engine.record_of(sampling.template)
        return _empty_zones(self._engine.game, record, sampling.zones), sampling

    def sample(self, dice: Dice) -> WasmState:
        if self._writer is None:
            return self._engine.put(self._plan.sample(dice))
        if not isinstance(dice, Dice):  # pyright: ignore[reportUnnecessaryIsInstance]
            self._plan.deal(dice)
        began = dice.stream
        dealt = self._plan.deal(dice, dealer().take)
        rolled = [roll.outcome(dice) for roll in self._plan.rolled]
        stream = random.start_stream(dice.below(1 << 64), dice.below(1 << 64)) if self._has_stream else None
        root = self._root
        drawn = Drawn(partial(self._sample_again, began))
        return WasmState(
            root.facts, self._writer.record(dealt, rolled, stream), root.acting, root.pending, None, None, drawn
        )

    def _sample_again(self, began: Stream) -> TwinState:
        return self._plan.sample(Dice(began))


def _empty_zones(game: Game, record: bytes, zones: Sequence[int]) -> bytes:
    """Returns the record with some zones empty."""
    made, empty = bytearray(record), set(zones)
    for cell in game.layout.cells:
        if cell.what == "zone" and cell.id in empty:
            made[cell.offset : cell.offset + cell.size] = bytes(cell.size)
    return bytes(made)


class _Writer:
    """Writes dealt pieces into copies of a record."""

    def __init__(self, game: Game, record: bytes, zones: Sequence[int], rolled: Sequence[RolledField]) -> None:
        cells = {cell.id: cell for cell in game.layout.cells if cell.what == "zone"}
        _, specs = specs_by_instance(game)
        self._stream_at = stream_at(game)
        self._parts: list[tuple[int, int, Callable[[_Stretches], bytes]]] = []
        for zone in zones:
            cell = cells[zone]
            coding = zone_coding(game, specs[zone])
            if isinstance(coding, PileZone):
                kinds = kinds_of(game, specs[zone].classes)
                is_small = set(coding.codes) == {"B"}
                numbers: dict[int, int] = {kind: coding.kinds.number(kind) for kind in kinds} if is_small else {}
                form = Struct("<" + coding.codes)
                write: Callable[[_Stretches], bytes] = partial(_encode_pile, coding, numbers, form)
            else:
                form = Struct("<" + coding.codes)
                values: dict[int, int] = {
                    kind: int.from_bytes(form.pack(*coding.spread(((kind, 1),))), "little")
                    for kind in kinds_of(game, specs[zone].classes)
                }
                write = partial(_encode_bag, values, cell.size)
            self._parts.append((cell.offset, cell.offset + cell.size, write))
        fields = {cell.id: cell for cell in game.layout.cells if cell.what == "field"}
        self._rolled = [(fields[roll.field].offset, fields[roll.field].size, roll.encode_outcome) for roll in rolled]
        self._record = _empty_zones(game, record, zones)

    def record(self, dealt: Sequence[_Stretches], rolled: Sequence[tuple[int, ...]], stream: Stream | None) -> bytes:
        """Makes a record with these pieces, outcomes of rolls, and this stream. Raises Fault."""
        made = bytearray(self._record)
        for (start, end, write), lying in zip(self._parts, dealt, strict=True):
            made[start:end] = write(lying)
        for (start, size, coded), outcome in zip(self._rolled, rolled, strict=True):
            made[start : start + size] = coded(outcome)
        if stream is not None:
            pack_into("<QQ", made, self._stream_at, stream.state, stream.increment)
        return bytes(made)


def _encode_bag(values: dict[int, int], size: int, lying: _Stretches) -> bytes:
    """Encodes a zone without order: the sum of the codings of its pieces."""
    return sum([values[kind] for kind in lying[0]]).to_bytes(size, "little")


def _encode_pile(coding: PileZone, numbers: dict[int, int], form: Struct, lying: _Stretches) -> bytes:
    if not any(lying):
        return bytes(form.size)
    if numbers and len(lying) == 1 and len(set(lying[0])) > 1:
        # The encoding of one stretch: the number of pieces, the pieces in ascending order, and no cut.
        pieces = sorted([numbers[kind] for kind in lying[0]])
        return bytes((len(pieces), *pieces)).ljust(form.size, b"\0")
    counted: list[tuple[tuple[int, int], ...]] = []
    for stretch in lying:
        counts: dict[int, int] = {}
        for kind in stretch:
            counts[kind] = counts.get(kind, 0) + 1
        counted.append(tuple(sorted(counts.items())))
    return form.pack(*coding.spread(canonical_pile(counted)))


_FEW = 6
"""The most pieces that are drawn faster in Python: a call takes about two microseconds, a draw a third of one."""

_ITEMS = 16
"""The address of the pieces: see `runtime.hosts.taking`."""
_MOST = 60_000
"""The largest pool for which the page of memory has room."""


class Dealer:
    """Draws pieces as `Dice.take` does; each thread has an instance of its own."""

    def __init__(self) -> None:
        """Raises Unavailable."""
        from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
        from gamedsl_interpreter.wasm.emit.assembly.source import Library

        library = Library(["random", "hosts/taking"])
        functions = [library.function(name, {"PCG_FACTOR": FACTOR}) for name in ("take", "below", "word")]
        self._program = Program(encode(Module(functions, ["take"], 1, (), ())))
        self._own = local()

    def take(self, dice: Dice, items: list[int], number: int) -> list[int]:
        """Takes `number` random items out of a list: see `Dice.take`."""
        count = len(items)
        if number < _FEW or number > count or count > _MOST:
            return dice.take(items, number)
        try:
            pieces = bytes(items)
        except ValueError:  # a kind is above 255
            return dice.take(items, number)
        instance: Instance | None = getattr(self._own, "instance", None)
        if instance is None:
            instance = self._own.instance = self._program.instance()
        memory, stream = instance.memory, dice.stream
        pack_into("<QQ", memory, 0, stream.state, stream.increment)
        memory[_ITEMS : _ITEMS + count] = pieces
        left = instance.functions["take"](count, number)
        dice.go_to(unpack_from("<Q", memory)[0])
        drawn = memory[_ITEMS : _ITEMS + count].tolist()
        items[:] = drawn[:left]
        drawn.reverse()
        return drawn[:number]

"""Observations of a position by a seat, as numbers. They are built from the parts that the seat sees, like views (see `observations` for the layout)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from gamedsl.graph.bytes.codec import decode_cell
from gamedsl.graph.model import types
from gamedsl.graph.model.game import ZoneSpec
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EndNode
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.observations import STEPS, FieldPart, ObservationSpace, Values, ZonePart
from gamedsl_interpreter.reference.knowledge.views import to_act
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values import collections


def observation(machine: Machine, space: ObservationSpace, state: ReferenceState, seat: SeatId) -> array[int]:
    """Returns the numbers for a seat: `space.size` of them."""
    made = _start_numbers(
        space, seat, to_act(machine, state, seat), space.phases[machine.game.nodes[state.node].cluster]
    )
    _write_steps(made, space, dict(state.pending).get(seat, ()))
    frame = list(state.frame)
    for field in space.field_parts:
        if machine.audience.field(field.instance, frame) >> seat & 1:
            _write_field(made, field, frame[field.instance])
    for zone in space.zone_parts:
        is_seen = bool(machine.audience.zone(zone.instance, frame) >> seat & 1)
        lying = frame[machine.slots.fields + zone.instance]
        _write_zone(made, zone, machine.zone_specs[zone.instance], lying, is_seen)
    return made


def _start_numbers(space: ObservationSpace, seat: SeatId, acting: Iterable[SeatId], phase: int) -> array[int]:
    """Writes the parts before the fields, without the steps."""
    made = array("i", bytes(4 * space.size))
    made[space.seat_at + seat] = 1
    for other in acting:
        made[space.to_act_at + other] = 1
    made[space.phase_at + phase] = 1
    return made


def _write_steps(made: array[int], space: ObservationSpace, taken: Sequence[int]) -> None:
    for i, step in enumerate(taken[: -STEPS - 1 : -1]):
        made[space.steps_at + i] = step + 1


class Observer:
    """Makes observations from the bytes of positions, if the visibility of everything is fixed and the acting seat is no secret. The numbers for the bytes of
    a field or zone are cached."""

    def __init__(self, machine: Machine, space: ObservationSpace) -> None:
        self.space = space
        game = machine.game
        cells = {(cell.what, cell.id): cell for cell in game.layout.cells}
        self._acts = [isinstance(node, DecisionNode) and not node.is_unseen for node in game.nodes]
        self._rests = [isinstance(node, EndNode | ChanceNode) for node in game.nodes]
        self._phases = [space.phases.get(node.cluster, 0) for node in game.nodes]
        self._starts: dict[tuple[SeatId, tuple[SeatId, ...], int], array[int]] = {}
        """The parts before the fields."""
        self._parts: list[list[_Piece]] | None = []
        for seat in range(len(game.seats)):
            pieces = [_field_piece(machine, part, cells["field", part.instance], seat) for part in space.field_parts]
            pieces += [_zone_piece(machine, part, cells["zone", part.instance], seat) for part in space.zone_parts]
            if None in pieces:
                self._parts = None
                break
            self._parts.append([(cell.offset, cell.offset + cell.size, found) for cell, found in filter(None, pieces)])

    def observation(
        self, position: bytes, node: int, acting: tuple[SeatId, ...], taken: Sequence[int], seat: SeatId
    ) -> array[int] | None:
        """Returns the numbers for a seat; None if they cannot be made from bytes."""
        if self._parts is None or not ((self._acts[node] and acting) or self._rests[node]):
            return None
        begun = self._starts.get((seat, acting, node))
        if begun is None:
            begun = self._starts[seat, acting, node] = _start_numbers(self.space, seat, acting, self._phases[node])
        made = begun[:]
        if taken:
            _write_steps(made, self.space, taken)
        for start, end, found in self._parts[seat]:
            for at, value in found[position[start:end]]:
                made[at] = value
        return made


class _NumberCache(dict[bytes, list[tuple[int, int]]]):
    """A cache of the numbers, by place, for the bytes of a field or zone."""

    def __init__(self, size: int, write: Callable[[array[int], bytes], None]) -> None:
        super().__init__()
        self._size = size
        self._write = write

    def __missing__(self, data: bytes) -> list[tuple[int, int]]:
        made = array("i", bytes(4 * self._size))
        self._write(made, data)
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[data] = [(at, value) for at, value in enumerate(made) if value]
        return found


_MOST_KEPT = 4096
_Piece: TypeAlias = tuple[int, int, _NumberCache]
"""The start and the end of some bytes of a position, and the numbers of an observation for each content."""


def _field_piece(machine: Machine, part: FieldPart, cell: Cell, seat: int) -> tuple[Cell, _NumberCache] | None:
    """Makes the cache for a field; None if the position determines who sees it."""
    mask = machine.audience.fields[part.instance]
    if not isinstance(mask, int):
        return None
    is_seen = bool(mask >> seat & 1)

    def write(made: array[int], data: bytes) -> None:
        if is_seen:
            _write_field(made, part, decode_cell(cell, data, machine.game))

    return cell, _NumberCache(part.values_at + part.values.size, write)


def _zone_piece(machine: Machine, part: ZonePart, cell: Cell, seat: int) -> tuple[Cell, _NumberCache] | None:
    """Makes the cache for a zone; None if the position determines who sees it."""
    mask = machine.audience.zones[part.instance]
    if not isinstance(mask, int):
        return None
    is_seen = bool(mask >> seat & 1)
    spec = machine.zone_specs[part.instance]

    def write(made: array[int], data: bytes) -> None:
        _write_zone(made, part, spec, decode_cell(cell, data, machine.game), is_seen)

    return cell, _NumberCache(part.kinds_at + 2 * part.kinds.count, write)


def _write_field(made: array[int], part: FieldPart, value: Value) -> None:
    made[part.first] = 1
    if part.values_at == part.first:
        made[part.first] = 0
    _write(made, part.values_at, part.values, value)


def _write(made: array[int], at: int, values: Values, value: Any) -> None:
    """Writes a value of a field, or an element of a list."""
    match values.form:
        case "one_hot":
            made[at + (values.size - 1 if value is None else values.scale.number(value))] = 1
        case "number":
            if value is not None:
                made[at] = 1
                made[at + 1] = int(value)
        case "counts":
            pairs: Sequence[Value] = value
            for one in pairs:
                match one:
                    case (element, int(count)):
                        made[at + values.scale.number(element)] = count
                    case _:
                        made[at + values.scale.number(one)] = 1
        case "list":
            made[at] = len(value)
            items = values.items
            if items is not None:
                for i, one in enumerate(value[: (values.size - 1) // items.size]):
                    _write(made, at + 1 + i * items.size, items, one)


def _write_zone(made: array[int], part: ZonePart, spec: ZoneSpec, lying: Any, is_seen: bool) -> None:
    is_pile = part.top_at >= 0
    stretches: Sequence[collections.Counts] = lying if is_pile else (lying,)
    number = sum(count for stretch in stretches for _, count in stretch)
    made[part.first] = number if is_seen or not spec.visibility.count_hidden else -1
    if is_seen:
        for stretch in stretches:
            for kind, count in stretch:
                made[part.kinds_at + part.kinds.number_of[types.KindId(kind)]] += count
    if is_pile and lying and (is_seen or spec.visibility.top_seen):
        top = stretches[-1]
        if len(top) == 1:
            made[part.top_at + part.kinds.number_of[types.KindId(top[0][0])]] = 1

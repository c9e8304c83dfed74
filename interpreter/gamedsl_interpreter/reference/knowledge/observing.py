"""What a seat sees of a position, as numbers: put together from what it is shown, like views (see `observations` for the parts)."""

from __future__ import annotations

from array import array
from typing import Any

from gamedsl.graph.model import types
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.observations import STEPS, FieldPart, ObservationSpace, Values, ZonePart
from gamedsl_interpreter.reference.knowledge.views import to_act
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame


def observation(machine: Machine, space: ObservationSpace, state: ReferenceState, seat: SeatId) -> array[int]:
    """The numbers for a seat: `space.size` of them."""
    made = array("i", bytes(4 * space.size))
    frame = list(state.frame)
    made[space.seat_at + seat] = 1
    for other in to_act(machine, state, seat):
        made[space.to_act_at + other] = 1
    made[space.phase_at + space.phases[machine.game.nodes[state.node].cluster]] = 1
    taken = dict(state.pending).get(seat, ())
    for i, step in enumerate(taken[: -STEPS - 1 : -1]):
        made[space.steps_at + i] = step + 1
    for field in space.field_parts:
        if machine.audience.field(field.instance, frame) >> seat & 1:
            _write_field(made, field, frame[field.instance])
    for zone in space.zone_parts:
        _write_zone(machine, made, zone, frame, seat)
    return made


def _write_field(made: array[int], part: FieldPart, value: Value) -> None:
    made[part.first] = 1
    if part.values_at == part.first:
        made[part.first] = 0
    _write(made, part.values_at, part.values, value)


def _write(made: array[int], at: int, values: Values, value: Any) -> None:
    """Writes a value of a seat's field or list."""
    match values.form:
        case "one_hot":
            made[at + (values.size - 1 if value is None else values.scale.number(value))] = 1
        case "number":
            if value is not None:
                made[at] = 1
                made[at + 1] = int(value)
        case "counts":
            for one in value:
                element, count = one if isinstance(one, tuple) else (one, 1)
                made[at + values.scale.number(element)] = count
        case "list":
            made[at] = len(value)
            items = values.items
            if items is not None:
                for i, one in enumerate(value[: (values.size - 1) // items.size]):
                    _write(made, at + 1 + i * items.size, items, one)


def _write_zone(machine: Machine, made: array[int], part: ZonePart, frame: Frame, seat: SeatId) -> None:
    spec = machine.zone_specs[part.instance]
    lying: Any = frame[machine.slots.fields + part.instance]
    is_seen = bool(machine.audience.zone(part.instance, frame) >> seat & 1)
    made[part.first] = machine.zones.size(frame, part.instance) if is_seen or not spec.visibility.count_hidden else -1
    if not lying:
        return
    is_pile = part.top_at >= 0
    if is_seen:
        for stretch in lying if is_pile else (lying,):
            for kind, count in stretch:
                made[part.kinds_at + part.kinds.number_of[kind]] += count
    if is_pile and (is_seen or spec.visibility.top_seen):
        top: collections.Counts = lying[-1]
        if len(top) == 1:
            made[part.top_at + part.kinds.number_of[types.KindId(top[0][0])]] = 1

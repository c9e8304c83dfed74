"""Views: what one seat may know of a position, built from the parts that it sees (never by removing parts of the whole)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.graph.analysis.secrecy import list_shown_locals
from gamedsl.graph.model import shapes
from gamedsl.graph.model.game import ZoneSpec
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.engine import Events, View, ZoneView
from gamedsl_interpreter.facts import Bound, Log
from gamedsl_interpreter.reference.knowledge.events import backs_of, events, lower_bounds, viewers
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame


def view(machine: Machine, state: ReferenceState, seat: SeatId | None, log: Callable[[], Log]) -> View:
    """Returns the view of the seat (None: of a spectator). The log is computed only if it is needed: for the events, or for the known pieces in zones that
    the seat does not see."""
    frame, bits = list(state.frame), viewers(machine, seat)
    known_at: list[tuple[Bound, ...]] = []

    def certain(zone: int) -> Bound:
        if not known_at:
            known_at.append(lower_bounds(machine, log(), seat))
        return known_at[0][zone]

    return View(
        seat=seat,
        phase=machine.game.nodes[state.node].cluster,
        to_act=to_act(machine, state, seat),
        zones=_zones(machine, frame, bits, certain),
        fields=tuple(
            [
                _field(machine, i, frame[i])
                for i in machine.shown_fields
                if machine.audience.field(i, frame) & bits == bits
            ]
        ),
        events=Events(lambda: events(machine, log(), seat)),
        round=round_of(machine, state),
        locals=tuple(
            [
                (machine.game.locals[local].name, machine.texts.value(value, machine.game.locals[local].type))
                for local in list_shown_locals(machine.game, state.node, machine.known.locals)
                if (value := frame[machine.slots.local(local)]) is not None
            ]
        ),
    )


def round_of(machine: Machine, state: ReferenceState) -> int | None:
    """Returns the number of the round, from a field of the position or its proof counter. None in a game without rounds."""
    field, rounds = machine.game.builtins.round, machine.game.about.rounds
    if field is not None:
        return shapes.number(state.frame[machine.game.fields[field].base])
    return None if rounds is None or rounds.counter is None else state.counters[rounds.counter]


def to_act(machine: Machine, state: ReferenceState, seat: SeatId | None) -> tuple[SeatId, ...]:
    """Returns the seats that have to choose, as far as the seat may know: only the asked seat notices an unseen choice. If several choose at once, the other
    participants are included whether they have chosen or not."""
    match machine.game.nodes[state.node]:
        case DecisionNode(is_unseen=True):
            asked = machine.seat_at(state.frame, state.node)
            return (asked,) if asked == seat else ()
        case DecisionNode():
            return (machine.seat_at(state.frame, state.node),)
        case TogetherNode() as node:
            waiting = machine.waiting(state.frame, node)
            return tuple(
                p for p in machine.list_asked_seats(state.frame, state.node, node) if p != seat or p in waiting
            )
        case _:
            return ()


_MOST_KNOWN = 20_000
"""The most fields and zones whose views are kept. Those of one match differ little from stop to stop and from seat to seat."""


def _field(machine: Machine, number: int, value: Value) -> tuple[str, str]:
    """Returns the name of a field, and its value in words."""
    known, key = machine.field_views, (number, value)
    found = known.get(key)
    if found is None:
        found = machine.texts.fields[number], machine.texts.value(value, machine.field_specs[number].type)
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found


def _zones(machine: Machine, frame: Frame, bits: int, certain: Callable[[int], Bound]) -> tuple[ZoneView, ...]:
    views: list[ZoneView] = []
    known, masks = machine.zone_views, machine.audience.zones
    for zone, slot in machine.shown_zones:
        mask = masks[zone]
        if not isinstance(mask, int):
            mask = mask(frame)
        lying = frame[slot]
        bound = None if mask & bits == bits else tuple(sorted(certain(zone).items()))
        key = zone, lying, bound
        found = known.get(key)
        if found is None:
            found = _make_zone(machine, frame, zone, bound)
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[key] = found
        views.append(found)
    return tuple(views)


def _make_zone(machine: Machine, frame: Frame, zone: int, bound: tuple[tuple[int, int], ...] | None) -> ZoneView:
    """Makes the view of a zone. `bound` tells a seat that does not see the zone which pieces can be in it."""
    name, spec = machine.texts.zones[zone], machine.zone_specs[zone]
    lying = frame[machine.slots.fields + zone]
    if bound is None:
        return ZoneView(name, _contents(machine, spec, lying), machine.zones.size(frame, zone), (), ())
    counted = tuple((machine.texts.kinds[kind], count) for kind, count in bound)
    if spec.visibility.count_hidden:
        return ZoneView(name, None, None, (), counted)
    return ZoneView(name, None, machine.zones.size(frame, zone), _backs(machine, spec, lying), counted)


def _contents(machine: Machine, spec: ZoneSpec, lying: Any) -> tuple[tuple[str, int], ...]:
    names = machine.texts.kinds
    if spec.form != "pile":
        counts: collections.Counts = lying
        return tuple((names[kind], count) for kind, count in counts)
    pile: collections.Pile = lying
    return tuple((names[kind], 1) for stretch in pile for kind, count in stretch for _ in range(count))


def _backs(machine: Machine, spec: ZoneSpec, lying: Any) -> tuple[tuple[str, int], ...]:
    """Returns all backs of a bag or slot; of a pile the top one, unless it is undecided."""
    if spec.form != "pile" or not lying:
        return backs_of(machine, lying)
    if spec.visibility.top_seen:
        stretch: collections.Counts = lying[-1]
        return ((machine.texts.kinds[stretch[0][0]], 1),) if len(stretch) == 1 else ()
    top: collections.Counts = tuple((kind, 1) for kind, _ in lying[-1])
    backs = backs_of(machine, top)
    return ((backs[0][0], 1),) if len(backs) == 1 else ()

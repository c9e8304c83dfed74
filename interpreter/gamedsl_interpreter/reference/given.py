"""Puts the givens of an example on the table (semantics 9): the pieces come from their start zones, and displaced pieces go back there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from gamedsl.errors import ArgumentError
from gamedsl.graph.model import types
from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.game import StartSpec, ZoneSpec
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.facts import Laid
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.watchers import index_of
from gamedsl_interpreter.worked_examples.host import GivenError


def put(machine: Machine, frame: Frame, given: Sequence[GivenZone | GivenField]) -> None:
    """Applies all givens at once: fields get their values, and zones exactly their pieces."""
    for item in given:
        if isinstance(item, GivenField):
            frame[machine.game.fields[item.field].base + item.instance] = item.value
    zones = [item for item in given if isinstance(item, GivenZone)]
    table = _Table(machine, frame, frozenset(item.zone for item in zones))
    for item in zones:
        for kind, count in item.content:
            table.fetch(kind, count, item.site)
    for item in zones:
        table.lay(item)
    table.put_back()


def lay_out(machine: Machine, frame: Frame, start: StartSpec) -> Laid:
    """Puts the givens of a named start on the table; returns the fact that tells which seats see which pieces. Raises ArgumentError if that is impossible."""
    try:
        put(machine, frame, start.given)
    except GivenError as error:
        raise ArgumentError(f"the start `{start.name}` cannot be put on the table: {error}") from error
    with machine.scope:
        shown = tuple(
            (zone, pieces, machine.audience.zone(zone, frame))
            for zone in range(machine.slots.zones)
            if (pieces := machine.zones.contents(frame, zone))
        )
    return Laid(machine.game.starts.index(start), shown)


class _Table:
    """Pieces in limbo (displaced, or fetched for a given), while the zones that are not given still hold theirs."""

    def __init__(self, machine: Machine, frame: Frame, given: frozenset[int]) -> None:
        self._machine = machine
        self._frame = frame
        self._given = given
        self._displaced: dict[int, int] = {}
        for zone in sorted(given):
            for kind, count in machine.zones.contents(frame, zone):
                self._displaced[kind] = self._displaced.get(kind, 0) + count
            frame[machine.zones.first + zone] = ()

    def fetch(self, kind: int, count: int, site: SiteId) -> None:
        """Takes pieces from limbo, then from the zones that may supply them, then those that show their other side."""
        count -= self._fetch_unturned(kind, count)
        other = self._machine.game.kinds[kind].other
        if count and other is not None:
            turned = self._fetch_unturned(other, count)
            self._turn(other, turned)
            count -= turned
        if count:
            raise GivenError(site, self._missing_text(kind, count))

    def _fetch_unturned(self, kind: int, count: int) -> int:
        """Fetches up to `count` pieces, and returns how many were found."""
        wanted = count
        from_limbo = min(count, self._displaced.get(kind, 0))
        if from_limbo:
            self._displaced[kind] -= from_limbo
            count -= from_limbo
        for zone in self._sources(kind) if count else ():
            there = dict(self._machine.zones.contents(self._frame, zone)).get(kind, 0)
            taken = min(there, count)
            if taken:
                self._take(zone, kind, taken)
                count -= taken
        return wanted - count

    def _turn(self, kind: int, count: int) -> None:
        """Turns pieces of a kind that are already taken to their other side."""
        sides, other = self._sides(), self._machine.game.kinds[kind].other
        if sides is not None and other is not None and count:
            self._take(sides, other, count)
            self._add(sides, kind, count)

    def _sides(self) -> int | None:
        zone = self._machine.game.builtins.sides
        return None if zone is None else self._machine.game.zones[zone].base

    def lay(self, item: GivenZone) -> None:
        """Fills a given zone with the fetched pieces."""
        zones = self._machine.zones
        room = zones.capacities[item.zone]
        size = sum(count for _, count in item.content)
        if room is not None and size > room:
            raise GivenError(item.site, f"{zones.names[item.zone]} holds at most {room}, not {size}")
        listed = tuple(((int(kind), count),) for kind, count in item.content)
        lying = collections.normal(listed) if zones.piles[item.zone] else collections.bag(item.content)
        self._frame[zones.first + item.zone] = lying

    def put_back(self) -> None:
        """Puts unused displaced pieces into the start zone of their kind, or, if that zone is given, out of play."""
        box = self._machine.game.builtins.box
        aside = [] if box is None else [self._machine.game.zones[box].base]
        for kind, count in self._displaced.items():
            other = self._machine.game.kinds[kind].other
            if count and other is not None and not self._start_zones(kind):
                self._turn(kind, count)
                kind = other
            places = chain(self._start_zones_or_first(kind), aside, self._sources(kind))
            home = next((zone for zone in places if zone not in self._given and self._can_lie(zone, kind)), None)
            if count and home is not None:
                self._add(home, kind, count)

    def _sources(self, kind: int) -> Iterator[int]:
        """Yields the zones that may supply a kind: its start zones, then the zones that belong to no seat, then the seats' own in seat order, but no slots."""
        starts = self._start_zones_or_first(kind)
        specs, sides = self._machine.zone_specs, self._sides()
        others = [zone for zone in range(len(specs)) if zone not in starts and zone != sides]
        shared = [zone for zone in others if not _is_seats(specs[zone])]
        own = [zone for zone in others if _is_seats(specs[zone]) and specs[zone].form != "slot"]
        own.sort(key=lambda zone: index_of(specs[zone].dimensions, zone - specs[zone].base)[0])
        yield from (zone for zone in (*starts, *shared, *own) if zone not in self._given)

    def _start_zones_or_first(self, kind: int) -> list[int]:
        return self._start_zones(kind) or [0]

    def _start_zones(self, kind: int) -> list[int]:
        """Lists the zones that hold pieces showing this kind before anything happens."""
        start, zones, sides = self._machine.start, self._machine.zones, self._sides()
        places = range(self._machine.slots.zones)
        return [zone for zone in places if zone != sides and kind in dict(zones.contents(start, zone))]

    def _can_lie(self, zone: int, kind: int) -> bool:
        return self._machine.game.kinds[kind].cls in self._machine.zone_specs[zone].classes

    def _take(self, zone: int, kind: int, count: int) -> None:
        slot = self._machine.zones.first + zone
        if self._machine.zones.piles[zone]:
            self._frame[slot], _ = collections.take_from_top(self._frame[slot], {kind: count})
        else:
            self._frame[slot] = collections.bag_without(self._frame[slot], ((kind, count),))

    def _add(self, zone: int, kind: int, count: int) -> None:
        slot = self._machine.zones.first + zone
        joined = collections.bag_join(self._machine.zones.contents(self._frame, zone), ((kind, count),))
        self._frame[slot] = collections.normal([joined]) if self._machine.zones.piles[zone] else joined

    def _missing_text(self, kind: int, count: int) -> str:
        names = self._machine.texts
        places = [
            names.zones[zone]
            for zone in range(self._machine.slots.zones)
            if kind in dict(self._machine.zones.contents(self._frame, zone))
        ]
        where = f"; the others lie in {', '.join(places)}" if places else ""
        return f"{count} more {names.kinds[kind]} would be needed{where}"


def _is_seats(spec: ZoneSpec) -> bool:
    return spec.owned and isinstance(spec.dimensions[0].type, types.Player)

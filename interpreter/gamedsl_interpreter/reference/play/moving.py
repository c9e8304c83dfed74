"""Moves pieces between zones, with all checks before the first change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from gamedsl.graph.model.types import NO_PLACE, SiteId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.facts import Exchanged, Leaving, Moved, Passing, Put, Shuffled
from gamedsl_interpreter.reference.fault_words import count_found, count_pieces
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.knowledge.audience import Audience
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance

_Take: TypeAlias = Callable[[collections.Pile, dict[int, int]], tuple[collections.Pile, collections.Pile]]
_Arrange: TypeAlias = Callable[[collections.Pile, collections.Pile], collections.Pile]


@frozen
class Zones:
    """The data of each zone instance: its slot in the frame (`first` + instance), form, capacity, name and audience. `tops_seen`: everyone sees the top of
    the pile. `kinds`: the names of kinds."""

    first: int
    piles: tuple[bool, ...]
    tops_seen: tuple[bool, ...]
    capacities: tuple[int | None, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    audience: Audience

    def contents(self, frame: Frame, zone: int) -> collections.Counts:
        """Returns the pieces of a zone without their order."""
        lying = frame[self.first + zone]
        counts: collections.Counts = collections.flat(lying) if self.piles[zone] else lying
        return counts

    def size(self, frame: Frame, zone: int) -> int:
        """Counts the pieces of a zone."""
        lying = frame[self.first + zone]
        return collections.pile_size(lying) if self.piles[zone] else collections.bag_size(lying)


def zones_of(make: Formulas, audience: Audience, texts: Texts) -> Zones:
    """Collects the zones of a Game."""
    _, specs = specs_by_instance(make.game)
    capacities = (1 if spec.form == "slot" else spec.capacity for spec in specs)
    piles = tuple(spec.form == "pile" for spec in specs)
    tops_seen = tuple(spec.visibility.top_seen for spec in specs)
    return Zones(make.slots.fields, piles, tops_seen, tuple(capacities), texts.zones, texts.kinds, audience)


# ---------------------------------------------------------------- moves


def move(zones: Zones, work: Work, pieces: collections.PieceCounts, to: int | None, site: SiteId) -> None:
    """Moves pieces onto a zone; of a pile the top-most ones leave. Faults E_MISSING, E_FULL, E_NONE."""
    _move(zones, work, pieces, to, site, collections.take_from_top, Put.ON_TOP)


def move_committed(zones: Zones, work: Work, pieces: collections.PieceCounts, to: int | None, site: SiteId) -> None:
    """Moves pieces that were chosen in a simultaneous decision. Otherwise like `move`."""
    _move(zones, work, pieces, to, site, collections.take_from_top, Put.ON_TOP, committed=True)


def move_with(  # flags as in the statement
    zones: Zones,
    work: Work,
    pieces: collections.PieceCounts,
    to: int | None,
    site: SiteId,
    *,
    under: bool,
    from_bottom: bool,
) -> None:
    """Moves pieces from and to either end of piles. Otherwise like `move`."""
    take = collections.take_from_bottom if from_bottom else collections.take_from_top
    _move(zones, work, pieces, to, site, take, Put.BENEATH if under else Put.ON_TOP)


def shuffle_into(zones: Zones, work: Work, pieces: collections.PieceCounts, to: int | None, site: SiteId) -> None:
    """Moves pieces to a zone; the order of all its pieces becomes unknown."""
    _move(zones, work, pieces, to, site, collections.take_from_top, None)
    if to is not None:
        shuffle(zones, work, to)


def shuffle_under(zones: Zones, work: Work, pieces: collections.PieceCounts, to: int | None, site: SiteId) -> None:
    """Moves pieces beneath a pile, as one stretch of unknown order."""
    _move(zones, work, pieces, to, site, collections.take_from_top, Put.BENEATH_MIXED)
    if to is not None and pieces:
        work.facts.append(Shuffled(to, beneath=True))


def shuffle(zones: Zones, work: Work, zone: int) -> None:
    """Makes the order of a pile unknown."""
    if zones.piles[zone]:
        slot = zones.first + zone
        work.frame[slot] = collections.normal([collections.flat(work.frame[slot])])
        work.facts.append(Shuffled(zone))


def swap(
    zones: Zones, work: Work, first: collections.PieceCounts, second: collections.PieceCounts, site: SiteId
) -> None:
    """Exchanges two groups of pieces at once: each arrives in the zone of the other's first piece. Faults E_MISSING (also if a piece is in both groups), E_FULL."""
    if not first or not second:
        raise Fault("E_MISSING", site, "there is nothing to exchange")
    groups = [(collections.by_place(first), second[0][0]), (collections.by_place(second), first[0][0])]
    _check_there(zones, work.frame, collections.by_place((*first, *second)), site)
    gone = [
        [_leave(zones, work, place, kinds, collections.take_from_top) for place, kinds in places.items()]
        for places, _ in groups
    ]
    for number, ((_, to), parts) in enumerate(zip(groups, gone, strict=True)):
        _land(zones, work, to, parts, Put.ON_TOP, swapped=number > 0)
    for _, to in groups:
        check_room(zones, to, zones.size(work.frame, to), site)


def draw(  # flags as in the statement
    zones: Zones,
    work: Work,
    source: int,
    kinds: tuple[int, ...],
    to: int,
    site: SiteId,
    *,
    under: bool,
    from_bottom: bool,
) -> None:
    """Moves pieces of these kinds one by one, in this order, out of a zone (out of a pile: from the top or the bottom). Fault E_FULL."""
    if not kinds:
        return
    counts: dict[int, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    check_room(zones, to, zones.size(work.frame, to) + (len(kinds) if to != source else 0), site)
    take = collections.take_from_bottom if from_bottom else collections.take_from_top
    part, _ = _leave(zones, work, source, counts, take)
    singles = tuple(((kind, 1),) for kind in kinds)
    ordered = tuple(reversed(singles)) if under else singles
    put = Put.BENEATH if under else Put.ON_TOP
    _land(zones, work, to, [(part, ordered)], put, from_bottom=from_bottom, drawn=True)


def _move(
    zones: Zones,
    work: Work,
    pieces: collections.PieceCounts,
    to: int | None,
    site: SiteId,
    take: _Take,
    put: Put | None,
    *,
    committed: bool = False,
) -> None:
    """Moves pieces onto a zone. `put` None: the zone will be shuffled afterwards, so nobody sees which pieces arrive."""
    if not pieces:
        return
    if to is None:
        raise Fault("E_NONE", site, "pieces move to a place that is none")
    places = collections.by_place(pieces)
    _check_there(zones, work.frame, places, site)
    if zones.capacities[to] is not None:
        moving = sum(count for place, kinds in places.items() if place != to for count in kinds.values())
        check_room(zones, to, zones.size(work.frame, to) + moving, site)
    parts = [_leave(zones, work, place, kinds, take) for place, kinds in places.items()]
    _land(zones, work, to, parts, put, from_bottom=take is collections.take_from_bottom, committed=committed)


def _land(
    zones: Zones,
    work: Work,
    to: int,
    parts: list[tuple[Leaving, collections.Pile]],
    put: Put | None,
    *,
    from_bottom: bool = False,
    drawn: bool = False,
    committed: bool = False,
    swapped: bool = False,
) -> None:
    arrange = _ARRANGE[put or Put.ON_TOP]
    _arrive(zones, work, to, [(drawn or zones.piles[part.zone], pile) for part, pile in parts], arrange)
    seen = zones.audience.zone(to, work.frame)
    if zones.tops_seen[to] and put is Put.ON_TOP and sum(count for part, _ in parts for _, count in part.pieces) == 1:
        seen = zones.audience.all
    seen_parts = tuple([_add_seen(part, seen) for part, _ in parts])
    work.facts.append(Moved(to, seen_parts, put or Put.ON_TOP, from_bottom, drawn, committed, swapped))


def _check_there(zones: Zones, frame: Frame, places: Mapping[int, Mapping[int, int]], site: SiteId) -> None:
    for place, kinds in places.items():
        there = {} if place == NO_PLACE else dict(zones.contents(frame, place))
        for kind, count in kinds.items():
            if there.get(kind, 0) < count:
                where = "in no place that is known" if place == NO_PLACE else f"in `{zones.names[place]}`"
                wanted = f"{count} {zones.kinds[kind]} to be taken"
                raise Fault("E_MISSING", site, f"{wanted}, and {count_found(there.get(kind, 0))} {where}")


def check_room(zones: Zones, zone: int, size: int, site: SiteId) -> None:
    """Raises Fault E_FULL if `size` pieces exceed the capacity."""
    capacity = zones.capacities[zone]
    if capacity is not None and size > capacity:
        raise Fault("E_FULL", site, f"{count_pieces(size)} in `{zones.names[zone]}`, which holds {capacity}")


def _leave(
    zones: Zones, work: Work, place: int, kinds: dict[int, int], take: _Take
) -> tuple[Leaving, collections.Pile]:
    frame, slot = work.frame, zones.first + place
    seen, before = zones.audience.zone(place, frame), zones.size(frame, place)
    pieces = tuple(sorted(kinds.items()))
    if zones.tops_seen[place] and take is collections.take_from_top and _is_top(frame[slot], pieces):
        seen = zones.audience.all
    if zones.piles[place]:
        frame[slot], leaving = take(frame[slot], kinds)
    else:
        frame[slot], leaving = collections.bag_without(frame[slot], pieces), (pieces,)
    return Leaving(place, before, pieces, seen), leaving


def _is_top(pile: collections.Pile, pieces: collections.Counts) -> bool:
    """Whether the top piece is known, and is the only one of the pieces."""
    return len(pile[-1]) == 1 and pieces == ((pile[-1][0][0], 1),)


def _add_seen(part: Leaving, seen: int) -> Leaving:
    return part if part.seen | seen == part.seen else Leaving(part.zone, part.before, part.pieces, part.seen | seen)


def _arrive(zones: Zones, work: Work, to: int, parts: list[tuple[bool, collections.Pile]], arrange: _Arrange) -> None:
    frame, slot = work.frame, zones.first + to
    if zones.piles[to]:
        frame[slot] = arrange(frame[slot], _stretches(parts))
    else:
        frame[slot] = collections.bag(
            [*frame[slot], *(pair for _, pile in parts for stretch in pile for pair in stretch)]
        )


def _stretches(parts: list[tuple[bool, collections.Pile]]) -> collections.Pile:
    """Lists the arriving stretches, bottom to top: pieces of a pile in their order, those of neighbouring unordered places as one heap."""
    result: list[collections.Counts] = []
    heap: collections.Counts = ()
    for ordered, pile in parts:
        if ordered:
            result.extend((heap, *pile))
            heap = ()
        else:
            heap = collections.bag_join(heap, collections.flat(pile))
    return (*result, heap)


def _put_on_top(pile: collections.Pile, arriving: collections.Pile) -> collections.Pile:
    return collections.normal(pile + arriving)


def _put_beneath(pile: collections.Pile, arriving: collections.Pile) -> collections.Pile:
    return collections.normal(arriving + pile)


def _mix_beneath(pile: collections.Pile, arriving: collections.Pile) -> collections.Pile:
    return collections.normal((collections.flat(arriving), *pile))


_ARRANGE: dict[Put, _Arrange] = {Put.ON_TOP: _put_on_top, Put.BENEATH: _put_beneath, Put.BENEATH_MIXED: _mix_beneath}


# ---------------------------------------------------------------- whole zones


def exchange(zones: Zones, work: Work, passes: list[tuple[int, int]], site: SiteId) -> None:
    """Moves the whole content of the first zone of each pair to the second one, all at once. Fault E_FULL."""
    frame = work.frame
    lying = [frame[zones.first + source] for source, _ in passes]
    counts = [zones.contents(frame, source) for source, _ in passes]
    for (_, to), pieces in zip(passes, counts, strict=True):
        check_room(zones, to, collections.bag_size(pieces), site)
    seen = [zones.audience.zone(source, frame) for source, _ in passes]
    for (source, to), content, pieces in zip(passes, lying, counts, strict=True):
        frame[zones.first + to] = _convert_content(content, pieces, zones.piles[source], zones.piles[to])
    parts = zip(passes, counts, seen, strict=True)
    work.facts.append(Exchanged(tuple(_passing(zones, frame, *way, pieces, mask) for way, pieces, mask in parts)))


def _passing(zones: Zones, frame: Frame, source: int, to: int, pieces: collections.Counts, seen: int) -> Passing:
    return Passing(source, to, pieces, seen | zones.audience.zone(to, frame))


def _convert_content(
    content: collections.Counts | collections.Pile, pieces: collections.Counts, was_pile: bool, is_pile: bool
) -> collections.Counts | collections.Pile:
    if was_pile == is_pile:
        return content
    return collections.normal([pieces]) if is_pile else pieces

"""The knowledge of one seat: its event log, and the pieces that it can name in zones it does not see.

Both are computed from the raw facts of the match, one after the other, so a seat's events depend only on what it has seen. Instead of a seat there can be
None: a spectator, who sees what all seats see.

For each zone there is a lower bound for the pieces of each kind. It begins with the pieces that the components' table puts there, which everybody can
read; after a named start, with the pieces that the seat sees. A move that the seat saw subtracts from one bound and adds to another. When m pieces leave
unseen, each bound falls by m (any of the known ones may be among them); if everything leaves, the bounds move along. If not even the number is
seen, the bounds become 0. The bounds need not contain everything that the seat could deduce.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import TypeAlias, assert_never

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import types
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter import facts
from gamedsl_interpreter.engine import Event
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.wording.moves import Part, Selection, selection_text

# ---------------------------------------------------------------- events


def events(machine: Machine, log: facts.Log, seat: SeatId | None, since: facts.Log | None = None) -> tuple[Event, ...]:
    """Lists everything that the seat has observed, oldest first; with `since`, the log of an earlier stop, what it has observed after that."""
    new: list[facts.Log] = []
    for stretch in log.newest_first():
        if stretch is since:
            break
        new.append(stretch)
    found: list[Event] = []
    for stretch in reversed(new):
        found += _stretch_events(machine, stretch, seat)
    return tuple(found)


def _stretch_events(machine: Machine, stretch: facts.Log, seat: SeatId | None) -> tuple[Event, ...]:
    check_seat(machine, stretch, seat)
    if seat not in stretch.told:
        bits = viewers(machine, seat)
        stretch.told[seat] = tuple(event for fact in stretch.facts for event in _fact_events(machine, fact, seat, bits))
    return stretch.told[seat]


def count_last(machine: Machine, new: Sequence[facts.Fact], seat: SeatId | None) -> list[int]:
    """Returns for each number of the last facts of a log, from 0 on, how many events of the seat they make."""
    bits = viewers(machine, seat)
    return [0, *accumulate(sum(1 for _ in _fact_events(machine, fact, seat, bits)) for fact in reversed(new))]


def viewers(machine: Machine, seat: SeatId | None) -> int:
    """Returns the seats that must see something so that this seat sees it, as a mask: all of them for a spectator."""
    return machine.audience.all if seat is None else 1 << seat


def check_seat(machine: Machine, stretch: facts.Log, seat: SeatId | None) -> None:
    """Raises ArgumentError for a world that was sampled for another seat: it does not contain the observations of other seats."""
    if stretch.only is not None and stretch.only != seat:
        name = machine.game.seats[stretch.only]
        raise ArgumentError(f"this world was drawn for {name}: what other seats have seen is not part of it")


def key(machine: Machine, log: facts.Log, seat: SeatId | None) -> bytes:
    """Returns 16 bytes that are equal iff the seat has the same observations (up to a chance of 1 in 2^64). Each stretch of a match is processed once."""
    way: list[facts.Log] = []
    found = b""
    for stretch in log.newest_first():
        if seat in stretch.keys:
            found = stretch.keys[seat]
            break
        way.append(stretch)
    for stretch in reversed(way):
        for event in _stretch_events(machine, stretch, seat):
            # Each event is hashed by itself, because a seat does not observe where stretches end.
            found = blake2b(found + repr(event.data).encode(), digest_size=16).digest()
        stretch.keys[seat] = found
    return found


def _fact_events(machine: Machine, fact: facts.Fact, seat: SeatId | None, bits: int) -> Iterator[Event]:
    match fact:
        case facts.Moved(to, parts):
            for part in parts:
                yield from _move_events(machine, part.zone, to, part.pieces, _sees(part.seen, bits))
        case facts.Exchanged(parts):
            for passing in parts:
                yield from _move_events(machine, passing.zone, passing.to, passing.pieces, _sees(passing.seen, bits))
        case facts.Shuffled(zone, beneath):
            name = machine.texts.zones[zone]
            if beneath:
                yield _event("shuffle_under", f"what went under {name} is shuffled", name)
            else:
                yield _event("shuffle", f"{name} is shuffled", name)
        case facts.Shown():
            yield from _show_events(machine, fact, bits)
        case facts.FieldSet(instance, value, seen):
            if _sees(seen, bits):
                yield _field(machine, instance, value)
        case facts.Rolled(node, value, seen):
            if _sees(seen, bits):
                yield _roll_event(machine, node, value)
        case facts.Chosen(who, _, seen):
            # The chooser is told a simultaneous choice at once, all others later.
            if _sees(seen if seat is not None else seen | 1 << who, bits):
                yield _choice_event(machine, fact, who == seat)
        case facts.Laid(start):
            name = machine.game.starts[start].name
            yield _event("start", f"the match begins from {name}", name)
        case facts.Opened() | facts.Resolved():
            pass
        case facts.Said(form, values):
            yield _say_event(machine, form, values)
        case _:
            assert_never(fact)


def _sees(seen: int, bits: int) -> bool:
    return seen & bits == bits


def _event(what: str, text: str, *data: object) -> Event:
    return Event(text, (what, *data))


def _move_events(machine: Machine, source: int, to: int, pieces: collections.Counts, named: bool) -> Iterator[Event]:
    """Yields the event of a move: with the named pieces, or with their number and backs; no event if even the number is hidden at both ends."""
    names = machine.texts
    way = f"from {names.zones[source]} to {names.zones[to]}"
    if named:
        counted = tuple((names.kinds[kind], count) for kind, count in pieces)
        said = ", ".join(names.with_count(name, count) for name, count in counted)
        yield _event("move", f"{said} {way}", counted, names.zones[source], names.zones[to])
    elif not (_hides_count(machine, source) and _hides_count(machine, to)):
        number, backs = collections.bag_size(pieces), backs_of(machine, pieces)
        yield _event("move", f"{number} unseen {way}", number, backs, names.zones[source], names.zones[to])


def _hides_count(machine: Machine, zone: int) -> bool:
    return machine.zone_specs[zone].visibility.count_hidden


def backs_of(machine: Machine, pieces: collections.Counts) -> tuple[tuple[str, int], ...]:
    """Counts the visible backs of pieces, in order of the back's number."""
    kinds, classes = machine.game.kinds, machine.game.classes
    shown = [
        (kinds[kind].back, kinds[kind].back_name, count) for kind, count in pieces if classes[kinds[kind].cls].backs
    ]
    names = {back: name for back, name, _ in shown}
    return tuple((names[back], count) for back, count in collections.bag((back, count) for back, _, count in shown))


def _show_events(machine: Machine, fact: facts.Shown, bits: int) -> Iterator[Event]:
    names = machine.texts
    zone = names.zones[fact.zone]
    who = "" if fact.by is None else machine.game.seats[fact.by]
    if _sees(fact.seen, bits):
        counted = tuple((names.kinds[kind], count) for kind, count in fact.pieces)
        said = ", ".join(names.with_count(name, count) for name, count in counted)
        yield _event("see", f"{said} in {zone}", who, zone, counted)
    elif fact.by is not None:
        number = None if _hides_count(machine, fact.zone) else collections.bag_size(fact.pieces)
        yield _event("peek", f"{who} looks at {zone}", who, zone, number)


def _field(machine: Machine, instance: int, value: Value) -> Event:
    name = machine.texts.fields[instance]
    said = machine.texts.value(value, machine.field_specs[instance].type)
    return _event("field", f"{name} is {said}", name, said)


def _roll_event(machine: Machine, node: types.NodeId, value: Value) -> Event:
    name, of = machine.rolls[node]
    said = machine.texts.value(value, of)
    return _event("roll", f"{name}: {said}", name, said)


def _say_event(machine: Machine, form: int, values: tuple[Value, ...]) -> Event:
    texts, of = machine.make.sentences.forms[form]
    named = [machine.texts.value(value, one) for value, one in zip(values, of, strict=True)]
    sentence = "".join(part for pair in zip(texts, [*named, ""], strict=True) for part in pair)
    return _event("say", sentence, sentence)


# ---------------------------------------------------------------- choices


def event_of_choice(machine: Machine, fact: facts.Chosen) -> Event:
    """Returns the event by which others learn of a choice."""
    return _choice_event(machine, fact, own=False)


def _choice_event(machine: Machine, fact: facts.Chosen, own: bool) -> Event:  # the flag: the seat is the chooser
    """Makes the event of a move, for the chooser or for others. Others are not told the selected pieces: if these move, another event reports that. If a
    part is secret as a whole, others learn neither its choices nor whether it was declined."""
    who = machine.game.seats[fact.seat]
    parts = tuple(_tell_part(machine, part, own) for part in fact.walk)
    return _event("choose", f"{who}: {', '.join(_part_text(*part) for part in parts)}", who, parts)


_ToldOf: TypeAlias = tuple[str, bool | None, tuple[tuple[str, str], ...]]
"""A part of a move as others learn it: the name of its plan, whether it was declined (None: others do not learn it), and selections with their values."""


def _tell_part(machine: Machine, part: Part, own: bool) -> _ToldOf:
    site = machine.plans.sites[part.plan]
    if site.is_secret and not own:
        return site.name, None, ()
    return site.name, part.declined, _tell_values(machine, part, own)


def _tell_values(machine: Machine, part: Part, own: bool) -> tuple[tuple[str, str], ...]:
    if part.declined:
        return ()
    selections = machine.plans.sites[part.plan].selections
    return tuple(
        (selection.name, _value_text(machine, selection, value))
        for selection, value in zip(selections, part.values, strict=True)
        if own or not (selection.is_secret or is_pieces(selection.type))
    )


def _value_text(machine: Machine, selection: Selection, value: Value) -> str:
    # Pieces are named with their places: moves that differ only in a place are different observations.
    everywhere = frozenset(range(len(machine.game.kinds)))
    return selection_text(machine.texts, selection, value, everywhere)


def _part_text(name: str, declined: bool | None, told: tuple[tuple[str, str], ...]) -> str:
    if declined:
        return f"no {name}"
    return f"{name}({', '.join(f'{selection} = {value}' for selection, value in told)})" if told else name


# ---------------------------------------------------------------- bounds for hidden zones


def lower_bounds(machine: Machine, log: facts.Log, seat: SeatId | None) -> tuple[facts.Bound, ...]:
    """Returns by zone instance the lower bound for each kind that the seat knows."""
    later: list[facts.Log] = []
    before: Sequence[facts.Bound] | None = None
    for stretch in log.newest_first():
        check_seat(machine, stretch, seat)
        if seat in stretch.known:
            before = stretch.known[seat]
            break
        later.append(stretch)
    if before is None:
        before = [dict(machine.zones.contents(machine.start, zone)) for zone in range(machine.slots.zones)]
    bounds, bits = _Bounds(before), viewers(machine, seat)
    for stretch in reversed(later):
        for fact in stretch.facts:
            if isinstance(fact, facts.Moved):
                for part in fact.parts:
                    _learn_move(machine, bounds, part, fact.to, bits)
            elif isinstance(fact, facts.Exchanged | facts.Shown | facts.Laid):
                _learn(bounds, fact, bits)
    log.known[seat] = tuple(bounds.zones)
    return log.known[seat]


class _Bounds:
    """The bounds of all zones while they are updated; shared ones are copied before they are changed."""

    __slots__ = ("_own", "zones")

    def __init__(self, before: Sequence[facts.Bound]) -> None:
        self.zones: list[facts.Bound] = list(before)
        self._own: dict[int, dict[int, int]] = {}

    def own(self, zone: int) -> dict[int, int]:
        """Returns the bound of a zone, for changing."""
        own = self._own.get(zone)
        if own is None:
            own = self._own[zone] = dict(self.zones[zone])
            self.zones[zone] = own
        return own

    def put(self, zone: int, bound: dict[int, int]) -> None:
        """Replaces the bound of a zone by a new one that nothing else shares."""
        self._own[zone] = self.zones[zone] = bound


def _learn(bounds: _Bounds, fact: facts.Exchanged | facts.Shown | facts.Laid, bits: int) -> None:
    match fact:
        case facts.Exchanged(parts):
            before = [dict(bounds.zones[part.zone]) for part in parts]
            for part, passing in zip(parts, before, strict=True):
                bounds.put(part.to, dict(part.pieces) if _sees(part.seen, bits) else passing)
        case facts.Shown(zone, pieces, seen):
            if _sees(seen, bits):
                _at_least(bounds.own(zone), pieces)
        case facts.Laid(_, shown):
            for zone in range(len(bounds.zones)):
                bounds.put(zone, {})
            for zone, pieces, seen in shown:
                if _sees(seen, bits):
                    bounds.put(zone, dict(pieces))
        case _:
            assert_never(fact)


def _learn_move(machine: Machine, bounds: _Bounds, part: facts.Leaving, to: int, bits: int) -> None:
    source, pieces = part.zone, part.pieces
    if _sees(part.seen, bits):
        _take(bounds.own(source), pieces)
        _add(bounds.own(to), pieces)
        return
    if _hides_count(machine, source) and _hides_count(machine, to):
        bounds.put(source, {})  # the number is unknown, so all may have left
        return
    gone = collections.bag_size(pieces)
    if gone == part.before and not _hides_count(machine, source):
        _add(bounds.own(to), tuple(bounds.zones[source].items()))
    if bounds.zones[source]:
        bounds.put(source, {kind: count - gone for kind, count in bounds.zones[source].items() if count > gone})


def _add(bound: dict[int, int], pieces: collections.Counts) -> None:
    for kind, count in pieces:
        bound[kind] = bound.get(kind, 0) + count


def _take(bound: dict[int, int], pieces: collections.Counts) -> None:
    """Subtracts these pieces from a bound, never below 0."""
    for kind, count in pieces:
        left = bound.pop(kind, 0) - count
        if left > 0:
            bound[kind] = left


def _at_least(bound: dict[int, int], pieces: collections.Counts) -> None:
    for kind, count in pieces:
        bound[kind] = max(bound.get(kind, 0), count)

"""What one seat knows: the events it has observed, and the pieces that it can name in zones it does not see.

Both are computed from the raw facts of the match, one after the other, so a seat's events depend only on what it was shown.

What is certain to lie in a zone is kept as a lower bound for each kind. It begins with what the components' table puts there, which everybody can
read; after a named start, with what the seat sees. A move that the seat saw takes from one bound and adds to another. When m pieces leave unseen,
each bound falls by m (any of the known ones may be among them), unless everything leaves: then what is known goes along. Where not even the number is
seen, nothing stays known. A zone whose content could only be deduced need not be known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TypeAlias, assert_never

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import types
from gamedsl.graph.model.types import SeatId, Value
from gamedsl_interpreter.engine import Event
from gamedsl_interpreter.facts import (
    Bound,
    Chosen,
    Exchanged,
    Fact,
    FieldSet,
    Laid,
    Leaving,
    Log,
    Moved,
    Opened,
    Resolved,
    Rolled,
    Said,
    Shown,
    Shuffled,
)
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.wording.moves import Part, Selection, chosen_text

# ---------------------------------------------------------------- events


def events(machine: Machine, log: Log, seat: SeatId) -> tuple[Event, ...]:
    """Everything that the seat has observed, oldest first."""
    stretches = [_told(machine, stretch, seat) for stretch in log.newest_first()]
    return tuple(event for stretch in reversed(stretches) for event in stretch)


def _told(machine: Machine, stretch: Log, seat: SeatId) -> tuple[Event, ...]:
    check_seat(machine, stretch, seat)
    if seat not in stretch.told:
        stretch.told[seat] = tuple(event for fact in stretch.facts for event in _observed(machine, fact, seat))
    return stretch.told[seat]


def check_seat(machine: Machine, stretch: Log, seat: SeatId) -> None:
    """Raises ArgumentError for a world that was drawn for another seat: what the others have seen is not part of it."""
    if stretch.only is not None and stretch.only != seat:
        name = machine.game.seats[stretch.only]
        raise ArgumentError(f"this world was drawn for {name}: what other seats have seen is not part of it")


def key(machine: Machine, log: Log, seat: SeatId) -> bytes:
    """16 bytes that are equal iff the seat has observed the same (up to a chance of 1 in 2^64). Each stretch of a match is looked at once."""
    way: list[Log] = []
    found = b""
    for stretch in log.newest_first():
        if seat in stretch.keys:
            found = stretch.keys[seat]
            break
        way.append(stretch)
    for stretch in reversed(way):
        for event in _told(machine, stretch, seat):
            # One link for each event: where stretches end is not observed.
            found = blake2b(found + repr(event.data).encode(), digest_size=16).digest()
        stretch.keys[seat] = found
    return found


def _observed(machine: Machine, fact: Fact, seat: SeatId) -> Iterator[Event]:
    match fact:
        case Moved(to, parts):
            for part in parts:
                yield from _moved(machine, part.zone, to, part.pieces, _sees(part.seen, seat))
        case Exchanged(parts):
            for passing in parts:
                yield from _moved(machine, passing.zone, passing.to, passing.pieces, _sees(passing.seen, seat))
        case Shuffled(zone, beneath):
            name = machine.texts.zones[zone]
            if beneath:
                yield _event("shuffle_under", f"what went under {name} is shuffled", name)
            else:
                yield _event("shuffle", f"{name} is shuffled", name)
        case Shown():
            yield from _shown(machine, fact, seat)
        case FieldSet(instance, value, seen):
            if _sees(seen, seat):
                yield _field(machine, instance, value)
        case Rolled(node, value, seen):
            if _sees(seen, seat):
                yield _rolled(machine, node, value)
        case Chosen(who, _, seen):
            if _sees(seen, seat):
                yield _chosen(machine, fact, who == seat)
        case Laid(start):
            name = machine.game.starts[start].name
            yield _event("start", f"the match begins from {name}", name)
        case Opened() | Resolved():
            pass
        case Said(form, values):
            yield _said(machine, form, values)
        case _:
            assert_never(fact)


def _sees(seen: int, seat: SeatId) -> bool:
    return bool(seen >> seat & 1)


def _event(what: str, text: str, *data: object) -> Event:
    return Event(text, (what, *data))


def _moved(
    machine: Machine, source: int, to: int, pieces: collections.Counts, named: bool
) -> Iterator[Event]:  # as the fact says
    """Named pieces; or their number and backs; or nothing, where even the number is hidden at both ends."""
    names = machine.texts
    way = f"from {names.zones[source]} to {names.zones[to]}"
    if named:
        counted = tuple((names.kinds[kind], count) for kind, count in pieces)
        said = ", ".join(names.counted(name, count) for name, count in counted)
        yield _event("move", f"{said} {way}", counted, names.zones[source], names.zones[to])
    elif not (_hides_count(machine, source) and _hides_count(machine, to)):
        number, backs = collections.bag_size(pieces), backs_of(machine, pieces)
        yield _event("move", f"{number} unseen {way}", number, backs, names.zones[source], names.zones[to])


def _hides_count(machine: Machine, zone: int) -> bool:
    return machine.zone_specs[zone].visibility.count_hidden


def backs_of(machine: Machine, pieces: collections.Counts) -> tuple[tuple[str, int], ...]:
    """The backs of pieces whose class shows something there, in order of the back's number."""
    kinds, classes = machine.game.kinds, machine.game.classes
    shown = [
        (kinds[kind].back, kinds[kind].back_name, count) for kind, count in pieces if classes[kinds[kind].cls].backs
    ]
    names = {back: name for back, name, _ in shown}
    return tuple((names[back], count) for back, count in collections.bag((back, count) for back, _, count in shown))


def _shown(machine: Machine, fact: Shown, seat: SeatId) -> Iterator[Event]:
    names = machine.texts
    zone = names.zones[fact.zone]
    who = "" if fact.by is None else machine.game.seats[fact.by]
    if _sees(fact.seen, seat):
        counted = tuple((names.kinds[kind], count) for kind, count in fact.pieces)
        said = ", ".join(names.counted(name, count) for name, count in counted)
        yield _event("see", f"{said} in {zone}", who, zone, counted)
    elif fact.by is not None:
        number = None if _hides_count(machine, fact.zone) else collections.bag_size(fact.pieces)
        yield _event("peek", f"{who} looks at {zone}", who, zone, number)


def _field(machine: Machine, instance: int, value: Value) -> Event:
    name = machine.texts.fields[instance]
    said = machine.texts.value(value, machine.field_specs[instance].type)
    return _event("field", f"{name} is {said}", name, said)


def _rolled(machine: Machine, node: types.NodeId, value: Value) -> Event:
    name, of = machine.rolls[node]
    said = machine.texts.value(value, of)
    return _event("roll", f"{name}: {said}", name, said)


def _said(machine: Machine, form: int, values: tuple[Value, ...]) -> Event:
    texts, of = machine.make.sentences.forms[form]
    named = [machine.texts.value(value, one) for value, one in zip(values, of, strict=True)]
    sentence = "".join(part for pair in zip(texts, [*named, ""], strict=True) for part in pair)
    return _event("say", sentence, sentence)


# ---------------------------------------------------------------- choices


def told_of_choice(machine: Machine, fact: Chosen) -> Event:
    """What others are told of a choice."""
    return _chosen(machine, fact, own=False)


def _chosen(machine: Machine, fact: Chosen, own: bool) -> Event:  # as the seat is the chooser or another
    """The move; to others without the pieces that were selected: if they move that is an event of its own, else it stays untold. Of a part that is
    secret as a whole others learn neither what was chosen nor whether it was declined."""
    who = machine.game.seats[fact.seat]
    parts = tuple(_told_of(machine, part, own) for part in fact.walk)
    return _event("choose", f"{who}: {', '.join(_part_text(*part) for part in parts)}", who, parts)


_ToldOf: TypeAlias = tuple[str, bool | None, tuple[tuple[str, str], ...]]
"""Of a part of a move: its plan's name, whether it was declined (None: not told), and selections with their values."""


def _told_of(machine: Machine, part: Part, own: bool) -> _ToldOf:  # as above
    site = machine.plans.sites[part.plan]
    if site.is_secret and not own:
        return site.name, None, ()
    return site.name, part.declined, _shared(machine, part, own)


def _shared(machine: Machine, part: Part, own: bool) -> tuple[tuple[str, str], ...]:  # as above
    if part.declined:
        return ()
    selections = machine.plans.sites[part.plan].selections
    return tuple(
        (selection.name, _value_text(machine, selection, value))
        for selection, value in zip(selections, part.values, strict=True)
        if own or not (selection.is_secret or is_pieces(selection.type))
    )


def _value_text(machine: Machine, selection: Selection, value: Value) -> str:
    # With its place: two moves that differ only there are different observations.
    everywhere = frozenset(range(len(machine.game.kinds)))
    return chosen_text(machine.texts, selection, value, everywhere)


def _part_text(name: str, declined: bool | None, told: tuple[tuple[str, str], ...]) -> str:
    if declined:
        return f"no {name}"
    return f"{name}({', '.join(f'{selection} = {value}' for selection, value in told)})" if told else name


# ---------------------------------------------------------------- what is known of hidden zones


def known(machine: Machine, log: Log, seat: SeatId) -> tuple[Bound, ...]:
    """By zone instance, how many of each kind the seat knows to lie there at least."""
    later: list[Log] = []
    before: Sequence[Bound] | None = None
    for stretch in log.newest_first():
        check_seat(machine, stretch, seat)
        if seat in stretch.known:
            before = stretch.known[seat]
            break
        later.append(stretch)
    if before is None:
        before = [dict(machine.zones.contents(machine.start, zone)) for zone in range(machine.slots.zones)]
    bounds = _Bounds(before)
    for stretch in reversed(later):
        for fact in stretch.facts:
            if isinstance(fact, Moved):
                for part in fact.parts:
                    _learn_move(machine, bounds, part, fact.to, seat)
            elif isinstance(fact, Exchanged | Shown | Laid):
                _learn(bounds, fact, seat)
    log.known[seat] = tuple(bounds.zones)
    return log.known[seat]


class _Bounds:
    """What is certain to lie in each zone, while it is found out: what others share is copied before it is changed."""

    __slots__ = ("_own", "zones")

    def __init__(self, before: Sequence[Bound]) -> None:
        self.zones: list[Bound] = list(before)
        self._own: dict[int, dict[int, int]] = {}

    def own(self, zone: int) -> dict[int, int]:
        """The bound of a zone, which may be changed."""
        own = self._own.get(zone)
        if own is None:
            own = self._own[zone] = dict(self.zones[zone])
            self.zones[zone] = own
        return own

    def put(self, zone: int, bound: dict[int, int]) -> None:
        """Another bound, which nobody else holds."""
        self._own[zone] = self.zones[zone] = bound


def _learn(bounds: _Bounds, fact: Exchanged | Shown | Laid, seat: SeatId) -> None:
    match fact:
        case Exchanged(parts):
            before = [dict(bounds.zones[part.zone]) for part in parts]
            for part, passing in zip(parts, before, strict=True):
                bounds.put(part.to, dict(part.pieces) if _sees(part.seen, seat) else passing)
        case Shown(zone, pieces, seen):
            if _sees(seen, seat):
                _at_least(bounds.own(zone), pieces)
        case Laid(_, shown):
            for zone in range(len(bounds.zones)):
                bounds.put(zone, {})
            for zone, pieces, seen in shown:
                if _sees(seen, seat):
                    bounds.put(zone, dict(pieces))
        case _:
            assert_never(fact)


def _learn_move(machine: Machine, bounds: _Bounds, part: Leaving, to: int, seat: SeatId) -> None:
    source, pieces = part.zone, part.pieces
    if part.seen >> seat & 1:
        _take(bounds.own(source), pieces)
        _add(bounds.own(to), pieces)
        return
    if _hides_count(machine, source) and _hides_count(machine, to):
        bounds.put(source, {})  # all may have left: how many is not seen
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
    """These pieces fewer; never fewer than none."""
    for kind, count in pieces:
        left = bound.pop(kind, 0) - count
        if left > 0:
            bound[kind] = left


def _at_least(bound: dict[int, int], pieces: collections.Counts) -> None:
    for kind, count in pieces:
        bound[kind] = max(bound.get(kind, 0), count)

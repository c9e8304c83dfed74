"""Makes a position that differs in one thing a seat does not see: two hidden pieces change places, or a hidden field has another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import types
from gamedsl.graph.model.types import SeatId, Value
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.knowledge.events import lower_bounds
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values import collections


@frozen
class Other:
    """A position that a seat cannot distinguish from another one; `text` describes the difference."""

    state: ReferenceState
    text: str


def exchange(machine: Machine, state: ReferenceState, seat: SeatId, dice: Dice) -> Other | None:
    """Changes one random thing that the seat neither sees nor knows; None if there is none. The number of pieces does not change. Everything that scripted
    seats see stays, because their choices depend on it."""
    ways = [*_fields(machine, state, seat), *_swaps(machine, state, seat)]
    fields = [way for way in ways if isinstance(way, int)]
    swaps = [way for way in ways if isinstance(way, _Swap)]
    if fields and (not swaps or dice.below(2)):
        return _with_field(machine, state, fields[dice.below(len(fields))], dice)
    return _with_swap(machine, state, swaps[dice.below(len(swaps))]) if swaps else None


# ---------------------------------------------------------------- fields


def _fields(machine: Machine, state: ReferenceState, seat: SeatId) -> Iterator[int]:
    frame = list(state.frame)
    for instance, spec in enumerate(machine.field_specs):
        if not spec.hidden and not machine.audience.field(instance, frame) & _watching(machine, seat):
            yield instance


def _watching(machine: Machine, seat: SeatId) -> int:
    """The mask of the seat and of the scripted ones."""
    return 1 << seat | (1 << len(machine.game.seats)) - (1 << machine.game.humans)


def _with_field(machine: Machine, state: ReferenceState, instance: int, dice: Dice) -> Other | None:
    spec, old = machine.field_specs[instance], state.frame[instance]
    new = _value(spec.type, old, dice)
    if new == old:
        return None
    frame = list(state.frame)
    frame[instance] = new
    name, said = machine.texts.fields[instance], machine.texts.value(new, spec.type)
    was = machine.texts.value(old, spec.type)
    return Other(evolve(state, frame=tuple(frame), asked={}), f"{name} is {said} and not {was}")


def _value(of: types.Type, old: Any, dice: Dice) -> Value:
    """Returns another value of a type, or a collection with one other element; the old value if there is no other."""
    match of:
        case types.Flag():
            return not old
        case types.Int(low, high):
            return low + dice.below(high - low + 1)
        case types.Enum(size=size) | types.Position(size=size) | types.Player(size=size) | types.Row(size=size):
            return dice.below(size)
        case types.Optional(inner) if not isinstance(inner, types.Piece | types.Pieces):
            return None if old is not None and not dice.below(3) else _value(inner, old, dice)
        case types.Bag(inner) if old:
            elements = [element for element, count in old for _ in range(count)]
            at = dice.below(len(elements))
            elements[at] = _value(inner, elements[at], dice)
            return collections.bag((element, 1) for element in elements)
        case types.ListOf(inner) if old:
            at = dice.below(len(old))
            return (*old[:at], _value(inner, old[at], dice), *old[at + 1 :])
        case _:
            return old  # type: ignore[no-any-return]


# ---------------------------------------------------------------- pieces


@frozen
class _Swap:
    """Two pieces with the same back, each by its zone, its stretch there (0 except in piles) and its kind."""

    one: tuple[int, int, int]
    other: tuple[int, int, int]


def _swaps(machine: Machine, state: ReferenceState, seat: SeatId) -> Iterator[_Swap]:
    """Yields pairs of pieces that the seat does not see and that no field or local refers to."""
    frame, game = list(state.frame), machine.game
    bound, named = lower_bounds(machine, state.log, seat), _zones_referred_to(machine, state)
    places: dict[object, list[tuple[int, int, int]]] = {}
    for zone, spec in enumerate(machine.zone_specs):
        if zone in named or machine.audience.zone(zone, frame) & _watching(machine, seat):
            continue
        left: dict[int, int] = {}
        lying: Any = frame[machine.slots.zone(zone)]
        stretches: Sequence[collections.Counts] = lying if spec.form == "pile" else (lying,)
        for at, stretch in enumerate(stretches):
            for kind, count in stretch:
                left.setdefault(kind, bound[zone].get(kind, 0))
                free = max(0, count - left[kind])
                left[kind] = max(0, left[kind] - count)
                if free:
                    cls = game.kinds[kind].cls
                    looks = spec.classes, cls, game.kinds[kind].back if game.classes[cls].backs else 0
                    places.setdefault(looks, []).append((zone, at, kind))
    for alike in places.values():
        for number, one in enumerate(alike):
            for other in alike[number + 1 :]:
                if one[2] != other[2] and one[:2] != other[:2]:
                    yield _Swap(one, other)


def _zones_referred_to(machine: Machine, state: ReferenceState) -> set[int]:
    """Collects the zones of pieces that fields and locals refer to; these pieces must stay."""
    found: set[int] = set()
    fields = zip((spec.type for spec in machine.field_specs), state.frame, strict=False)
    locals_ = (
        (local.type, state.frame[machine.slots.local(types.LocalId(number))])
        for number, local in enumerate(machine.game.locals)
    )
    for of, value in (*fields, *locals_):
        if is_pieces(of):
            found |= _zones_in(value)
    return found


def _zones_in(value: Any) -> set[int]:
    """Collects the first numbers of pairs and triples: the zones of pieces."""
    parts = cast("Sequence[Any]", value) if isinstance(value, tuple) else ()
    if parts and isinstance(parts[0], int):
        return {parts[0]}
    return set[int]().union(*(_zones_in(part) for part in parts))


def _with_swap(machine: Machine, state: ReferenceState, swap: _Swap) -> Other:
    frame = list(state.frame)
    for (zone, at, gone), (_, _, comes) in ((swap.one, swap.other), (swap.other, swap.one)):
        slot = machine.slots.zone(zone)
        lying: Any = frame[slot]
        if machine.zone_specs[zone].form == "pile":
            stretches = list(lying)
            stretches[at] = _replace_piece(stretches[at], gone, comes)
            frame[slot] = tuple(stretches)
        else:
            frame[slot] = _replace_piece(lying, gone, comes)
    kinds, zones = machine.texts.kinds, machine.texts.zones
    (one, _, first), (other, _, second) = swap.one, swap.other
    if one == other:
        text = f"{kinds[first]} and {kinds[second]} lie otherwise in {zones[one]}"
    else:
        text = f"{kinds[second]} lies in {zones[one]} and {kinds[first]} in {zones[other]}, and not the other way round"
    return Other(evolve(state, frame=tuple(frame), asked={}), text)


def _replace_piece(counts: Sequence[tuple[int, int]], gone: int, comes: int) -> collections.Counts:
    pieces = [kind for kind, count in counts for _ in range(count)]
    pieces[pieces.index(gone)] = comes
    return collections.bag((kind, 1) for kind in pieces)

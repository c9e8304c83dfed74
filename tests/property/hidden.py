"""Positions that differ only in what one seat does not see: hidden pieces, orders, fields, and what happened unseen."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import evolve, frozen

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.facts import (
    Bound,
    Chosen,
    Exchanged,
    Fact,
    FieldSet,
    Laid,
    Log,
    Moved,
    Opened,
    Position,
    Resolved,
    Rolled,
    Said,
    Shown,
    Shuffled,
)
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.knowledge.events import lower_bounds
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.wording.moves import Part


@frozen
class Other:
    """A position that a seat cannot tell from the one it was made of; `changed` names the hidden zones and fields that differ, and `log` if
    something differs that happened unseen."""

    state: ReferenceState
    changed: frozenset[str]


def exchanged(engine: ReferenceEngine, state: ReferenceState, seat: SeatId, dice: random.Random) -> Other:
    """The position with everything changed at random that the seat neither sees nor knows; no piece is lost or made."""
    return _other(engine, state, seat, dice, _exchange, lower_bounds(engine.machine, state.log, seat))


def forged(engine: ReferenceEngine, state: ReferenceState, seat: SeatId, dice: random.Random) -> Other:
    """The position with other pieces in the place of hidden ones, whether they exist or not, and whether the seat knows what lies there or not: it is
    not asked for the moves of such a position, but what it is shown must not come from there."""
    nothing = tuple(Counter[int]() for _ in engine.machine.zone_specs)
    return _other(engine, state, seat, dice, _forge, nothing)


def _other(
    engine: ReferenceEngine,
    state: ReferenceState,
    seat: SeatId,
    dice: random.Random,
    deal: _Deal,
    kept: Sequence[Bound],
) -> Other:
    machine = engine.machine
    frame, changed = list(state.frame), set[str]()
    _deal_again(machine, frame, seat, dice, changed, deal, kept)
    _set_again(machine, frame, seat, dice, changed)
    log = tuple(fact for old in state.log.all() for fact in told_otherwise(machine, old, seat, dice))
    if log != state.log.all():
        changed.add("log")
    return Other(evolve(state, frame=tuple(frame), log=Log(None, log), asked={}), frozenset(changed))


def other_truth(engine: ReferenceEngine, state: ReferenceState, seat: SeatId, dice: random.Random) -> ReferenceState:
    """The state with another truth: whatever the seat does not know is otherwise, in the position and in all that has happened."""
    made = exchanged(engine, state, seat, dice).state
    log: Log | None = None
    for stretch in reversed(list(state.log.newest_first())):
        facts = tuple(other for fact in stretch.facts for other in _other_fact(engine.machine, fact, seat, dice))
        log = Log(log, facts, asked=_other_position(engine.machine, stretch.asked, seat))
    assert log is not None
    return evolve(made, log=log)


def _other_fact(machine: Machine, fact: Fact, seat: SeatId, dice: random.Random) -> tuple[Fact, ...]:
    if isinstance(fact, Rolled) and not fact.seen >> seat & 1:
        return (evolve(fact, value=None),)
    return tuple(told_otherwise(machine, fact, seat, dice))


def _other_position(machine: Machine, position: Position | None, seat: SeatId) -> Position | None:
    """The position with nothing in it that the seat does not see."""
    if position is None:
        return None
    assert not isinstance(position, bytes)
    node, values = position
    frame = list(values)
    for zone in list_hidden_zones(machine, frame, seat):
        frame[machine.slots.zone(zone)] = ()
    return node, tuple(frame)


# ---------------------------------------------------------------- pieces


_Stretches: TypeAlias = dict[int, list[list[int]]]
"""What lies in hidden zones: of a pile its stretches, else one."""
_Deal: TypeAlias = Callable[[Machine, _Stretches, random.Random], _Stretches]


def _exchange(machine: Machine, stretches: _Stretches, dice: random.Random) -> _Stretches:
    """Pieces that look alike from behind change places, within zones that take the same pieces."""
    game, specs = machine.game, machine.zone_specs
    pools: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for zone, lying in stretches.items():
        for kind in (kind for stretch in lying for kind in stretch):
            pools[specs[zone].classes, _looks(game, kind)].append(kind)
    for pool in pools.values():
        dice.shuffle(pool)
    return {
        zone: [[pools[specs[zone].classes, _looks(game, kind)].pop() for kind in stretch] for stretch in lying]
        for zone, lying in stretches.items()
    }


def _forge(machine: Machine, stretches: _Stretches, dice: random.Random) -> _Stretches:
    return {
        zone: [[_lookalike(machine.game, kind, dice) for kind in stretch] for stretch in lying]
        for zone, lying in stretches.items()
    }


def _deal_again(
    machine: Machine,
    frame: list[Any],
    seat: SeatId,
    dice: random.Random,
    changed: set[str],
    deal: _Deal,
    kept: Sequence[Bound],
) -> None:
    """Hidden zones hold other pieces, but for those that are kept; where all pieces of a pile look alike, it is cut at other places."""
    stays: _Stretches = {}
    goes: _Stretches = {}
    for zone in list_hidden_zones(machine, frame, seat):
        left = Counter(kept[zone])
        stays[zone], goes[zone] = [], []
        for stretch in _stretches(machine, frame, zone):
            fixed = Counter(stretch) & left
            left -= fixed
            stays[zone].append(list(fixed.elements()))
            goes[zone].append(list((Counter(stretch) - fixed).elements()))
    for zone, dealt in deal(machine, goes, dice).items():
        spec, slot = machine.zone_specs[zone], machine.slots.zone(zone)
        new = [one + other for one, other in zip(stays[zone], dealt, strict=True)]
        was = frame[slot]
        if spec.form == "pile":
            frame[slot] = collections.normal(
                [collections.bag((kind, 1) for kind in one) for one in _cut(machine.game, new, dice)]
            )
        else:
            frame[slot] = collections.bag((kind, 1) for kind in new[0])
        if frame[slot] != was:
            changed.add(spec.name)


def list_hidden_zones(machine: Machine, frame: Sequence[Any], seat: SeatId) -> Iterator[int]:
    """The zone instances that the seat does not see."""
    work = list(frame)
    for zone in range(len(machine.zone_specs)):
        if not machine.audience.zone(zone, work) >> seat & 1:
            yield zone


def could_differ(machine: Machine, frame: Sequence[Any], seat: SeatId) -> set[str]:
    """The names of hidden zones in which another piece of the same look could lie."""
    return {
        machine.zone_specs[zone].name
        for zone in list_hidden_zones(machine, frame, seat)
        for stretch in _stretches(machine, frame, zone)
        for kind in stretch
        if len(_lookalikes(machine.game, kind)) > 1
    }


def _stretches(machine: Machine, frame: Sequence[Any], zone: int) -> list[list[int]]:
    lying: Any = frame[machine.slots.zone(zone)]
    return [_copies(one) for one in (lying if machine.zone_specs[zone].form == "pile" else (lying,))]


def _copies(counts: collections.Counts) -> list[int]:
    return [kind for kind, count in counts for _ in range(count)]


def _looks(game: Game, kind: int) -> object:
    spec = game.kinds[kind]
    return spec.cls, spec.back if game.classes[spec.cls].backs else 0


def _cut(game: Game, stretches: list[list[int]], dice: random.Random) -> list[list[int]]:
    """The stretches of a pile; where all its pieces look alike, cut at other places and in another order."""
    whole = [kind for stretch in stretches for kind in stretch]
    if len({_looks(game, kind) for kind in whole}) > 1:
        return stretches
    dice.shuffle(whole)
    cuts = sorted(dice.randrange(len(whole) + 1) for _ in range(2))
    return [whole[: cuts[0]], whole[cuts[0] : cuts[1]], whole[cuts[1] :]]


# ---------------------------------------------------------------- fields


def _set_again(machine: Machine, frame: list[Any], seat: SeatId, dice: random.Random, changed: set[str]) -> None:
    """Fields of the rules that the seat does not see get other values."""
    for instance, spec in enumerate(machine.field_specs):
        if not spec.hidden and not machine.audience.field(instance, frame) >> seat & 1:
            old = frame[instance]
            frame[instance] = value(machine.game, spec.type, old, dice)
            if frame[instance] != old:
                changed.add(spec.name)


def value(game: Game, of: types.Type, like: Any, dice: random.Random) -> Any:
    """Some value of a type; a collection as large as `like`."""

    def some(inner: types.Type) -> Any:
        return value(game, inner, None, dice)

    match of:
        case types.Flag():
            return dice.random() < 0.5
        case types.Int(low, high):
            return dice.randint(low, high)
        case types.Enum(size=size) | types.Position(size=size) | types.Player(size=size) | types.Row(size=size):
            return dice.randrange(size)
        case types.Optional(inner):
            return None if dice.random() < 0.3 else some(inner)
        case types.Kind(classes):
            return dice.choice(list(_kinds(game, classes)))
        case types.Piece(classes):
            return (dice.randrange(_zones(game)), dice.choice(list(_kinds(game, classes))))
        case types.Pieces():
            return _other_pieces(game, like or (), dice)
        case types.Bag(inner):
            return collections.bag((some(inner), 1) for _ in range(collections.bag_size(like or ())))
        case types.SetOf(inner):
            return collections.unique((some(inner) for _ in like or ()), inner)
        case types.ListOf(inner):
            return tuple(some(inner) for _ in like or ())
        case _:
            return like


def _kinds(game: Game, classes: Iterable[types.ClassId]) -> Iterator[int]:
    for cls in classes:
        yield from range(game.classes[cls].first, game.classes[cls].first + game.classes[cls].count)


def _zones(game: Game) -> int:
    return sum(len(spec.start) for spec in game.zones)


def _other_pieces(game: Game, pieces: collections.PieceCounts, dice: random.Random) -> collections.PieceCounts:
    """As many others, from other places."""
    return tuple((dice.randrange(_zones(game)), _lookalike(game, kind, dice), count) for _, kind, count in pieces)


# ---------------------------------------------------------------- what happened


def told_otherwise(machine: Machine, fact: Fact, seat: SeatId, dice: random.Random) -> Iterator[Fact]:
    """A fact with another content in all that the seat was not told of it; nothing if it was told nothing."""

    def unseen(seen: int) -> bool:
        return not seen >> seat & 1

    def others(pieces: collections.Counts) -> collections.Counts:
        return collections.bag((_lookalike(machine.game, kind, dice), 1) for kind in _copies(pieces))

    match fact:
        case Moved(parts=parts):
            moved = tuple(evolve(p, pieces=others(p.pieces)) if unseen(p.seen) else p for p in parts)
            yield evolve(fact, parts=moved)
        case Exchanged(parts):
            yield Exchanged(tuple(evolve(p, pieces=others(p.pieces)) if unseen(p.seen) else p for p in parts))
        case Shown(_, pieces, seen):
            if fact.by is not None or not unseen(seen):
                yield evolve(fact, pieces=others(pieces)) if unseen(seen) else fact
        case FieldSet(seen=seen) | Rolled(seen=seen):
            if not unseen(seen):
                yield fact
        case Chosen(who, walk, seen):
            if not unseen(seen):
                yield fact if who == seat else evolve(fact, walk=tuple(_other_part(machine, p, dice) for p in walk))
        case Laid(shown=shown):
            yield evolve(
                fact,
                shown=tuple((zone, others(pieces) if unseen(seen) else pieces, seen) for zone, pieces, seen in shown),
            )
        case Shuffled() | Opened() | Said() | Resolved():
            yield fact


def _other_part(machine: Machine, part: Part, dice: random.Random) -> Part:
    """A part of somebody else's move with other values in what others are not told."""
    site = machine.plans.sites[part.plan]
    if site.is_secret and dice.random() < 0.5:
        return evolve(part, declined=True, values=())
    if part.declined and not site.is_secret:
        return part
    olds: Sequence[Any] = part.values or (None,) * len(site.selections)
    return evolve(
        part,
        declined=False,
        values=tuple(
            value(machine.game, selection.type, old, dice) if selection.is_secret or _is_pieces(selection.type) else old
            for selection, old in zip(site.selections, olds, strict=True)
        ),
    )


def _is_pieces(of: types.Type) -> bool:
    return isinstance(of, types.Piece | types.Pieces) or (
        isinstance(of, types.Optional | types.ListOf | types.SetOf) and _is_pieces(of.of)
    )


def _lookalike(game: Game, kind: int, dice: random.Random) -> int:
    return dice.choice(_lookalikes(game, kind))


def _lookalikes(game: Game, kind: int) -> list[int]:
    """The kinds of the same class with the same back."""
    looks = _looks(game, kind)
    return [one for one in _kinds(game, (game.kinds[kind].cls,)) if _looks(game, one) == looks]

"""The log of a world: the facts of the match that one seat was told, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import assert_never

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId, Value
from gamedsl.values import evolve
from gamedsl_interpreter import facts
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.wording.moves import Part
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.sight import back_of, backs_of


def log_for_seat(machine: Machine, log: facts.Log, seat: SeatId) -> facts.Log:
    """Returns a log of one stretch that tells the seat as much as `log` and contains no other facts."""
    stretches = list[tuple[facts.Fact, ...]]()
    for stretch in log.newest_first():
        if seat not in stretch.learned:
            stretch.learned[seat] = tuple(told for fact in stretch.facts for told in visible_facts(machine, fact, seat))
        stretches.append(stretch.learned[seat])
    return facts.Log(None, tuple(chain.from_iterable(reversed(stretches))), only=seat)


def visible_facts(machine: Machine, fact: facts.Fact, seat: SeatId) -> Iterator[facts.Fact]:
    own = 1 << seat

    def blank(pieces: Counts, seen: int) -> Counts:
        return pieces if seen & own else _blank(machine, pieces)

    match fact:
        case facts.Moved(parts=parts):
            yield evolve(fact, parts=tuple(_leaving(part, blank(part.pieces, part.seen), own) for part in parts))
        case facts.Exchanged(parts):
            yield facts.Exchanged(tuple(_passing(part, blank(part.pieces, part.seen), own) for part in parts))
        case facts.Shown(pieces=pieces, seen=seen):
            if seen & own or fact.by is not None:
                yield evolve(fact, pieces=blank(pieces, seen), seen=seen & own)
        case facts.FieldSet(seen=seen):
            if seen & own:
                yield evolve(fact, seen=own)
        case facts.Rolled(seen=seen):
            # The roll itself is public, but its result is secret.
            yield (
                evolve(fact, seen=own)
                if seen & own
                else evolve(fact, value=stand_in(machine.game, machine.rolls[fact.node][1]))
            )
        case facts.Chosen(who, walk, seen):
            if seen & own:
                told = walk if who == seat else tuple(_part(machine, part) for part in walk)
                yield facts.Chosen(who, told, own)
        case facts.Laid(shown=shown):
            yield evolve(fact, shown=tuple((zone, pieces, own) for zone, pieces, seen in shown if seen & own))
        case facts.Shuffled() | facts.Resolved() | facts.Opened() | facts.Said():
            yield fact


def _leaving(part: facts.Leaving, pieces: Counts, own: int) -> facts.Leaving:
    return evolve(part, pieces=pieces, seen=part.seen & own)


def _passing(part: facts.Passing, pieces: Counts, own: int) -> facts.Passing:
    return evolve(part, pieces=pieces, seen=part.seen & own)


def _blank(machine: Machine, pieces: Counts) -> Counts:
    """Returns equally many pieces with equal backs: for each back the first kinds that have it."""
    found: list[tuple[int, int]] = []
    left = dict(backs_of(machine.game, pieces))
    for kind, spec in enumerate(machine.game.kinds):
        back = back_of(machine.game, kind)
        number = min(spec.copies, left.get(back, 0))
        if number:
            left[back] -= number
            found.append((kind, number))
    return tuple(found)


def _part(machine: Machine, part: Part) -> Part:
    """Returns the part of a move as the other seats are told it."""
    site = machine.plans.sites[part.plan]
    if site.is_secret:
        return Part(part.plan, True, ())
    if part.declined:
        return part
    values: Sequence[Value] = part.values
    told = tuple(
        stand_in(machine.game, selection.type) if selection.is_secret or is_pieces(selection.type) else value
        for selection, value in zip(site.selections, values, strict=True)
    )
    return Part(part.plan, False, told)


def stand_in(game: Game, of: types.Type) -> Value:
    """Returns a value of a type that reveals nothing."""
    match of:
        case types.Flag():
            return False
        case types.Int(low):
            return low
        case types.Piece(classes):
            return (types.NO_PLACE, game.classes[classes[0]].first)
        case types.Kind(classes):
            return game.classes[classes[0]].first
        case types.Optional() | types.Nothing() | types.Unknown():
            return None
        case types.ListOf() | types.SetOf() | types.Bag() | types.Pieces() | types.Ranking():
            return ()
        case types.Enum() | types.Position() | types.Player() | types.Row() | types.Direction() | types.Zone():
            return 0
        case _:
            assert_never(of)

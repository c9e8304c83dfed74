"""The part of each fact of a match that one seat sees. Beliefs are built from this alone, so they cannot depend on hidden things."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import frozen
from gamedsl_interpreter import facts
from gamedsl_interpreter.wording.texts import Counts


@frozen
class SeenLeaving:
    """A number of the `before` pieces of a zone left it. `pieces` names them if the seat sees them; else `backs` counts them by their backs.
    `among`: a mask of kinds, if the seat can conclude that all pieces of these kinds left, and no others; else 0."""

    zone: int
    before: int
    number: int
    pieces: Counts | None
    backs: Counts
    among: int = 0


@frozen
class SeenMove:
    """The visible part of `facts.Moved`."""

    to: int
    parts: tuple[SeenLeaving, ...]
    put: facts.Put
    from_bottom: bool
    drawn: bool
    committed: bool
    swapped: bool


@frozen
class SeenPassing:
    """The whole content of a zone passed to another; `pieces` if the seat sees it."""

    zone: int
    to: int
    pieces: Counts | None


@frozen
class SeenExchange:
    """The visible part of `facts.Exchanged`."""

    parts: tuple[SeenPassing, ...]


@frozen
class SeenPieces:
    """The seat sees pieces where they lie."""

    zone: int
    pieces: Counts


@frozen
class SeenLayout:
    """The match began from a named start, with these pieces in zones that the seat sees."""

    start: int
    shown: tuple[tuple[int, Counts], ...]


@frozen
class SeenField:
    """A field that the seat sees received another value."""

    instance: int
    value: Value


@frozen
class UnseenRoll:
    """A roll whose result only one other seat saw, or nobody."""

    node: NodeId
    seat: SeatId | None


@frozen
class SeenChoice:
    """A seat has chosen."""

    seat: SeatId


Sight: TypeAlias = (
    SeenMove
    | SeenExchange
    | SeenPieces
    | SeenLayout
    | SeenField
    | UnseenRoll
    | SeenChoice
    | facts.Shuffled
    | facts.Resolved
    | facts.Opened
)


def sight_of(game: Game, fact: facts.Fact, seat: SeatId) -> Sight | None:
    """Returns the part of a fact that a seat sees; None if it sees nothing, or nothing about hidden things."""
    match fact:
        case facts.Moved(to, parts):
            seen = tuple(_leaving(game, part, seat) for part in parts)
            return SeenMove(to, seen, fact.put, fact.from_bottom, fact.drawn, fact.committed, fact.swapped)
        case facts.Exchanged(parts):
            return SeenExchange(tuple(_passing(part, seat) for part in parts))
        case facts.Shown(zone, pieces, seen_by_all):
            return SeenPieces(zone, pieces) if _sees(seen_by_all, seat) else None
        case facts.FieldSet(instance, value, mask):
            return SeenField(instance, value) if _sees(mask, seat) else None
        case facts.Rolled(node, _, mask):
            only = mask.bit_length() - 1
            return None if _sees(mask, seat) else UnseenRoll(node, SeatId(only) if mask and mask == 1 << only else None)
        case facts.Chosen(who, _, mask):
            return SeenChoice(who) if _sees(mask, seat) else None
        case facts.Laid(start, shown):
            return SeenLayout(start, tuple((zone, pieces) for zone, pieces, mask in shown if _sees(mask, seat)))
        case facts.Shuffled() | facts.Resolved() | facts.Opened():
            return fact
        case facts.Said():
            return None
        case _:
            assert_never(fact)


def _sees(mask: int, seat: SeatId) -> bool:
    return bool(mask >> seat & 1)


def _leaving(game: Game, part: facts.Leaving, seat: SeatId) -> SeenLeaving:
    number = sum(count for _, count in part.pieces)
    if _sees(part.seen, seat):
        return SeenLeaving(part.zone, part.before, number, part.pieces, ())
    return SeenLeaving(part.zone, part.before, number, None, backs_of(game, part.pieces))


def _passing(part: facts.Passing, seat: SeatId) -> SeenPassing:
    return SeenPassing(part.zone, part.to, part.pieces if _sees(part.seen, seat) else None)


def backs_of(game: Game, pieces: Counts) -> Counts:
    """Counts the pieces by back number; pieces of a class without visible backs have back -1."""
    found: dict[int, int] = {}
    for kind, count in pieces:
        back = back_of(game, kind)
        found[back] = found.get(back, 0) + count
    return tuple(sorted(found.items()))


def back_of(game: Game, kind: int) -> int:
    """Returns the number of a kind's visible back; -1 if it has none."""
    spec = game.kinds[kind]
    return spec.back if game.classes[spec.cls].backs else -1

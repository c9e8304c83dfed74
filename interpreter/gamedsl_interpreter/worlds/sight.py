"""What one seat sees of each fact of a match. A belief is made of this and of nothing else, so it cannot depend on what is hidden."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.facts import (
    Chosen,
    Exchanged,
    Fact,
    FieldSet,
    Laid,
    Leaving,
    Moved,
    Opened,
    Passing,
    Put,
    Resolved,
    Rolled,
    Said,
    Shown,
    Shuffled,
)
from gamedsl_interpreter.wording.texts import Counts


@frozen
class SeenLeaving:
    """So many of the `before` pieces of a zone left it. `pieces`: which, if the seat sees that; else `backs` says how many of each back."""

    zone: int
    before: int
    number: int
    pieces: Counts | None
    backs: Counts


@frozen
class SeenMove:
    """As `facts.Moved`."""

    to: int
    parts: tuple[SeenLeaving, ...]
    put: Put
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
    """As `facts.Exchanged`."""

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
    """A field that the seat sees got another value."""

    instance: int
    value: Value


@frozen
class UnseenRoll:
    """Somebody rolled, and only one seat saw the result, or nobody."""

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
    | Shuffled
    | Resolved
    | Opened
)


def seen_by(game: Game, fact: Fact, seat: SeatId) -> Sight | None:
    """What a seat sees of a fact; None if it is nothing, or nothing about hidden things."""
    match fact:
        case Moved(to, parts):
            seen = tuple(_leaving(game, part, seat) for part in parts)
            return SeenMove(to, seen, fact.put, fact.from_bottom, fact.drawn, fact.committed, fact.swapped)
        case Exchanged(parts):
            return SeenExchange(tuple(_passing(part, seat) for part in parts))
        case Shown(zone, pieces, seen_by_all):
            return SeenPieces(zone, pieces) if _sees(seen_by_all, seat) else None
        case FieldSet(instance, value, mask):
            return SeenField(instance, value) if _sees(mask, seat) else None
        case Rolled(node, _, mask):
            only = mask.bit_length() - 1
            return None if _sees(mask, seat) else UnseenRoll(node, SeatId(only) if mask == 1 << only else None)
        case Chosen(who, _, mask):
            return SeenChoice(who) if _sees(mask, seat) else None
        case Laid(start, shown):
            return SeenLayout(start, tuple((zone, pieces) for zone, pieces, mask in shown if _sees(mask, seat)))
        case Shuffled() | Resolved() | Opened():
            return fact
        case Said():
            return None
        case _:
            assert_never(fact)


def _sees(mask: int, seat: SeatId) -> bool:
    return bool(mask >> seat & 1)


def _leaving(game: Game, part: Leaving, seat: SeatId) -> SeenLeaving:
    number = sum(count for _, count in part.pieces)
    if _sees(part.seen, seat):
        return SeenLeaving(part.zone, part.before, number, part.pieces, ())
    return SeenLeaving(part.zone, part.before, number, None, backs_of(game, part.pieces))


def _passing(part: Passing, seat: SeatId) -> SeenPassing:
    return SeenPassing(part.zone, part.to, part.pieces if _sees(part.seen, seat) else None)


def backs_of(game: Game, pieces: Counts) -> Counts:
    """How many pieces have each back, by the back's number; those whose class shows nothing there have back -1."""
    found: dict[int, int] = {}
    for kind, count in pieces:
        back = back_of(game, kind)
        found[back] = found.get(back, 0) + count
    return tuple(sorted(found.items()))


def back_of(game: Game, kind: int) -> int:
    """What is to be seen of a kind from behind; -1: nothing."""
    spec = game.kinds[kind]
    return spec.back if game.classes[spec.cls].backs else -1

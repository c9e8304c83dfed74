"""Reads the result of a match from the memory of the module."""

from __future__ import annotations

from collections.abc import Mapping
from struct import unpack_from

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.shares import shares_of


def outcome(game: Game, memory: memoryview, at: Mapping[str, int]) -> Outcome:
    """Reads the outcome that a call of `outcome` has left in memory."""
    seats, lines = len(game.seats), len(game.scores)
    points = unpack_from(f"<{seats * lines}i", memory, at["OUTCOME"])
    rows = [points[seat * lines : (seat + 1) * lines] for seat in range(seats)]
    ranking = _ranking(memory, at["RANKED"])
    won = _winners(memory, at["WON"], seats) if game.verdicts else None
    (reason,) = unpack_from("<i", memory, at["REASON"])
    return Outcome(
        ranking=ranking,
        scores=tuple(tuple(zip((line.name for line in game.scores), row, strict=True)) for row in rows),
        totals=tuple(map(sum, rows)),
        shares=shares_of(ranking, won, seats),
        reason=game.reasons[max(0, reason)] if game.reasons else "",
        won=won,
    )


def _winners(memory: memoryview, at: int, seats: int) -> tuple[bool, ...] | None:
    """Returns for each seat whether it has won by a verdict; None if the ranking says it."""
    (bits,) = unpack_from("<i", memory, at)
    return None if bits == -1 else tuple(bool(bits >> seat & 1) for seat in range(seats))


def _ranking(memory: memoryview, at: int) -> tuple[tuple[SeatId, ...], ...]:
    (count,) = unpack_from("<i", memory, at)
    entries = unpack_from(f"<{2 * count}i", memory, at + 4)
    groups: list[list[SeatId]] = []
    for seat, begins in zip(entries[::2], entries[1::2], strict=True):
        if begins or not groups:
            groups.append([])
        groups[-1].append(SeatId(seat))
    return tuple(tuple(group) for group in groups)

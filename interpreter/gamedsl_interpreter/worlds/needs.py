"""The least content of a zone, as a condition on worlds. Worlds that do not fulfil it are drawn again.

A conclusion such as "one of these pieces is a seven" can divide a belief into many explanations. Where these would be too many, it is kept as a condition
instead, until something that the seat sees of the zone settles it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.values import frozen
from gamedsl_interpreter.worlds.sight import SeenExchange, SeenLayout, SeenLeaving, SeenMove, SeenPieces, Sight


@frozen
class Need:
    """A zone holds at least one piece of some kinds (a mask)."""

    zone: int
    kinds: int


def drop_settled(needs: Iterable[Need], sight: Sight) -> tuple[Need, ...]:
    """Returns the needs that still hold after an observation. A need ends if pieces leave unseen, because they may be the needed ones."""
    match sight:
        case SeenMove(parts=parts):
            return tuple(need for need in needs if not any(_may_settle(need, part) for part in parts))
        case SeenPieces(zone, pieces):
            return tuple(need for need in needs if need.zone != zone or not _mask(pieces) & need.kinds)
        case SeenExchange(parts):
            gone = {part.zone for part in parts} | {part.to for part in parts}
            return tuple(need for need in needs if need.zone not in gone)
        case SeenLayout():
            return ()
        case _:
            return tuple(needs)


def _may_settle(need: Need, part: SeenLeaving) -> bool:
    if part.zone != need.zone:
        return False
    if part.pieces is not None:
        return bool(_mask(part.pieces) & need.kinds)
    return not part.among or bool(part.among & need.kinds)


def _mask(pieces: Sequence[tuple[int, int]]) -> int:
    mask = 0
    for kind, _ in pieces:
        mask |= 1 << kind
    return mask


def unmet(needs: Sequence[tuple[int, int]], dealt: Sequence[Sequence[Sequence[int]]]) -> int:
    """Counts the needs (places of their zones in the deal, masks) that a deal does not meet."""
    return sum(not any(mask >> kind & 1 for stretch in dealt[at] for kind in stretch) for at, mask in needs)

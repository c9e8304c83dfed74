"""Finds the zones that refill other zones when a draw empties them."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen


@frozen
class Refill:
    """The source of a family's refills: the instance `base`, or `base` plus the index of the emptied instance in its family."""

    base: int
    has_index: bool

    def instance(self, index: int) -> int:
        """Returns the zone instance that refills the instance with this index in its family."""
        return self.base + (index if self.has_index else 0)


def refill_of(game: Game, zone: ZoneId) -> Refill | None:
    """Returns the refill of a family of zones; None if it has none."""
    refill = game.zones[zone].refill
    if refill is None:
        return None
    other = game.zones[refill]
    return Refill(other.base, bool(other.dimensions))


def refills(game: Game) -> tuple[int | None, ...]:
    """Returns for each zone instance the zone instance that refills it, or None."""
    found: list[int | None] = [None] * max((spec.base + len(spec.start) for spec in game.zones), default=0)
    for zone, spec in enumerate(game.zones):
        refill = refill_of(game, ZoneId(zone))
        if refill is not None:
            found[spec.base : spec.base + len(spec.start)] = map(refill.instance, range(len(spec.start)))
    return tuple(found)

"""From where zones are refilled when a draw empties them."""

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
        """The zone instance that refills the instance with this index in its family."""
        return self.base + (index if self.has_index else 0)


def refill_of(game: Game, zone: ZoneId) -> Refill | None:
    """How the instances of a family are refilled; None if they are not."""
    refill = game.zones[zone].refill
    if refill is None:
        return None
    other = game.zones[refill]
    return Refill(other.base, bool(other.dimensions))


def refills(game: Game) -> tuple[int | None, ...]:
    """The zone instance that refills each zone instance, or None."""
    found: list[int | None] = [None] * max((spec.base + len(spec.start) for spec in game.zones), default=0)
    for zone, spec in enumerate(game.zones):
        refill = refill_of(game, ZoneId(zone))
        if refill is not None:
            found[spec.base : spec.base + len(spec.start)] = map(refill.instance, range(len(spec.start)))
    return tuple(found)

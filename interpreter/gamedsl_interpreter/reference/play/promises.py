"""Promises of the rules that are checked at every stop: invariants, and that no piece is lost or made."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.play.moving import Zones
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.texts import Texts

NO_SITE = SiteId(-1)
"""The site of a fault that no line of the rules makes."""


class Promises:
    """The invariants of a Game, and its pieces as counted at the start."""

    def __init__(self, game: Game, make: Formulas, zones: Zones, start: Frame) -> None:
        self._kinds = Texts(game).kinds
        self._zones = zones
        self._number_of_zones = make.slots.zones
        self._invariants = tuple((inv, make.of(inv.condition)) for inv in game.invariants)
        self._copies = self._count_pieces(start)

    def check(self, frame: Frame) -> None:
        """Raises Fault E_INVARIANT if a promise is broken."""
        for invariant, condition in self._invariants:
            if not condition(frame):
                raise Fault("E_INVARIANT", invariant.site, f"`{invariant.name}` does not hold")
        lost = self.missing_kinds(frame)
        if lost:
            raise Fault("E_INVARIANT", NO_SITE, f"pieces are lost or made: {', '.join(lost)}")

    def missing_kinds(self, frame: Frame) -> tuple[str, ...]:
        """Names the kinds whose number of pieces differs from the start."""
        counted = self._count_pieces(frame)
        kinds = {kind for kind, _ in set(self._copies) ^ set(counted)}
        return tuple(sorted(self._kinds[kind] for kind in kinds))

    def _count_pieces(self, frame: Frame) -> tuple[tuple[int, int], ...]:
        counts: dict[int, int] = {}
        for zone in range(self._number_of_zones):
            for kind, count in self._zones.contents(frame, zone):
                counts[kind] = counts.get(kind, 0) + count
        return tuple(sorted(counts.items()))

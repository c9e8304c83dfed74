"""The locals of the graph in working memory: their addresses, and which hold pieces as lanes."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.analysis.walk import local_of, plans
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.types import LocalId, Type
from gamedsl.values import define, field
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.memory.memory import Memory
from gamedsl_interpreter.wasm.emit.planning.lane_locals import families_to_choose_from, lane_locals
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Families, Slots, families_of, slots
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar, may_be_none, wide_size
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace, WordPlaces
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported


@define
class Locals:
    """Reserves memory for a local at its first use."""

    game: Game
    memory: Memory
    chosen: dict[LocalId, Families] = field(init=False)
    """The families from which locals of one piece are chosen, if they are known."""
    lanes: dict[LocalId, Slots] = field(init=False)
    """The slots of the locals of pieces that are kept as lanes."""
    offers: dict[int, dict[LocalId, OfferPlace]] = field(factory=dict[int, dict[LocalId, OfferPlace]])
    """The addresses of the offers of each decision's selections, valid when its search stops."""
    _addresses: dict[LocalId, int] = field(factory=dict[LocalId, int])

    def __attrs_post_init__(self) -> None:
        self.chosen = families_to_choose_from(self.game)
        families = lane_locals(self.game, self.chosen)
        self.lanes = {local: slots(self.game, found) for local, found in families.items()}

    def at(self, local: LocalId) -> int:
        """Gives the address of a local."""
        if local not in self._addresses:
            spec = self.game.locals[local]
            try:
                lanes = self.lanes.get(local)
                size = wide_size(self.game, spec.type) if lanes is None else lanes.bytes
                self._addresses[local] = self.memory.space(size)
            except Unsupported as limit:
                limit.declaration = limit.declaration or spec.name
                raise
        return self._addresses[local]

    def families(self, expr: Expr) -> Families | None:
        """Gives the families of pieces that can be lanes."""

        def families_here(local: LocalId) -> Families | None:
            return self.lanes[local].families if local in self.lanes else None

        return families_of(self.game, expr, families_here, self.chosen.get)

    def word_places(self, *, numbers_below: bool) -> WordPlaces:
        """Gives the addresses from which a host makes the words of moves."""
        return WordPlaces(dict(self._addresses), self.offers, numbers_below, self.lanes)

    def lasting_words(self, plan: Plan) -> frozenset[int]:
        """Gives the addresses of locals of one word that a decision does not bind."""
        bound = {local_of(part) for inner in plans(plan) for part in inner.parts}
        return frozenset(
            at
            for local, at in self._addresses.items()
            if local not in bound and is_scalar(self.game.locals[local].type)
        )

    def bounds(self, none_of: Callable[[Type], int]) -> dict[int, tuple[int, int]]:
        """Gives the least and greatest value of the locals that are numbers, by address."""
        found: dict[int, tuple[int, int]] = {}
        for local, at in self._addresses.items():
            of = self.game.locals[local].type
            if is_scalar(of):
                least, most = span(of)
                found[at] = (min(none_of(of), least) if may_be_none(of) else least, most)
        return found

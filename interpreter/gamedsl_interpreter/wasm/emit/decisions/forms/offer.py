"""The abilities of each form of an offer, and bounds for its elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.plans.ways import One, Several
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, ne
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning import capacities


class Offer(Protocol):
    """The elements that a choice offers, numbered from 0 in normative order."""

    @property
    def count(self) -> Ir:
        """Gives the number of elements: a constant or a local."""
        ...

    @property
    def some(self) -> Ir:
        """Whether there is an element. This costs less than counting them where bits are kept."""
        ...

    @property
    def most(self) -> int:
        """Gives an upper bound for the number of elements."""
        ...

    def get(self, place: Ir) -> Value:
        """Gives the element at a place, which must exist."""
        ...

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the places and their elements, in order."""
        ...


class Counted:
    """An offer that counts its elements in any case."""

    __slots__ = ()
    count: Ir

    @property
    def some(self) -> Ir:
        """Whether there is an element."""
        return ne(self.count, c(0))


def most_elements(code: Lowering, node: One | Several) -> int:
    """Gives an upper bound for the different elements of an offer."""
    of, most = node.facts.element, capacities.most_offered(code.game, node.part)
    if isinstance(
        of, types.Int | types.Enum | types.Position | types.Player | types.Row | types.Direction | types.Kind
    ):
        return min(most, max(1, scale_span(code.game, of)[1]))
    pieces = [source.type.most for source in node.part.sources if isinstance(source.type, types.Pieces)]
    return min(most, max(pieces)) if pieces else most


def most_offered(game: Game, node: One | Several) -> int:
    """Gives an upper bound for the elements of an offer, duplicates included."""
    most = capacities.most_offered(game, node.part)
    return max(
        source.type.most if isinstance(source.type, types.Pieces | types.Bag | types.ListOf) else most
        for source in node.part.sources
    )

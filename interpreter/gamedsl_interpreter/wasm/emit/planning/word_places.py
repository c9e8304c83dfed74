"""The places in memory from which texts of moves are made: the values that a search has chosen, and the offers of its selections.

Both are in working memory when a search stops (see `search`), until the next call.
"""

from __future__ import annotations

from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots


@frozen
class OfferPlace:
    """The place of a selection's offer: elements from `elements` on, `step` bytes each; their number is at `count` (0: it is not written). The other fields
    are addresses for elements in groups: `groups` of the number of groups, `order` of the numbers of the elements in order, `starts` of each group's
    start in `order`, and `keys` of the numbers that distinguish the elements, in the same order (0: the keys are no numbers)."""

    elements: int
    step: int
    count: int
    groups: int = 0
    starts: int = 0
    order: int = 0
    keys: int = 0


@frozen
class WordPlaces:
    """The addresses of the locals of a Game, and of the offers of each decision by node and local. `has_numbers_below`: which number stands for none
    (see `Context.none_of`)."""

    locals: dict[LocalId, int]
    offers: dict[int, dict[LocalId, OfferPlace]]
    has_numbers_below: bool
    lanes: dict[LocalId, Slots]
    """The slots of the locals of pieces that are kept as counts."""

"""Where a module leaves what words are made of: the values that a search has chosen, and what its selections offered.

Both lie in working memory when a search stops (see `search`), until the next call.
"""

from __future__ import annotations

from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.memory.lane_shapes import Slots


@frozen
class OfferPlace:
    """Where the offer of a selection lies: elements from `elements` on, `step` bytes each; how many there are is written at `count` (0: it is not
    written). If they are in groups: `groups` is the address of how many, `starts` of where each begins among the addresses of `order`, which say
    which element comes when; `keys` of the numbers that tell them apart, in that order (0: they are no numbers)."""

    elements: int
    step: int
    count: int
    groups: int = 0
    starts: int = 0
    order: int = 0
    keys: int = 0


@frozen
class WordPlaces:
    """Addresses of the locals of a Game, and of the offers of each decision by node and local. `has_numbers_below`: which number stands for none (see
    `Context.none_of`)."""

    locals: dict[LocalId, int]
    offers: dict[int, dict[LocalId, OfferPlace]]
    has_numbers_below: bool
    lanes: dict[LocalId, Slots]
    """The locals of pieces that are kept as counts: their slots."""

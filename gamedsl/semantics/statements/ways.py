"""How many ways a selection has at most, for editors."""

from __future__ import annotations

from math import comb

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.types import Bag, ListOf, Pieces, Ranking, SetOf, Zone, plain
from gamedsl.semantics.model.types import most
from gamedsl.semantics.model.world import World

MOST_TOLD = 1_000_000
"""More ways than this tell nobody anything."""


def most_ways(world: World, select: statements.Select) -> int | None:
    """Returns the greatest number of ways that a selection can have, by the types of its sources; None if the types do not limit it. Choosing one of several
    equal pieces is one way."""
    found: list[int] = []
    for source in select.sources:
        number = _elements(world, source)
        if number is None:
            return None
        found.append(number)
    elements = max(found, default=0)
    if select.quantity == "one":
        return elements
    chosen = select.number.value if isinstance(select.number, expressions.Const) else None
    if any(isinstance(plain(source.type), Zone | Pieces | Bag) for source in select.sources):
        return None  # choosing several equal pieces is another way
    if select.quantity == "exactly":
        ways = comb(elements, chosen) if isinstance(chosen, int) and chosen >= 0 else None
    else:
        last = chosen if isinstance(chosen, int) else elements
        ways = sum(comb(elements, number) for number in range(min(last, elements) + 1)) if elements < 30 else None
    return ways if ways is not None and ways <= MOST_TOLD else None


def _elements(world: World, source: expressions.Expr) -> int | None:
    match plain(source.type):
        case Zone(classes=classes, form=form):
            return 1 if form == "slot" else min(len(world.kinds_of(classes)), world.copies_of(classes))
        case Pieces(classes=classes, most=number):
            return min(len(world.kinds_of(classes)), number)
        case (ListOf() | SetOf() | Ranking()) as collection:
            return most(world, collection)
        case _:
            return None

"""Records formulas that read the order of a pile."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.semantics.formulas.pile_ends import must_keep_order
from gamedsl.semantics.model.world import World
from gamedsl.source import Span


def note_order(world: World, source: expressions.Expr, span: Span, where: str) -> None:
    """Records that a formula reads the order of a pile. Reports one that takes pieces of a pile away and so does not keep the order."""
    must_keep_order(world, source, span)
    if (
        isinstance(source, expressions.Contents)
        and isinstance(source.zone, expressions.ZoneAt)
        and world.zones[source.zone.zone].form == "pile"
    ):
        world.pile_reads.append((source.zone.zone, span, where))

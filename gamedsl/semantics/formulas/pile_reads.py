"""Records formulas that read the order of a pile."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.semantics.formulas.pile_ends import must_keep_order
from gamedsl.semantics.model.world import World
from gamedsl.source import Span


def note_orders(world: World, source: expressions.Expr, span: Span, where: str) -> None:
    """Records that a formula reads the order of all pieces of a pile. For a formula made of several parts, records this for each part."""
    note_order(world, source, span, where)
    match source:
        case expressions.Filter(inner) | expressions.LyingIn(inner):
            note_orders(world, inner, span, where)
        case expressions.Join(left, right):
            note_orders(world, left, span, where)
            note_orders(world, right, span, where)
        case expressions.Local(id_) | expressions.Contents(expressions.Local(id_)) if id_ not in world.chosen:
            for origin in world.origins.get(id_, ()):
                note_orders(world, origin, span, where)
        case expressions.ZoneAt(zone) if world.zones[zone].form == "pile":
            world.pile_reads.append((zone, span, where))
        case _:
            pass


def note_order(world: World, source: expressions.Expr, span: Span, where: str) -> None:
    """Records that a formula reads the order of a pile. Reports one that takes pieces of a pile away and so does not keep the order."""
    must_keep_order(world, source, span)
    if (
        isinstance(source, expressions.Contents)
        and isinstance(source.zone, expressions.ZoneAt)
        and world.zones[source.zone.zone].form == "pile"
    ):
        world.pile_reads.append((source.zone.zone, span, where))

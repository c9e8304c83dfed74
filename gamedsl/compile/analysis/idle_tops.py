"""Finds tops of piles that are resolved needlessly: before a seat can look, the pile is shuffled, or its top is resolved again.

Removing them saves a chance node whose outcomes all lead to the same positions: most games begin by filling and shuffling a pile.
"""

from __future__ import annotations

from gamedsl.graph.analysis.walk import list_named_zones
from gamedsl.graph.model.expressions import Const, Expr, ZoneAt
from gamedsl.graph.model.nodes import ChanceNode, EffectNode, Node
from gamedsl.graph.model.statements import CallRule, Effect, Move, Resolve, Shuffle
from gamedsl.graph.model.types import NodeId

PileInstance = tuple[int, tuple[Expr, ...]]


def idle_tops(nodes: dict[NodeId, Node]) -> dict[NodeId, ChanceNode]:
    """Returns the nodes whose resolved top nobody uses."""
    return {n: node for n, node in nodes.items() if isinstance(node, ChanceNode) and _is_idle(nodes, node)}


def _is_idle(nodes: dict[NodeId, Node], node: ChanceNode) -> bool:
    pile = _pile(node)
    if pile is None:
        return False
    seen: set[NodeId] = set()
    here = node.next
    while here not in seen:
        seen.add(here)
        match nodes[here]:
            case EffectNode() as effects:
                for stmt in effects.body:
                    if _shuffles(stmt, pile):
                        return True
                    if _looks(stmt, pile):
                        return False
                here = effects.next
            case ChanceNode(event=Resolve()) as other:
                if _pile(other) == pile:
                    return True
                here = other.next
            case _:
                return False
    return False


def _pile(node: Node) -> PileInstance | None:
    """Returns the pile whose top a node resolves, if it is always the same one."""
    match node:
        case ChanceNode(event=Resolve(zone=ZoneAt() as zone)) if all(isinstance(i, Const) for i in zone.index):
            return _place(zone)
        case _:
            return None


def _place(zone: Expr | None) -> PileInstance | None:
    return (zone.zone, zone.index) if isinstance(zone, ZoneAt) else None


def _shuffles(stmt: Effect, pile: PileInstance) -> bool:
    """Whether the statement shuffles the whole pile."""
    if not isinstance(stmt, Shuffle):
        return False
    return _place(stmt.zone) == pile or (_place(stmt.into) == pile and not stmt.under)


def _looks(stmt: Effect, pile: PileInstance) -> bool:
    """Whether the top of the pile may matter to a statement; adding pieces does not look."""
    match stmt:
        case CallRule():
            return True
        case Move():
            return pile[0] in list_named_zones(
                (stmt.what, stmt.to if not isinstance(stmt.to, ZoneAt) else stmt.to.index)
            )
        case Shuffle():
            return pile[0] in list_named_zones((stmt.zone, stmt.what))
        case _:
            return pile[0] in list_named_zones(stmt)

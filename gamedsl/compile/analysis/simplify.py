"""Turns the draft into a graph: removes constant branches, empty effects and unreachable nodes, and joins consecutive effects.

Nodes are numbered in program order: the match first, then the fragments as they were given.
"""

from __future__ import annotations

from collections import Counter

from gamedsl.compile.lowering.draft import Draft
from gamedsl.compile.lowering.formulas import constant
from gamedsl.graph.analysis.walk import list_named_zones, reachable, redirect, statements, successors
from gamedsl.graph.model.expressions import Const, Expr, ZoneAt
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, EffectNode, Node
from gamedsl.graph.model.statements import CallRule, Effect, Ensure, Move, Resolve, Shuffle
from gamedsl.graph.model.types import NodeId
from gamedsl.values import evolve

Nodes = dict[NodeId, Node]


def simplify(draft: Draft, entries: tuple[NodeId, ...]) -> tuple[tuple[Node, ...], tuple[NodeId, ...]]:
    """Returns the nodes in their final order, and the final numbers of the entries."""
    nodes, entries = _without_passages(draft.nodes, entries)
    idle = idle_tops(nodes)
    nodes = nodes | {n: EffectNode((), node.next, node.cluster, node.path) for n, node in idle.items()}
    nodes, entries = _without_passages(nodes, entries)
    nodes = _join_effects(nodes, entries)
    kept = sorted(reachable(lambda n: nodes[n], entries), key=lambda n: draft.order[n])
    number = {old: NodeId(new) for new, old in enumerate(kept)}
    return tuple(redirect(nodes[n], lambda to: number[to]) for n in kept), tuple(number[e] for e in entries)


def _without_passages(nodes: Nodes, entries: tuple[NodeId, ...]) -> tuple[Nodes, tuple[NodeId, ...]]:
    """Redirects edges past nodes without content. (A loop without any content stays.)"""

    def end(here: NodeId) -> NodeId:
        seen = {here}
        while (to := _passage(nodes[here])) is not None and to not in seen:
            here = to
            seen.add(here)
        return here

    left = {n: redirect(node, end) for n, node in nodes.items()}
    return left, tuple(end(e) for e in entries)


def _passage(node: Node) -> NodeId | None:
    """Returns the successor of a node without content; None for other nodes."""
    match node:
        case EffectNode(body=()):
            return node.next
        case BranchNode():
            if node.yes == node.no:
                return node.yes
            worth = constant(node.condition)
            return None if worth is None else (node.yes if worth else node.no)
        case _:
            return None


def _join_effects(nodes: Nodes, entries: tuple[NodeId, ...]) -> Nodes:
    """Joins an effect node with its successor, if nothing else leads there and it belongs to the same cluster."""
    alive = reachable(lambda n: nodes[n], entries)
    leading = Counter(to for n in alive for to in successors(nodes[n]))
    leading.update(entries)
    joined: Nodes = {n: nodes[n] for n in alive}
    for n in alive:
        here = joined.get(n)
        while isinstance(here, EffectNode):
            after = joined.get(here.next)
            if (
                not isinstance(after, EffectNode)
                or here.next == n
                or leading[here.next] > 1
                or after.cluster != here.cluster
                # A trial of a move ends with the last `ensure`, so nothing is joined to it.
                or any(isinstance(stmt, Ensure) for stmt in statements(here.body))
            ):
                break
            del joined[here.next]
            here = evolve(here, body=(*here.body, *after.body), next=after.next, path=_common(here.path, after.path))
            joined[n] = here
    return joined


def _common(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the common beginning of both paths of rules."""
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    return left[:same]


PileInstance = tuple[int, tuple[Expr, ...]]


def idle_tops(nodes: dict[NodeId, Node]) -> dict[NodeId, ChanceNode]:
    """Returns the nodes whose resolved top nobody uses: before a seat can look, the pile is shuffled, or its top is resolved again. Removing them saves a chance
    node whose outcomes all lead to the same positions: most games begin by filling and shuffling a pile."""
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

"""Finds locals that may be read before they are set. A local is set at a node if every path from an entry to the node sets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gamedsl.graph.analysis.dataflow import NONE, Locals, live_at
from gamedsl.graph.analysis.walk import local_of
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Node,
    Plan,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import Effect, If, Part, Roll, SetLocal
from gamedsl.graph.model.types import LocalId, NodeId


def unset_reads(nodes: Sequence[Node], entries: Sequence[NodeId]) -> list[tuple[NodeId, LocalId]]:
    """Returns every local that a node may read before it is set, by node. At `entries` no local is set."""
    set_at = dict.fromkeys(entries, NONE)
    todo = list(entries)
    while todo:
        here = todo.pop()
        for to, then in set_after(nodes[here], set_at[here]):
            old = set_at.get(to)
            now = then if old is None else old & then
            if now != old:
                set_at[to] = now
                todo.append(to)
    found: list[tuple[NodeId, LocalId]] = []
    for i, node in enumerate(nodes):
        known = set_at.get(NodeId(i))
        if known is not None:
            found.extend((NodeId(i), local) for local in sorted(live_at(node, lambda _: NONE) - known))
    return found


def set_after(node: Node, known: Locals) -> list[tuple[NodeId, Locals]]:
    """For each edge of the node, returns the locals set after it; `known` are those set before."""
    match node:
        case EffectNode():
            return [(node.next, set_by(node.body, known))]
        case BranchNode():
            return [(node.yes, known), (node.no, known)]
        case DecisionNode():
            return [(node.exits[k], known | bound) for k, bound in bound_on_exits(node.plan, NONE)]
        case TogetherNode():
            return [(node.next, known)]
        case ChanceNode():
            return [(node.next, known | {node.event.local} if isinstance(node.event, Roll) else known)]
        case EndNode() | StopNode():
            return []
        case _:
            assert_never(node)


def set_by(stmts: Sequence[Effect] | Sequence[Stmt], known: Locals) -> Locals:
    """Returns the locals certainly set after effects."""
    for stmt in stmts:
        match stmt:
            case SetLocal():
                known |= {stmt.local}
            case If():
                known = set_by(stmt.then, known) & set_by(stmt.otherwise, known)
            case _:
                pass
    return known


def bound_on_exits(plan: Plan, before: Locals) -> list[tuple[int, Locals]]:
    """For each exit of the plan, returns the locals bound on the way to it."""
    at_gate = before | _find_bound_locals(plan.parts[: plan.gate_at])
    found = [] if plan.gate_exit is None else [(plan.gate_exit, at_gate)]
    here = at_gate | _find_bound_locals(plan.parts[plan.gate_at :])
    if plan.exit is not None:
        found.append((plan.exit, here))
    for line in plan.menu or ():
        found.extend(bound_on_exits(line, here))
    return found


def _find_bound_locals(parts: Sequence[Part]) -> Locals:
    return frozenset(local for part in parts if (local := local_of(part)) is not None)

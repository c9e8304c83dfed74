"""Finds the locals that are needed (live), and those that are certainly set, at each node of a graph.

A local is live at a node if its value is read there or later before it is set again. A local is set at a node if every path from an entry to the node
sets it. Locals bound by formulas are neither: they are set and read inside one formula.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import assert_never

from gamedsl.graph.analysis.walk import bound_by, free_locals, successors
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
from gamedsl.graph.model.statements import (
    Bind,
    Draw,
    Effect,
    For,
    If,
    Part,
    Repeat,
    Requirement,
    Resolve,
    Roll,
    Select,
    SetLocal,
    YesNo,
)
from gamedsl.graph.model.types import LocalId, NodeId

Locals = frozenset[LocalId]
NONE: Locals = frozenset()

# ---------------------------------------------------------------- live, backwards


def live_locals(nodes: Sequence[Node]) -> list[Locals]:
    """For each node, returns the locals that are live at its beginning; the least fixed point."""
    live = [NONE] * len(nodes)
    before: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for to in successors(node):
            before[to].append(i)
    todo = deque(reversed(range(len(nodes))))  # first in, first out: the nodes that a decision leads to come before it
    waiting = [True] * len(nodes)
    while todo:
        i = todo.popleft()
        waiting[i] = False
        now = live_at(nodes[i], lambda n: live[n])
        if now != live[i]:
            live[i] = now
            for p in before[i]:
                if not waiting[p]:
                    waiting[p] = True
                    todo.append(p)
    return live


def live_at(node: Node, after: Callable[[NodeId], Locals]) -> Locals:
    """Returns the locals live at the beginning of the node; `after` gives those of the nodes it leads to."""
    match node:
        case EffectNode():
            return live_before(node.body, after(node.next))
        case BranchNode():
            return free_locals(node.condition) | after(node.yes) | after(node.no)
        case DecisionNode():
            return free_locals(node.seat) | _live_before_plan(node.plan, lambda k: after(node.exits[k]))
        case TogetherNode():
            inside = free_locals(node.asked) | _live_before_plan(node.plan, lambda _: NONE)
            return (inside - {node.me}) | after(node.next)
        case ChanceNode():
            return free_locals(node.seat) | _live_before_event(node.event, after(node.next))
        case EndNode() | StopNode():
            return NONE
        case _:
            assert_never(node)


def live_before(stmts: Sequence[Stmt], after: Locals) -> Locals:
    """Returns the locals live before effects, given those live after them."""
    for stmt in reversed(stmts):
        after = _live_before_one(stmt, after)
    return after


def _live_before_one(stmt: Stmt, after: Locals) -> Locals:
    match stmt:
        case SetLocal():
            return (after - {stmt.local}) | free_locals(stmt.value)
        case If():
            return free_locals(stmt.condition) | live_before(stmt.then, after) | live_before(stmt.otherwise, after)
        case For():
            return free_locals(stmt.source) | _live_around(stmt.body, after, NONE, frozenset(stmt.locals))
        case Repeat():
            tested = NONE if stmt.until is None else free_locals(stmt.until)
            return free_locals(stmt.number) | _live_around(stmt.body, after, tested, NONE)
        case _:
            return after | free_locals(stmt)


def _live_around(body: Sequence[Stmt], after: Locals, tested: Locals, bound: Locals) -> Locals:
    """Returns the locals live before a loop, iterating until the needs of its passes no longer grow."""
    live = after | tested
    while True:
        more = live | (live_before(body, live) - bound)
        if more == live:
            return live
        live = more


def _live_before_plan(plan: Plan, after: Callable[[int], Locals]) -> Locals:
    live = after(plan.exit) if plan.exit is not None else NONE
    for line in plan.menu or ():
        live |= _live_before_plan(line, after)
    live = _live_before_parts(plan.parts[plan.gate_at :], live)
    if plan.gate_exit is not None:
        live |= after(plan.gate_exit)
    return free_locals(plan.offered_if) | _live_before_parts(plan.parts[: plan.gate_at], live)


def _live_before_parts(parts: Sequence[Part], after: Locals) -> Locals:
    for part in reversed(parts):
        after = _live_before_part(part, after)
    return after


def _live_before_part(part: Part, after: Locals) -> Locals:
    bound = bound_by(part)
    return (after if bound is None else after - {bound}) | read_by_part(part)


def _live_before_event(event: Roll | Draw | Resolve, after: Locals) -> Locals:
    return (after - {event.local} if isinstance(event, Roll) else after) | read_by_event(event)


def read_by_part(part: Part) -> Locals:
    """Returns the locals that a part of a decision reads."""
    match part:
        case Bind():
            return free_locals(part.value)
        case Select():
            each = free_locals(part.distinct) - {part.element}
            return free_locals((*part.sources, part.number, part.least)) | each
        case YesNo() | Requirement():
            return free_locals(part.condition)
        case _:
            assert_never(part)


def read_by_event(event: Roll | Draw | Resolve) -> Locals:
    """Returns the locals that a chance event reads."""
    match event:
        case Roll():
            return free_locals((event.number, event.source, event.seat))
        case Draw():
            each = free_locals(event.condition) - {event.element}
            return free_locals((event.number, event.source, event.to)) | each
        case Resolve():
            return free_locals(event.zone) | free_locals(event.number)
        case _:
            assert_never(event)


# ---------------------------------------------------------------- certainly set, forwards


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
    return frozenset(local for part in parts if (local := bound_by(part)) is not None)

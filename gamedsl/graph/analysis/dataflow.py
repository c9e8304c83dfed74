"""Finds the locals that are needed (live) at each node of a graph.

A local is live at a node if its value is read there or later before it is set again. Locals bound by formulas never are: they are set and read inside
one formula.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import assert_never

from gamedsl.graph.analysis.walk import free_locals, local_of, successors
from gamedsl.graph.model import statements
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
        case statements.SetLocal():
            return (after - {stmt.local}) | free_locals(stmt.value)
        case statements.If():
            return free_locals(stmt.condition) | live_before(stmt.then, after) | live_before(stmt.otherwise, after)
        case statements.For():
            return free_locals(stmt.source) | _live_around(stmt.body, after, NONE, frozenset(stmt.locals))
        case statements.Repeat():
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


def _live_before_parts(parts: Sequence[statements.Part], after: Locals) -> Locals:
    for part in reversed(parts):
        bound = local_of(part)
        after = (after if bound is None else after - {bound}) | read_by_part(part)
    return after


def _live_before_event(event: statements.Roll | statements.Draw | statements.Resolve, after: Locals) -> Locals:
    return (after - {event.local} if isinstance(event, statements.Roll) else after) | read_by_event(event)


def read_by_part(part: statements.Part) -> Locals:
    """Returns the locals that a part of a decision reads."""
    match part:
        case statements.Bind():
            return free_locals(part.value)
        case statements.Select():
            each = free_locals(part.distinct) - {part.element}
            return free_locals((*part.sources, part.number, part.least)) | each
        case statements.YesNo() | statements.Requirement():
            return free_locals(part.condition)
        case _:
            assert_never(part)


def read_by_event(event: statements.Roll | statements.Draw | statements.Resolve) -> Locals:
    """Returns the locals that a chance event reads."""
    match event:
        case statements.Roll():
            return free_locals((event.number, event.source, event.seat))
        case statements.Draw():
            each = free_locals(event.condition) - {event.element}
            return free_locals((event.number, event.source, event.to)) | each
        case statements.Resolve():
            return free_locals(event.zone) | free_locals(event.number)
        case _:
            assert_never(event)

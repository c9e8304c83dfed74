"""Describes the nodes of a Game as lines of text: a heading, the content of the node, and arrows to the next nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

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
from gamedsl.graph.model.types import LocalId, NodeId
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Words, name_at
from gamedsl.graph.text.rule_text import INDENT, effect_lines, event_line, part_line

MARGIN = "       "
"""The indent of the lines below a node's heading: as wide as `n1234` and a space."""


def cluster_lines(words: Words, cluster: str) -> tuple[str, ...]:
    """Returns all nodes of a cluster under its title, in the order of their numbers."""
    title = f"---- {cluster} "
    nodes = ((NodeId(i), node) for i, node in enumerate(words.game.nodes) if node.cluster == cluster)
    return (title.ljust(100, "-"), *(line for id, node in nodes for line in node_lines(words, id, node)))


def clusters(nodes: Iterable[Node]) -> tuple[str, ...]:
    """Returns the clusters in program order: by the number of their first nodes."""
    return tuple(dict.fromkeys(node.cluster for node in nodes))


def node_lines(words: Words, id: NodeId, node: Node) -> tuple[str, ...]:
    """Returns the lines of one node, the heading first."""
    path = " > ".join(node.path)
    head = f"{f'n{id}'.ljust(len(MARGIN))}{_form(node).ljust(9)} {path}".rstrip()
    return (head, *(MARGIN + line for line in _content(words, node)))


def plan_lines(words: Words, plan: Plan) -> tuple[str, ...]:
    """Returns the plan of a decision as a tree: parts in order, then menu lines or the exit."""
    parts = tuple(part_line(words, part) for part in plan.parts)
    menu = () if plan.menu is None else ("menu", *_indent(m for p in plan.menu for m in plan_lines(words, p)))
    leave = () if plan.exit is None else (f"exit {plan.exit}",)
    offer = () if plan.offered_if is None else (f"offered if {formula(words, plan.offered_if)}",)
    return (plan.name, *_indent((*offer, *parts[: plan.gate_at], *_gate(plan), *parts[plan.gate_at :], *menu, *leave)))


# ---------------------------------------------------------------- nodes


def _form(node: Node) -> str:
    match node:
        case EffectNode():
            return "effect"
        case BranchNode():
            return "branch"
        case DecisionNode():
            return "decision"
        case TogetherNode():
            return "together"
        case ChanceNode():
            return "chance"
        case EndNode():
            return "end"
        case StopNode(is_over=is_over):
            return "game over" if is_over else "stop"
        case _:
            assert_never(node)


def _content(words: Words, node: Node) -> tuple[str, ...]:
    match node:
        case EffectNode(body, next):
            return (*(line for effect in body for line in effect_lines(words, effect)), f"-> n{next}")
        case BranchNode(condition, yes, no, label, edge=edge):
            title = (f'"{label}"',) if label else ()
            named = f'  "{edge}"' if edge else ""
            return (*title, f"if {formula(words, condition)} -> n{yes}{named}", f"else -> n{no}")
        case DecisionNode(seat, _, exits, live):
            leaving = tuple(f"exit {i} -> n{target}" for i, target in enumerate(exits))
            return (f"seat {formula(words, seat)}", *_choose(words, node), *leaving, *_live(words, live))
        case TogetherNode():
            commits = (
                f"commit {name_at(words.locals, local, 'local')} in {name_at(words.fields, field, 'field')}"
                for local, field in node.commits
            )
            return (
                f"seats {name_at(words.locals, node.me, 'local')} where {formula(words, node.asked)}",
                *_choose(words, node),
                *commits,
                f"exit in {name_at(words.fields, node.exit_field, 'field')}",
                f"todo in {name_at(words.fields, node.todo_field, 'field')}",
                f"-> n{node.next}",
                *_live(words, node.live),
            )
        case ChanceNode(event, seat, next, live):
            acting = () if seat is None else (f"seat {formula(words, seat)}",)
            return (*acting, event_line(words, event), f"-> n{next}", *_live(words, live))
        case EndNode():
            return ()
        case StopNode(live):
            return _live(words, live)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- small shapes


def _choose(words: Words, node: DecisionNode | TogetherNode) -> tuple[str, ...]:
    name, *rest = plan_lines(words, node.plan)
    seen = ", seen by nobody" if isinstance(node, DecisionNode) and node.is_unseen else ""
    return (f"choose {name}{seen}{', also if forced' if node.is_private else ''}", *rest)


def _gate(plan: Plan) -> tuple[str, ...]:
    if plan.gate is None and plan.gate_exit is None and not plan.gate_at:
        return ()
    name = "gate" if plan.gate is None else plan.gate.replace("_", " ")
    after = f" after {plan.gate_at}" if plan.gate_at else ""
    return (f"{name}{after} else exit {plan.gate_exit}",)


def _live(words: Words, live: Sequence[LocalId]) -> tuple[str, ...]:
    return (f"live {', '.join(name_at(words.locals, local, 'local') for local in live)}",) if live else ()


def _indent(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(INDENT + line for line in lines)

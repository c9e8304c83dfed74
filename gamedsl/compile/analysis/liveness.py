"""Computes the locals that a position keeps: exactly those still needed where play can stop."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.dataflow import live_locals
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, Node, StopNode, TogetherNode
from gamedsl.values import evolve


def with_live(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Returns the nodes with their `live` locals, in order of their numbers."""
    live = live_locals(nodes)
    return tuple(
        evolve(node, live=tuple(sorted(live[i])))
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode)
        else node
        for i, node in enumerate(nodes)
    )

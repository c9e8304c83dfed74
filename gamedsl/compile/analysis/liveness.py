"""Where play can stop, a position keeps exactly the locals that are still needed."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.dataflow import live_locals
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, Node, StopNode, TogetherNode
from gamedsl.values import evolve


def with_live(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The nodes with their `live` locals, in order of their numbers."""
    live = live_locals(nodes)
    return tuple(
        evolve(node, live=tuple(sorted(live[i])))
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode)
        else node
        for i, node in enumerate(nodes)
    )

"""The drawing as plain JSON data: nodes, edges, clusters."""

from __future__ import annotations

from typing import Any

from gamedsl.graph.draw.model import Arrow, Element, drawing
from gamedsl.graph.model.game import Game


def graph_json(game: Game) -> dict[str, Any]:
    """`{name, doc, setup, start, nodes, edges, clusters}`; nodes are named `n12`, and `nodes[i].stands_for` lists
    numbers of graph nodes.
    """
    drawn = drawing(game)
    return {
        "name": drawn.name,
        "doc": drawn.doc,
        "setup": drawn.setup,
        "start": f"n{drawn.start}",
        "nodes": [_node(element) for element in drawn.elements],
        "edges": [_edge(arrow) for arrow in drawn.arrows],
        "clusters": [{"name": c.name, "nodes": [f"n{id}" for id in c.elements]} for c in drawn.clusters],
    }


def _node(element: Element) -> dict[str, Any]:
    return {
        "id": f"n{element.id}",
        "form": element.form,
        "who": element.who,
        "title": element.title,
        "lines": list(element.lines),
        "cluster": element.cluster,
        "path": list(element.path),
        "stands_for": list(element.nodes),
    }


def _edge(arrow: Arrow) -> dict[str, Any]:
    return {"from": f"n{arrow.source}", "to": f"n{arrow.target}", "label": arrow.label}

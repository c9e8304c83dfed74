"""Draws a Game as plain JSON data: nodes, edges, clusters."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from gamedsl.graph.draw.model import Arrow, Drawing, Element, Form, State, drawing
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId


class NodeData(TypedDict):
    """A node of the drawing; `stands_for` lists numbers of graph nodes."""

    id: str
    form: Form
    who: str
    title: str
    lines: list[str]
    cluster: str
    path: list[str]
    stands_for: list[NodeId]
    state: NotRequired[State]


EdgeData = TypedDict("EdgeData", {"from": str, "to": str, "label": str, "state": NotRequired[State]})
"""An arrow between two nodes."""


class ClusterData(TypedDict):
    """The nodes inside one frame."""

    name: str
    nodes: list[str]


class DrawingData(TypedDict):
    """A whole drawing; nodes are named `n12`."""

    name: str
    doc: str | None
    setup: str
    start: str
    nodes: list[NodeData]
    edges: list[EdgeData]
    clusters: list[ClusterData]


def graph_json(game: Game) -> DrawingData:
    """Returns the drawing of a Game."""
    return json_of(drawing(game))


def json_of(drawn: Drawing) -> DrawingData:
    """Returns the data of a given drawing; in a joint drawing of two Games everything has a `state`."""
    return {
        "name": drawn.name,
        "doc": drawn.doc,
        "setup": drawn.setup,
        "start": f"n{drawn.start}",
        "nodes": [_node(drawn, element) for element in drawn.elements],
        "edges": [_edge(drawn, arrow) for arrow in drawn.arrows],
        "clusters": [{"name": c.name, "nodes": [f"n{id}" for id in c.elements]} for c in drawn.clusters],
    }


def _node(drawn: Drawing, element: Element) -> NodeData:
    made: NodeData = {
        "id": f"n{element.id}",
        "form": element.form,
        "who": element.who,
        "title": element.title,
        "lines": list(element.lines),
        "cluster": element.cluster,
        "path": list(element.path),
        "stands_for": list(element.nodes),
    }
    if drawn.is_joint:
        made["state"] = element.state
    return made


def _edge(drawn: Drawing, arrow: Arrow) -> EdgeData:
    made: EdgeData = {"from": f"n{arrow.source}", "to": f"n{arrow.target}", "label": arrow.label}
    if drawn.is_joint:
        made["state"] = arrow.state
    return made

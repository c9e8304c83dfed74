"""Drawings of a Game: DOT, Mermaid, JSON and SVG, all of the same elements."""

from gamedsl.graph.draw.dot import dot
from gamedsl.graph.draw.json import graph_json
from gamedsl.graph.draw.mermaid import mermaid
from gamedsl.graph.draw.svg import svg

__all__ = ["dot", "graph_json", "mermaid", "svg"]

"""Draws a Game in Graphviz' DOT language."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element, Form, State, box_lines, drawing, tooltip
from gamedsl.graph.model.game import Game


def dot(game: Game) -> str:
    """Returns a digraph with one subgraph for each cluster, in program order; ends in a newline."""
    return dot_of(drawing(game))


def dot_of(drawn: Drawing) -> str:
    """Returns the digraph of a given drawing."""
    lines = (
        f"digraph {_quote(drawn.name)} {{",
        f"  graph [label={_quote(_title(drawn))}, labelloc=t, rankdir=TB, compound=true, newrank=true,",
        '         bgcolor=white, fontname="sans-serif", nodesep=0.35, ranksep=0.45];',
        '  node [fontname="sans-serif", fontsize=11, style=filled, fillcolor=white, color="#55606b"];',
        '  edge [fontname="sans-serif", fontsize=10, color="#55606b"];',
        '  start [shape=circle, label="", width=0.18, fillcolor="#333333"];',
        *(line for i, cluster in enumerate(drawn.clusters) for line in _cluster(drawn, i, cluster)),
        f"  start -> n{drawn.start};",
        *(_arrow(arrow) for arrow in drawn.arrows),
        "}",
    )
    return "\n".join(lines) + "\n"


def _title(drawn: Drawing) -> str:
    return f"{drawn.name} ({drawn.setup}){f'  {drawn.doc}' if drawn.is_joint else ''}"


def _cluster(drawn: Drawing, number: int, cluster: Cluster) -> tuple[str, ...]:
    inside = (element for element in drawn.elements if element.cluster == cluster.name)
    return (
        f"  subgraph cluster_{number} {{",
        f"    label={_quote(cluster.name)}; labeljust=l;",
        '    style="rounded,filled"; fillcolor="#eef2f6"; color="#c4ced8";',
        *(f"    {_element(element)}" for element in inside),
        "  }",
    )


def _element(element: Element) -> str:
    text = "\\n".join(_escape(line) for line in box_lines(element))
    hint = _escape(tooltip(element)).replace("\n", "\\n")
    return f'n{element.id} [{_shape(element.form)}{_STATES[element.state]}, label="{text}", tooltip="{hint}"];'


def _shape(form: Form) -> str:
    match form:
        case "effect":
            return "shape=box"
        case "branch":
            return 'shape=diamond, fillcolor="#fff6d6", margin=0.02'
        case "decision":
            return 'shape=box, style="rounded,filled,bold", fillcolor="#dbe9fb"'
        case "together":
            return 'shape=box, peripheries=2, style="rounded,filled,bold", fillcolor="#dbe9fb"'
        case "chance":
            return 'shape=hexagon, fillcolor="#e3f3e1"'
        case "end":
            return "shape=ellipse, peripheries=2"
        case "stop":
            return "shape=ellipse, style=dashed"
        case _:
            assert_never(form)


def _arrow(arrow: Arrow) -> str:
    texts = [f"label={_quote(arrow.label)}"] if arrow.label else []
    texts += [_ARROWS[arrow.state]] if arrow.state in _ARROWS else []
    attributes = f" [{', '.join(texts)}]" if texts else ""
    return f"  n{arrow.source} -> n{arrow.target}{attributes};"


_STATES: dict[State, str] = {
    "same": "",
    "new": ', color="#1a7f37", fillcolor="#dafbe1", penwidth=3',
    "gone": ', color="#b3261e", fillcolor="#ffebe9", style="filled,dashed", penwidth=2',
    "changed": ', color="#9a6700", fillcolor="#fff1c4", penwidth=3',
}
_ARROWS: dict[State, str] = {
    "new": 'color="#1a7f37", fontcolor="#1a7f37", penwidth=2.5',
    "gone": 'color="#b3261e", fontcolor="#b3261e", style=dashed',
    "changed": 'color="#9a6700", fontcolor="#9a6700", penwidth=2',
}
"""The styles of elements and arrows that are not in both of two graphs."""


def _quote(text: str) -> str:
    return f'"{_escape(text)}"'


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')

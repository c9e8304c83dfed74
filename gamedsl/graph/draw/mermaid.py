"""Draws a Game as a Mermaid flowchart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element, Form, State, box_lines, drawing
from gamedsl.graph.model.game import Game

INDENT = "    "


def mermaid(game: Game) -> str:
    """Returns a flowchart from top to bottom with one subgraph for each cluster, in program order; ends in a newline."""
    return mermaid_of(drawing(game))


def mermaid_of(drawn: Drawing) -> str:
    """Returns the flowchart of a given drawing."""
    lines = (
        f"%% {_plain(drawn.name)} ({_plain(drawn.setup)}){f'  {drawn.doc}' if drawn.is_joint else ''}",
        "flowchart TB",
        f"{INDENT}start(( ))",
        *(line for i, cluster in enumerate(drawn.clusters) for line in _cluster(drawn, i, cluster)),
        f"{INDENT}start --> n{drawn.start}",
        *(_arrow(arrow) for arrow in drawn.arrows),
        *(f"{INDENT}classDef is_{form} {style}" for form, style in _STYLES),
        *_states(drawn),
    )
    return "\n".join(lines) + "\n"


_STYLES: tuple[tuple[Form, str], ...] = (
    ("effect", "fill:#ffffff,stroke:#8a949e,color:#222222"),
    ("branch", "fill:#fff6d6,stroke:#b79a3c,color:#222222"),
    ("decision", "fill:#dbe9fb,stroke:#2f66b0,stroke-width:2px,color:#222222"),
    ("together", "fill:#dbe9fb,stroke:#2f66b0,stroke-width:3px,color:#222222"),
    ("chance", "fill:#e3f3e1,stroke:#3f8a45,color:#222222"),
    ("end", "fill:#ffffff,stroke:#333333,stroke-width:3px,color:#222222"),
    ("stop", "fill:#ffffff,stroke:#333333,color:#222222"),
)


def _cluster(drawn: Drawing, number: int, cluster: Cluster) -> tuple[str, ...]:
    inside = (element for element in drawn.elements if element.cluster == cluster.name)
    head = f'{INDENT}subgraph c{number}["{_escape(cluster.name)}"]'
    return (head, *(f"{INDENT * 2}{_element(element)}" for element in inside), f"{INDENT}end")


def _element(element: Element) -> str:
    opening, closing = _brackets(element.form)
    text = "<br>".join(_escape(line) for line in box_lines(element))
    return f'n{element.id}{opening}"{text}"{closing}:::is_{element.form}'


def _brackets(form: Form) -> tuple[str, str]:
    match form:
        case "effect":
            return "[", "]"
        case "branch":
            return "{", "}"
        case "decision":
            return "(", ")"
        case "together":
            return "[[", "]]"
        case "chance":
            return "{{", "}}"
        case "end":
            return "(((", ")))"
        case "stop":
            return "([", "])"
        case _:
            assert_never(form)


def _arrow(arrow: Arrow) -> str:
    label = f'|"{_escape(arrow.label)}"|' if arrow.label else ""
    return f"{INDENT}n{arrow.source} {_LINES[arrow.state]}{label} n{arrow.target}"


_LINES: dict[State, str] = {"same": "-->", "new": "==>", "gone": "-.->", "changed": "-->"}
_STATES: tuple[tuple[State, str], ...] = (
    ("new", "stroke:#1a7f37,stroke-width:4px,fill:#dafbe1"),
    ("gone", "stroke:#b3261e,stroke-width:2px,stroke-dasharray:6 4,fill:#ffebe9"),
    ("changed", "stroke:#9a6700,stroke-width:4px,fill:#fff1c4"),
)


def _states(drawn: Drawing) -> Iterator[str]:
    """Yields the styles of elements that are not in both of two graphs."""
    for state, style in _STATES:
        names = [f"n{element.id}" for element in drawn.elements if element.state == state]
        if names:
            yield f"{INDENT}classDef is_{state} {style}"
            yield f"{INDENT}class {','.join(names)} is_{state}"


def _escape(text: str) -> str:
    """Escapes a text: all except letters, digits, blanks and harmless marks become entities, as Mermaid reads them."""
    return "".join(c if c.isalnum() or c in _HARMLESS else f"#{ord(c)};" for c in text)


def _plain(text: str) -> str:
    return " ".join(text.split())


_HARMLESS = " .,:_+-/()=?!'…"

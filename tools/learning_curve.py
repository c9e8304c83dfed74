"""Draws the learning curves of `docs/examples/mirror_descent.py` as an SVG.

    python -m tools.learning_curve CURVE.json OUT.svg "NashConv in chips"
    python -m tools.learning_curve CURVE.json OUT.svg "share of the victory" "against mcts:100" "against random"

A curve is a list of rows: the number of updates, and a number for each line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from gamedsl.json import Json
from gamedsl.workbench.reporting.model import Picture
from gamedsl.workbench.reporting.pictures import FIRST, SECOND, draw_picture

_COLOURS = {"ink": "#1c2024", "faint": "#667079", "line": "#dde1e5", "first": "#2f6db3", "second": "#c2601c"}
"""The colours of light pages, since a picture in a file has no page."""


def curves(rows: Sequence[Sequence[float]], y: str, names: Sequence[str]) -> Picture:
    """Describes a line for each name, by the number of updates."""
    values: Json = [
        {"x": x, "y": number, "which": which} for x, *ys in rows for which, number in zip(names, ys, strict=True)
    ]
    stroke: Json = {"value": FIRST}
    if len(names) > 1:
        stroke = {"field": "which", "type": "nominal", "sort": [*names], "scale": {"range": [FIRST, SECOND]}}
    return {
        "data": {"values": values},
        "mark": {"type": "line", "strokeWidth": 2},
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "title": "updates"},
            "y": {"field": "y", "type": "quantitative", "title": y},
            "stroke": stroke,
        },
    }


def main(curve: str, out: str, y: str, *names: str) -> None:
    rows: list[list[float]] = json.loads(Path(curve).read_text(encoding="utf-8"))
    svg = draw_picture(curves(rows, y, names or ("",)), y)
    for name, colour in _COLOURS.items():
        svg = svg.replace(f"var(--{name})", colour)
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    head, end, rest = svg.partition(">")
    Path(out).write_text(f'{head} xmlns="http://www.w3.org/2000/svg"{end}{ground}{rest}\n', encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

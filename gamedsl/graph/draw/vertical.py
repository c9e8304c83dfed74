"""Computes vertical positions: the heights of gaps, channels and layers, and of each horizontal line in them."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.draw.boxes import label_height
from gamedsl.graph.draw.horizontal import MARGIN, Across
from gamedsl.graph.draw.routing import Strip, nets, steps
from gamedsl.graph.draw.tracks import Key, rows
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

ROW = 10.0
TITLE_ROW = 27.0
HEAD = 15.0
"""The space for an arrowhead above a layer."""
START = 26.0
"""The space for the start above the first cluster."""


@frozen
class Down:
    """Every y, in pixels: of the gaps and frames, of the layers (cluster, layer) and of horizontal lines."""

    gap_top: tuple[float, ...]
    frame_top: tuple[float, ...]
    frame_height: tuple[float, ...]
    layer_top: Mapping[tuple[int, int], float]
    line: Mapping[tuple[Strip, Key], float]
    height: float

    def top(self, places: Across, id: NodeId) -> float:
        """Returns the upper side of an element."""
        return self.layer_top[places.cluster[id], places.layer(id)]


def down(places: Across, top: float) -> Down:
    """Computes all heights below `top`."""
    lines = nets(step for source, target in places.arrows for step in steps(places, source, target))
    ranks = {place: rows(meeting) for place, meeting in lines.items()}
    gap_top: list[float] = []
    frame_top: list[float] = []
    frame_height: list[float] = []
    layer_top: dict[tuple[int, int], float] = {}
    line: dict[tuple[Strip, Key], float] = {}

    def below_lines(place: Strip, y: float) -> float:
        found = ranks.get(place, {})
        line.update({(place, key): y + ROW * (rank + 0.5) for key, rank in found.items()})
        return y + ROW * (max(found.values(), default=-1) + 1)

    y = top
    for k, part in enumerate(places.parts):
        gap_top.append(y)
        y = below_lines(("gap", k, 0), y + (START if k == 0 else 9)) + 9
        frame_top.append(y)
        y = below_lines(("channel", k, 0), y + TITLE_ROW) + HEAD - 5
        for i, row in enumerate(part.rows):
            held = [places.boxes[item.target] for item in row if item.is_box]
            layer_top[k, i] = y
            y += max(box.height + label_height(box) for box in held) + 6
            y = below_lines(("channel", k, i + 1), y) + (HEAD if i + 1 < len(part.rows) else 9)
        frame_height.append(y - frame_top[-1])
    gap_top.append(y)
    y = below_lines(("gap", len(places.parts), 0), y + 9)
    return Down(tuple(gap_top), tuple(frame_top), tuple(frame_height), layer_top, line, y + MARGIN)

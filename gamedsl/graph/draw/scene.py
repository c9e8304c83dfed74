"""Computes the positions of everything in a drawing: clusters below each other, boxes in them, and the lines of the arrows.

Lines run only up, down and sideways: sideways in the *channels* between two layers and in the *gaps* between two clusters, up and down where the layers leave
space for them. Arrows that return inside a cluster run up in a lane left of its boxes; those that return to an earlier cluster, in a lane left of all
clusters; those that skip clusters, in a lane right of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.draw.boxes import Box, label_height
from gamedsl.graph.draw.horizontal import MARGIN, Across, across
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.routing import Strip, nets, steps
from gamedsl.graph.draw.tracks import Key, rows
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

Point = tuple[float, float]


@frozen
class Placed:
    """A box with its left and upper side."""

    box: Box
    x: float
    y: float


@frozen
class Route:
    """The line of an arrow from the lower side of its source to the upper side of its target; the label stands to the right of its start."""

    source: NodeId
    target: NodeId
    points: tuple[Point, ...]
    label: tuple[str, ...]


@frozen
class Frame:
    """The rounded box around a cluster."""

    name: str
    x: float
    y: float
    width: float
    height: float


@frozen
class Scene:
    """A drawing with all positions, in pixels from the upper left corner; `start` is the line on which play begins."""

    frames: tuple[Frame, ...]
    boxes: tuple[Placed, ...]
    routes: tuple[Route, ...]
    start: tuple[Point, Point]
    width: float
    height: float


def scene(drawn: Drawing, top: float, least_width: float) -> Scene:
    """Lays out the drawing below `top`, with at least the given width."""
    places = across(drawn, least_width)
    heights = down(places, top)
    entry = places.middle(drawn.start)
    return Scene(
        frames=tuple(
            Frame(c.name, places.frame_left, heights.frame_top[k], places.frame_width, heights.frame_height[k])
            for k, c in enumerate(drawn.clusters)
        ),
        boxes=tuple(_place(places, heights, id) for id in places.boxes),
        routes=tuple(_route(places, heights, source, target) for source, target in places.arrows),
        start=((entry, heights.gap_top[places.cluster[drawn.start]] + 10), (entry, heights.top(places, drawn.start))),
        width=places.width,
        height=heights.height,
    )


def _place(places: Across, heights: Down, id: NodeId) -> Placed:
    box = places.boxes[id]
    return Placed(box, places.middle(id) - box.width / 2, heights.top(places, id))


def _route(places: Across, heights: Down, source: NodeId, target: NodeId) -> Route:
    box = places.boxes[source]
    points = [(places.port(source, target), heights.top(places, source) + box.height)]
    for step in steps(places, source, target):
        y = heights.line.get((step.place, step.key))
        if y is not None:
            points += [(step.entering.x, y), (step.leaving.x, y)]
    points.append((places.middle(target), heights.top(places, target)))
    label = next(slot.label for slot in box.slots if slot.target == target)
    return Route(source, target, tuple(points), label)


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

"""Computes the positions of everything in a drawing: clusters below each other, boxes in them, and the lines of the arrows.

Lines run only up, down and sideways: sideways in the *channels* between two layers and in the *gaps* between two clusters, up and down where the layers leave
space for them. Arrows that return inside a cluster run up in a lane left of its boxes; those that return to an earlier cluster, in a lane left of all
clusters; those that skip clusters, in a lane right of them.
"""

from __future__ import annotations

from gamedsl.graph.draw.boxes import Box
from gamedsl.graph.draw.horizontal import Across, across
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.routing import steps
from gamedsl.graph.draw.vertical import Down, down
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

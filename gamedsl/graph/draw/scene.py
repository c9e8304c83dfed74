"""Computes the positions of everything in a drawing: clusters below each other, boxes in them, and the lines of the arrows.

Lines run only up, down and sideways: sideways in the *channels* between two layers and in the *gaps* between two clusters, up and down where the layers leave
space for them. Arrows that return inside a cluster run up in a lane left of its boxes; those that return to an earlier cluster, in a lane left of all
clusters; those that skip clusters, in a lane right of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from gamedsl.graph.draw.boxes import Box, label_height
from gamedsl.graph.draw.horizontal import MARGIN, Across, across
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.tracks import Key, Net, rows
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


Strip = tuple[str, int, int]
"""(`gap`, its number, 0) or (`channel`, cluster, its number): gap k is above cluster k, channel i above layer i."""


@frozen
class Entering:
    """From above, or out of a lane."""

    x: float
    by_lane: bool = False


@frozen
class Leaving:
    """Down, or into a lane."""

    x: float
    by_lane: bool = False


@frozen
class Step:
    place: Strip
    key: Key
    entering: Entering
    leaving: Leaving


def steps(places: Across, source: NodeId, target: NodeId) -> Iterator[Step]:
    """Yields the steps of an arrow, in order."""
    cluster, layer = places.cluster[source], places.layer(source)
    x = places.port(source, target)
    if places.returns(source, target):
        yield from _return(places, source, target)
    elif places.cluster[target] == cluster:
        yield from _descent(places, layer, x, target)
    else:
        x = yield from _way_out(places, cluster, layer, x, target)
        yield from _route_between(places, cluster, x, target)
        yield from _descent(places, 0, places.entry(target), target)


def nets(all_steps: Iterator[Step]) -> dict[Strip, dict[Key, Net]]:
    """Returns the lines that meet in each channel and gap."""
    found: dict[Strip, dict[Key, Net]] = {}
    for step in all_steps:
        net = found.setdefault(step.place, {}).setdefault(step.key, Net())
        (net.lanes if step.entering.by_lane else net.tops).append(step.entering.x)
        (net.lanes if step.leaving.by_lane else net.bottoms).append(step.leaving.x)
    return found


def _return(places: Across, source: NodeId, target: NodeId) -> Iterator[Step]:
    """Routes an arrow from below the source into the lane, and out of it above the target."""
    cluster, lane = places.cluster[source], places.lane[target]
    channel = ("channel", cluster, places.layer(source) + 1)
    yield Step(channel, ("back", target), Entering(places.port(source, target)), Leaving(lane, by_lane=True))
    channel = ("channel", cluster, places.layer(target))
    yield Step(channel, ("to", target), Entering(lane, by_lane=True), Leaving(places.middle(target)))


def _descent(places: Across, layer: int, x: float, target: NodeId) -> Iterator[Step]:
    """Routes an arrow from a layer down to the target in the same cluster."""
    cluster = places.cluster[target]
    while layer < places.layer(target):
        below = places.item_x(cluster, places.parts[cluster].towards(layer, target))
        layer += 1
        yield Step(("channel", cluster, layer), ("to", target), Entering(x), Leaving(below))
        x = below


def _way_out(places: Across, cluster: int, layer: int, x: float, target: NodeId) -> Generator[Step, None, float]:
    """Routes an arrow from a layer to below the last one of the cluster. Returns the x where it leaves."""
    item = places.parts[cluster].below(layer, target)
    while item is not None:
        below = places.item_x(cluster, item)
        layer += 1
        yield Step(("channel", cluster, layer), ("to", target), Entering(x), Leaving(below))
        x = below
        item = places.parts[cluster].below(layer, target)
    return x


def _route_between(places: Across, cluster: int, x: float, target: NodeId) -> Iterator[Step]:
    """Routes an arrow from below a cluster to above the target's: straight into the next one, otherwise through a lane at the side."""
    lanes = places.side(cluster, target)
    entry = Leaving(places.entry(target))
    arrival = ("gap", places.cluster[target], 0)
    if lanes is None:
        yield Step(arrival, ("to", target), Entering(x), entry)
    else:
        lane = lanes[target]
        yield Step(("gap", cluster + 1, 0), ("to", target), Entering(x), Leaving(lane, by_lane=True))
        yield Step(arrival, ("to", target), Entering(lane, by_lane=True), entry)

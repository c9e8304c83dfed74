"""Computes horizontal positions: the layers of every cluster below each other, the lanes beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamedsl.graph.draw.boxes import Box, boxes
from gamedsl.graph.draw.layers import Item, Layers, Part, layers
from gamedsl.graph.draw.model import Cluster, Drawing
from gamedsl.graph.draw.tracks import columns
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

MARGIN = 24.0
INSIDE = 22.0
"""The distance between a cluster's border and its content."""
LANE = 11.0

Pair = tuple[NodeId, NodeId]


@frozen
class Across:
    """The horizontal layout of the whole drawing: for each node its cluster (by number), its layer and its x in pixels.

    `lane` is where arrows that return to a target inside its cluster run up; `left` and `right` are such lanes outside of clusters.
    """

    boxes: Mapping[NodeId, Box]
    arrows: tuple[Pair, ...]
    cluster: Mapping[NodeId, int]
    parts: tuple[Layers, ...]
    shift: tuple[float, ...]
    lane: Mapping[NodeId, float]
    left: Mapping[NodeId, float]
    right: Mapping[NodeId, float]
    frame_left: float
    frame_width: float
    width: float

    def layer(self, id: NodeId) -> int:
        """Returns the layer of an element in its cluster."""
        return self.parts[self.cluster[id]].layer[id]

    def item_x(self, cluster: int, item: Item) -> float:
        """Returns the middle of an item."""
        return self.shift[cluster] + self.parts[cluster].x[item]

    def middle(self, id: NodeId) -> float:
        """Returns the middle of an element."""
        return self.item_x(self.cluster[id], Item(id, self.layer(id), True))

    def port(self, source: NodeId, target: NodeId) -> float:
        """Returns the x at which an arrow leaves its source."""
        cluster = self.cluster[source]
        return self.shift[cluster] + self.parts[cluster].port[source, target]

    def entry(self, target: NodeId) -> float:
        """Returns the x at which arrows from outside enter the target's cluster."""
        return self.item_x(self.cluster[target], self.parts[self.cluster[target]].towards(-1, target))

    def returns(self, source: NodeId, target: NodeId) -> bool:
        """Whether the arrow closes a cycle inside its cluster."""
        return (source, target) in self.parts[self.cluster[source]].back

    def side(self, cluster: int, target: NodeId) -> Mapping[NodeId, float] | None:
        """Returns the lanes of the arrows that leave a cluster for the target; None if the target is in the next cluster."""
        there = self.cluster[target]
        return None if there == cluster + 1 else self.left if there <= cluster else self.right


def across(drawn: Drawing, least_width: float) -> Across:
    """Lays out all clusters and centers them below each other, with at least the given total width."""
    sized = boxes(drawn)
    cluster = {id: k for k, c in enumerate(drawn.clusters) for id in c.elements}
    arrows = tuple((arrow.source, arrow.target) for arrow in drawn.arrows)
    between = [(s, t) for s, t in arrows if cluster[s] != cluster[t]]
    entered = frozenset([drawn.start, *(t for _, t in between)])
    parts = tuple(layers(_part(sized, cluster, entered, k, c)) for k, c in enumerate(drawn.clusters))
    inner = [columns(_spans((p.layer[t], p.layer[s] + 1, t) for s, t in sorted(p.back))) for p in parts]
    left = columns(_spans((cluster[t], cluster[s] + 1, t) for s, t in between if cluster[t] < cluster[s]))
    right = columns(_spans((cluster[s] + 1, cluster[t], t) for s, t in between if cluster[t] > cluster[s] + 1))
    room = [LANE * len({*lanes.values()}) for lanes in inner]
    frame_left = MARGIN + LANE * len({*left.values()}) + (6 if left else 0)
    beside = frame_left + LANE * len({*right.values()}) + (6 if right else 0) + MARGIN
    frame_width = max(least_width - beside, *(p.width + r + 2 * INSIDE for p, r in zip(parts, room, strict=True)))
    shift = tuple(frame_left + (frame_width - p.width + r) / 2 for p, r in zip(parts, room, strict=True))
    return Across(
        boxes=sized,
        arrows=arrows,
        cluster=cluster,
        parts=parts,
        shift=shift,
        lane={t: shift[k] - LANE * (i + 1) for k, lanes in enumerate(inner) for t, i in lanes.items()},
        left={t: frame_left - LANE * (i + 1) for t, i in left.items()},
        right={t: frame_left + frame_width + LANE * (i + 1) for t, i in right.items()},
        frame_left=frame_left,
        frame_width=frame_width,
        width=beside + frame_width,
    )


def _part(
    sized: Mapping[NodeId, Box], cluster: Mapping[NodeId, int], entered: frozenset[NodeId], k: int, spec: Cluster
) -> Part:
    sides = {id: -1.0 if there < k else 0.0 if there <= k + 1 else 1.0 for id, there in cluster.items()}
    inside = frozenset(id for id in spec.elements if id in entered)
    return Part({id: sized[id] for id in spec.elements}, inside, sides)


def _spans(lines: Iterable[tuple[int, int, NodeId]]) -> dict[NodeId, tuple[int, int]]:
    """Returns the first and last channel that the lane of each target meets."""
    spans: dict[NodeId, tuple[int, int]] = {}
    for first, last, target in lines:
        low, high = spans.get(target, (first, last))
        spans[target] = (min(low, first), max(high, last))
    return spans

"""Routes an arrow in steps: it enters each channel or gap at one place and leaves it at another."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from gamedsl.graph.draw.horizontal import Across
from gamedsl.graph.draw.tracks import Key, Net
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

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

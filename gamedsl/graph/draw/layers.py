"""Computes the layered layout of one cluster, after Sugiyama: cycles broken, layers by longest path, fewer crossings by barycenter, then positions.

All arrows to one target share one way: in every layer that the way passes it has one *item* of its own (no `box`). Arrows that leave the cluster continue
below its last layer, arrows that enter come from above its first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

from gamedsl.graph.draw.boxes import Box, ports
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

GAP = 26.0
"""The least distance between neighbouring boxes."""
PASS = 6.0
"""The width of a way that passes a layer."""
WIDE = 1150.0
"""Wider layers are staggered."""
SWEEPS = 12
SMOOTHINGS = 100
STRAIGHTENINGS = 4


@frozen
class Item:
    """A box, or the way to `target` where it passes a layer."""

    target: NodeId
    layer: int
    is_box: bool


@frozen
class Layers:
    """The positions of the items of one cluster: middles, from the left edge of its content (0) to `width`.

    `back` are the arrows (source, target) that lead to the same or an earlier layer.
    """

    rows: tuple[tuple[Item, ...], ...]
    layer: dict[NodeId, int]
    x: dict[Item, float]
    port: dict[tuple[NodeId, NodeId], float]
    back: frozenset[tuple[NodeId, NodeId]]
    width: float

    def below(self, layer: int, target: NodeId) -> Item | None:
        """Returns the next item on the way from this layer to `target`: the target, its way, or None below the last layer."""
        return _next_item(self.layer, len(self.rows), layer, target)

    def towards(self, layer: int, target: NodeId) -> Item:
        """Returns the next item on the way to a target in this cluster, which lies below the layer."""
        return Item(target, layer + 1, self.layer[target] == layer + 1)


@frozen
class Part:
    """A cluster before its layout; `sides` ranks targets outside (below 0: to the left)."""

    boxes: Mapping[NodeId, Box]
    entered: frozenset[NodeId]
    sides: Mapping[NodeId, float]


def layers(part: Part) -> Layers:
    """Lays out a cluster."""
    back = _back_arrows(part)
    layer = _stagger(part, _longest_paths(part, back))
    depth = max(layer.values()) + 1
    rows = _rows(part, layer, depth, back)
    segments = _segments(part, layer, depth, back, rows)
    rows = _fewer_crossings(rows, segments)
    port = _ports(part, layer, rows, back)
    x = _smooth(part, rows, segments, port)
    left = min(x[item] - _half(part, item) for row in rows for item in row)
    right = max(x[item] + _half(part, item) for row in rows for item in row)
    moved = {item: at - left for item, at in x.items()}
    absolute = {(s, t): moved[Item(s, layer[s], True)] + dx for (s, t), dx in port.items()}
    return Layers(tuple(map(tuple, rows)), layer, moved, absolute, back, right - left)


# ---------------------------------------------------------------- layers


def _targets(part: Part, source: NodeId) -> tuple[NodeId, ...]:
    return tuple(slot.target for slot in part.boxes[source].slots)


def _back_arrows(part: Part) -> frozenset[tuple[NodeId, NodeId]]:
    """Returns the arrows that close a cycle in a walk in program order."""
    back: set[tuple[NodeId, NodeId]] = set()
    state: dict[NodeId, str] = {}
    for root in (*sorted(part.entered), *part.boxes):
        if root in state:
            continue
        state[root] = "open"
        stack = [(root, iter(_targets(part, root)))]
        while stack:
            source, waiting = stack[-1]
            target = next(waiting, None)
            if target is None:
                state[source] = "done"
                stack.pop()
            elif target in part.boxes and state.get(target) == "open":
                back.add((source, target))
            elif target in part.boxes and target not in state:
                state[target] = "open"
                stack.append((target, iter(_targets(part, target))))
    return frozenset(back)


def _longest_paths(part: Part, back: frozenset[tuple[NodeId, NodeId]]) -> dict[NodeId, int]:
    before: dict[NodeId, list[NodeId]] = {id: [] for id in part.boxes}
    for source in part.boxes:
        for target in _targets(part, source):
            if target in before and (source, target) not in back:
                before[target].append(source)
    layer: dict[NodeId, int] = {}
    while len(layer) < len(before):
        for id, sources in before.items():
            if id not in layer and all(source in layer for source in sources):
                layer[id] = max((layer[source] + 1 for source in sources), default=0)
    return layer


def _stagger(part: Part, layer: Mapping[NodeId, int]) -> dict[NodeId, int]:
    """Splits wide layers into several, so that their boxes alternate in height."""
    result: dict[NodeId, int] = {}
    depth = 0
    for at in range(max(layer.values()) + 1):
        row = [id for id in part.boxes if layer[id] == at]
        parts = min(3, 1 + int(sum(part.boxes[id].width + GAP for id in row) / WIDE))
        result |= {id: depth + i % parts for i, id in enumerate(row)}
        depth += parts if len(row) > 1 else 1
    return result


def _next_item(layer: Mapping[NodeId, int], depth: int, at: int, target: NodeId) -> Item | None:
    if target in layer:
        return Item(target, at + 1, layer[target] == at + 1)
    return Item(target, at + 1, False) if at + 1 < depth else None


def _rows(
    part: Part, layer: Mapping[NodeId, int], depth: int, back: frozenset[tuple[NodeId, NodeId]]
) -> list[list[Item]]:
    rows: list[list[Item]] = [[] for _ in range(depth)]
    for id in part.boxes:
        rows[layer[id]].append(Item(id, layer[id], True))
    ways = {id: -1 for id in part.boxes if id in part.entered}
    for source in part.boxes:
        for target in _targets(part, source):
            if (source, target) not in back:
                ways[target] = min(ways.get(target, depth), layer[source])
    for target, start in ways.items():
        for at in range(start + 1, layer.get(target, depth)):
            rows[at].append(Item(target, at, False))
    return rows


Segment = tuple[Item, Item]


def _segments(
    part: Part,
    layer: Mapping[NodeId, int],
    depth: int,
    back: frozenset[tuple[NodeId, NodeId]],
    rows: Sequence[Sequence[Item]],
) -> tuple[Segment, ...]:
    """Returns pairs of an item and its successor one layer below."""
    found: list[Segment] = []
    for row in rows:
        for item in row:
            onward = _targets(part, item.target) if item.is_box else (item.target,)
            for target in onward:
                below = _next_item(layer, depth, item.layer, target)
                if below is not None and not (item.is_box and (item.target, target) in back):
                    found.append((item, below))
    return tuple(found)


# ---------------------------------------------------------------- fewer crossings


def _fewer_crossings(rows: Sequence[Sequence[Item]], segments: Sequence[Segment]) -> list[list[Item]]:
    up, down = _neighbours(segments)
    best = [list(row) for row in rows]
    order = [list(row) for row in rows]
    least = _crossings(best, segments)
    for sweep in range(SWEEPS):
        span = range(1, len(order)) if sweep % 2 == 0 else range(len(order) - 2, -1, -1)
        beside = up if sweep % 2 == 0 else down
        for at in span:
            order[at] = _by_barycenter(order, at, beside)
        crossings = _crossings(order, segments)
        if crossings < least:
            best, least = [list(row) for row in order], crossings
    return best


def _neighbours(segments: Iterable[Segment]) -> tuple[dict[Item, list[Item]], dict[Item, list[Item]]]:
    up: dict[Item, list[Item]] = {}
    down: dict[Item, list[Item]] = {}
    for above, below in segments:
        up.setdefault(below, []).append(above)
        down.setdefault(above, []).append(below)
    return up, down


def _by_barycenter(rows: Sequence[Sequence[Item]], at: int, beside: Mapping[Item, Sequence[Item]]) -> list[Item]:
    place = {item: i / max(len(row) - 1, 1) for row in rows for i, item in enumerate(row)}

    def center(item: Item) -> float:
        near = beside.get(item, ())
        return sum(place[other] for other in near) / len(near) if near else place[item]

    return sorted(rows[at], key=center)


def _crossings(rows: Sequence[Sequence[Item]], segments: Sequence[Segment]) -> int:
    place = {item: i for row in rows for i, item in enumerate(row)}
    count = 0
    for at in range(len(rows)):
        ends = [(place[above], place[below]) for above, below in segments if above.layer == at]
        count += sum((a - c) * (b - d) < 0 for i, (a, b) in enumerate(ends) for c, d in ends[i + 1 :])
    return count


# ---------------------------------------------------------------- places


def _ports(
    part: Part, layer: Mapping[NodeId, int], rows: Sequence[Sequence[Item]], back: frozenset[tuple[NodeId, NodeId]]
) -> dict[tuple[NodeId, NodeId], float]:
    """Returns where arrows leave, from the middle of their box: in the order of their next items below."""
    place = {item: float(i) for row in rows for i, item in enumerate(row)}
    result: dict[tuple[NodeId, NodeId], float] = {}
    for id, box in part.boxes.items():
        order: dict[NodeId, float] = {}
        for target in _targets(part, id):
            below = _next_item(layer, len(rows), layer[id], target)
            if (id, target) in back:
                order[target] = -1000.0
            elif below is None:
                order[target] = 1000.0 * part.sides.get(target, 0.0)
            else:
                order[target] = place[below]
        result |= {(id, target): dx for target, dx in ports(box, order).items()}
    return result


def _half(part: Part, item: Item) -> float:
    return (part.boxes[item.target].width if item.is_box else PASS) / 2


def _smooth(
    part: Part, rows: Sequence[Sequence[Item]], segments: Sequence[Segment], port: Mapping[tuple[NodeId, NodeId], float]
) -> dict[Item, float]:
    """Returns middles that bring each item near its neighbours in other layers, without overlaps."""
    up, down = _neighbours(segments)
    items = [item for row in rows for item in row]
    at = {item: place for place, item in enumerate(items)}

    def leave(above: Item, below: Item) -> float:
        return port[above.target, below.target] if above.is_box else 0.0

    near = [
        [
            *((at[above], leave(above, item), _pull(above, item)) for above in up.get(item, ())),
            *((at[below], -leave(item, below), _pull(item, below)) for below in down.get(item, ())),
        ]
        for item in items
    ]
    weights = [sum(pull for _, _, pull in pulls) or 0.1 for pulls in near]
    offsets = [_offsets(part, row) for row in rows]
    starts = [0, *accumulate(map(len, rows))]
    x = [at for offset in offsets for at in _spread(offset, [0.0] * len(offset), [1.0] * len(offset))]
    for turn in range(SMOOTHINGS):
        for start, offset in (
            zip(starts, offsets, strict=False) if turn % 2 == 0 else zip(starts[-2::-1], offsets[::-1], strict=True)
        ):
            end = start + len(offset)
            wanted = [
                sum((x[other] + shift) * pull for other, shift, pull in near[place]) / weights[place]
                if near[place]
                else x[place]
                for place in range(start, end)
            ]
            x[start:end] = _spread(offset, wanted, weights[start:end])
    return _straighten_ways(part, rows, dict(zip(items, x, strict=True)))


def _pull(above: Item, below: Item) -> float:
    """Returns the strength with which two items attract each other: straight ways count most, then boxes below boxes."""
    return 3.0 if above.is_box and below.is_box else 1.0 if above.is_box or below.is_box else 8.0


def _straighten_ways(part: Part, rows: Sequence[Sequence[Item]], x: Mapping[Item, float]) -> dict[Item, float]:
    """Returns the positions with each way in one line where there is space for it."""
    result = dict(x)
    way: dict[NodeId, list[Item]] = {}
    for row in rows:
        for item in row:
            if not item.is_box:
                way.setdefault(item.target, []).append(item)
    for _ in range(STRAIGHTENINGS):
        for items in way.values():
            _straighten(part, rows, items, result)
    return result


def _straighten(part: Part, rows: Sequence[Sequence[Item]], items: Sequence[Item], x: dict[Item, float]) -> None:
    """Moves the longest stretches of one way that have space for it to one x."""
    stretch: list[Item] = []
    low, high = float("-inf"), float("inf")
    for item in items:
        left, right = _room(part, rows[item.layer], item, x)
        if stretch and max(low, left) > min(high, right):
            _align(part, rows, stretch, (low, high), x)
            stretch, low, high = [], float("-inf"), float("inf")
        stretch.append(item)
        low, high = max(low, left), min(high, right)
    _align(part, rows, stretch, (low, high), x)


def _align(
    part: Part, rows: Sequence[Sequence[Item]], stretch: Sequence[Item], room: tuple[float, float], x: dict[Item, float]
) -> None:
    middle = sum(x[item] for item in stretch) / len(stretch)
    for item in stretch:
        x[item] = min(max(middle, room[0]), room[1])
        _push(part, rows[item.layer], item, x)


def _room(part: Part, row: Sequence[Item], item: Item, x: Mapping[Item, float]) -> tuple[float, float]:
    """Returns how far an item can move between its neighbours; ways with no box beyond them can be pushed aside."""
    at = row.index(item)
    left, right = row[:at], row[at + 1 :]
    low = x[left[-1]] + _distance(part, left[-1], item) if any(i.is_box for i in left) else float("-inf")
    high = x[right[0]] - _distance(part, item, right[0]) if any(i.is_box for i in right) else float("inf")
    return low, high


def _push(part: Part, row: Sequence[Item], item: Item, x: dict[Item, float]) -> None:
    """Pushes boxes that are too close outwards."""
    at = row.index(item)
    for left, right in pairwise(row[at:]):
        x[right] = max(x[right], x[left] + _distance(part, left, right))
    for right, left in pairwise(row[at::-1]):
        x[left] = min(x[left], x[right] - _distance(part, left, right))


def _distance(part: Part, left: Item, right: Item) -> float:
    """Returns the least distance between the middles of neighbours."""
    gap = GAP if left.is_box and right.is_box else 16.0
    return _half(part, left) + gap + _half(part, right)


def _offsets(part: Part, row: Sequence[Item]) -> list[float]:
    """Returns how far each item of a row is at least from the first one."""
    return list(accumulate((_distance(part, left, right) for left, right in pairwise(row)), initial=0.0))


def _spread(offset: Sequence[float], wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Returns the positions nearest to the wanted ones (least squares) that keep order and distance. The algorithm is "pool adjacent violators"."""
    pools: list[tuple[float, float, int]] = []
    for at, shift, weight in zip(wanted, offset, weights, strict=True):
        pool = (at - shift, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            value, heavy, count = pools.pop()
            total = heavy + pool[1]
            pool = ((value * heavy + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    values = [value for value, _, count in pools for _ in range(count)]
    return [value + shift for value, shift in zip(values, offset, strict=True)]

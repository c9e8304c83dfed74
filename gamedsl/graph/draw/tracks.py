"""Assigns rows to the horizontal lines between two layers, and columns to the vertical lines beside them, so that few overlap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.model.types import NodeId
from gamedsl.values import field, frozen

Key = tuple[str, NodeId]
"""`to` a target, or `back` to it."""

CLEAR = 7.0
"""The least distance between two lines in one row or column, in pixels."""


@frozen
class Net:
    """Lines that meet on the way to one target: they come from `tops`, or from the side (`lanes`), and continue at `bottom` or to the side."""

    tops: list[float] = field(factory=list[float])
    bottoms: list[float] = field(factory=list[float])
    lanes: list[float] = field(factory=list[float])

    @property
    def span(self) -> tuple[float, float]:
        """Returns the two ends of its horizontal line."""
        ends = (*self.tops, *self.bottoms, *self.lanes)
        return min(ends), max(ends)

    @property
    def is_straight(self) -> bool:
        """Whether it needs no horizontal line."""
        left, right = self.span
        return right - left < 0.5


def rows(nets: Mapping[Key, Net]) -> dict[Key, int]:
    """Returns the row of each net, counted from the top, without straight nets."""
    waiting = sorted((key for key, net in nets.items() if not net.is_straight), key=lambda key: nets[key].span)
    above = {key: _list_above(nets, key, waiting) for key in waiting}
    result: dict[Key, int] = {}
    row = 0
    while waiting:
        placed = _one_row(nets, waiting, above, result)
        result |= dict.fromkeys(placed, row)
        waiting = [key for key in waiting if key not in result]
        row += 1
    return result


def columns(spans: Mapping[NodeId, tuple[int, int]]) -> dict[NodeId, int]:
    """Returns the column of each vertical line, nearest first; lines may share one if their spans (both ends included) do not meet."""
    result: dict[NodeId, int] = {}
    for key in sorted(spans, key=lambda key: (spans[key][1] - spans[key][0], spans[key])):
        first, last = spans[key]
        taken = {result[k] for k in result if spans[k][0] <= last and first <= spans[k][1]}
        result[key] = next(column for column in range(len(spans)) if column not in taken)
    return result


def _list_above(nets: Mapping[Key, Net], key: Key, others: Sequence[Key]) -> list[Key]:
    """Returns the nets that must run above this one, or that cross it less when they do."""
    net = nets[key]
    return [other for other in others if other != key and _goes_first(nets[other], net)]


def _goes_first(upper: Net, lower: Net) -> bool:
    if _collide(upper, lower) != _collide(lower, upper):
        return _collide(lower, upper)
    return _crossings(upper, lower) < _crossings(lower, upper)


def _collide(upper: Net, lower: Net) -> bool:
    """Whether lines would overlap: the lower one comes down where the upper one goes down."""
    return any(abs(top - bottom) < CLEAR for top in lower.tops for bottom in upper.bottoms)


def _crossings(upper: Net, lower: Net) -> int:
    """Counts the crossings of two nets when one runs above the other."""
    left, right = upper.span
    first, last = lower.span
    return sum(left < top < right for top in lower.tops) + sum(first < bottom < last for bottom in upper.bottoms)


def _one_row(
    nets: Mapping[Key, Net], waiting: Sequence[Key], above: Mapping[Key, Sequence[Key]], done: Mapping[Key, int]
) -> list[Key]:
    placed: list[Key] = []
    end = float("-inf")
    for key in waiting:
        left, right = nets[key].span
        if left > end + CLEAR and all(other in done for other in above[key]):
            placed.append(key)
            end = right
    return placed or [waiting[0]]

"""Measures the depth of a tree without recursion."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from gamedsl.source import Span
from gamedsl.syntax.tree.walk import is_tuple, parts_of


def too_deep(node: object, limit: int) -> Span | None:
    """Returns the place of the first node that has more than `limit` nodes around it, or None."""
    waiting: list[tuple[object, int]] = [(node, 0)]
    while waiting:
        item, depth = waiting.pop()
        if is_tuple(item):
            waiting.extend([(part, depth) for part in item])
        elif (parts := parts_of(type(item))) is not None:
            if depth >= limit:
                return _place(item)
            waiting.extend([(part, depth + 1) for part in parts(item)])
    return None


_place: Callable[[object], Span] = attrgetter("span")

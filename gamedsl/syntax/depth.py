"""How deep a tree is, measured without recursion."""

from __future__ import annotations

from typing import Any, cast

from attrs import fields, has

from gamedsl.source import Span


def too_deep(node: Any, limit: int) -> Span | None:
    """The place of the first node that has more than `limit` nodes around it, or None."""
    waiting: list[tuple[Any, int]] = [(node, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, tuple):
            parts: tuple[Any, ...] = item
            waiting += [(part, depth) for part in parts]
        elif has(type(item)) and not isinstance(item, Span):
            if depth >= limit:
                return cast(Span, item.span)
            waiting += [(getattr(item, a.name), depth + 1) for a in fields(type(item)) if a.name != "span"]
    return None

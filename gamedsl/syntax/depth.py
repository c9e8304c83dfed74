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
        kind = _kind(item)
        if kind is tuple:
            waiting.extend((part, depth) for part in item)
        elif kind is not Span and has(kind):
            if depth >= limit:
                return cast(Span, item.span)
            waiting.extend((getattr(item, a.name), depth + 1) for a in fields(kind) if a.name != "span")
    return None


def _kind(item: object) -> type[Any]:
    return type(item)

"""Every node of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs

from gamedsl.source import Span


def walk(node: object) -> Iterator[object]:
    """Every node of a tree, the root first."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack.extend(cast("tuple[object, ...]", top))
        elif attrs.has(type(top)) and not isinstance(top, Span):
            yield top
            stack.extend(getattr(top, a.name) for a in attrs.fields(cast("Any", type(top))))

"""Records which parts of a syntax tree the passes of `gamedsl.semantics` read.

Every class of the tree gets, for a while, attributes that note who reads them: the part of which node, by its class and its place in the text
(passes may copy a node). What is read by something that looks at a whole tree without knowing what its nodes mean does not count, and neither does
what equality, hashes and copies read. Nothing of this is in the checker itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, cast

import attrs

from gamedsl.source import Span
from gamedsl.syntax import tree as t

Part = tuple[str, Span, str]
"""The class of a node, its place, and the name of one of its parts."""

_BLIND = frozenset({"gamedsl.semantics.walking", "gamedsl.semantics.advice", "gamedsl.semantics.consequences"})
"""Modules that go through trees without knowing what they mean."""

_UNSAID = frozenset({"span", "doc"})
"""Parts that say nothing about the rules."""

NODES = tuple(
    kind for kind in vars(t).values() if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == t.__name__
)


class _Noting:
    """An attribute that notes who reads it, in front of the one that it hides."""

    def __init__(self, name: str, slot: Any, seen: set[Part], blind: frozenset[str]) -> None:
        self.name, self.slot, self.seen, self.blind = name, slot, seen, blind

    def __get__(self, node: Any, owner: type | None = None) -> Any:
        if node is None:
            return self
        if _knows_meaning(sys._getframe(1), self.blind):
            self.seen.add((type(node).__name__, node.span, self.name))
        return self.slot.__get__(node, owner)

    def __set__(self, node: Any, value: Any) -> None:
        self.slot.__set__(node, value)


def _knows_meaning(frame: FrameType, blind: frozenset[str]) -> bool:
    module = frame.f_globals.get("__name__", "")
    own = frame.f_code.co_filename.startswith("<")  # methods that attrs has written
    return module.startswith("gamedsl.semantics.") and module not in blind and not own


@contextmanager
def looking(skipped: str = "") -> Iterator[set[Part]]:
    """While this lasts, the set fills with what is read; the module `skipped` counts as one that reads nothing."""
    seen: set[Part] = set()
    blind = _BLIND | {skipped}
    slots: list[tuple[type, str, Any]] = []
    for kind in NODES:
        for part in attrs.fields(cast("Any", kind)):
            if part.name not in _UNSAID:
                slots.append((kind, part.name, vars(kind)[part.name]))
    try:
        for kind, name, slot in slots:
            setattr(kind, name, _Noting(name, slot, seen, blind))
        yield seen
    finally:
        for kind, name, slot in slots:
            setattr(kind, name, slot)


def parts(node: object) -> Iterator[Part]:
    """All that is said in a tree: the parts of its nodes that are not left out."""
    if isinstance(node, tuple):
        for inner in cast("tuple[object, ...]", node):
            yield from parts(inner)
    elif isinstance(node, NODES):
        for part in attrs.fields(cast("Any", type(node))):
            value = getattr(node, part.name)
            if part.name in _UNSAID or value in (None, (), False):
                continue
            yield (type(node).__name__, cast("Span", cast("Any", node).span), part.name)
            yield from parts(value)

"""Records which parts of a syntax tree the passes of `gamedsl.semantics` read.

Every class of the tree gets, for a while, attributes that note who reads them: the part of which node, by its class and its place in the text
(passes may copy a node). What is read by something that looks at a whole tree without knowing what its nodes mean does not count, and neither does
what equality, hashes and copies read. Nothing of this is in the checker itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, cast

import attrs

from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Node

Part = tuple[str, Span, str]
"""The class of a node, its place, and the name of one of its parts."""

_PASSES = ("gamedsl.semantics.", "gamedsl.variants.", "gamedsl.pipeline")
"""Modules that check what is written."""

_PARTS_OF_PASSES = frozenset({"split_count"})
"""Functions elsewhere that take a node apart for the one who calls them."""

_BLIND = (
    *(
        "gamedsl.syntax.tree.walk",
        "gamedsl.semantics.problems.doubtful.advice",
        "gamedsl.semantics.problems.doubtful.unused",
        "gamedsl.semantics.problems.following.consequences",
        "gamedsl.semantics.statements.loop_limits",
    ),
    *(
        "gamedsl.semantics.model.formula_words",
        "gamedsl.semantics.names.bare_names.needs_expectation",
        "gamedsl.variants.prepared_examples.rename_players",
        "gamedsl.variants.csv_rows",
    ),
    *(f"gamedsl.variants.merge.{name}" for name in ("_text", "_called", "_calls", "_suites", "_inserted", "_inside")),
    *(f"gamedsl.variants.merge.{name}" for name in ("_without", "_suite_without", "_stmt_without", "_conditions")),
)
"""What goes through a tree, compares it or shows it without saying what it means: modules and functions by the beginning of their names."""

UNSAID = frozenset({"span", "doc"})
"""Parts that say nothing about the rules."""

NODES = tuple(
    kind
    for module in (formulas, fields, data, statements, example_lines, declarations)
    for name, kind in vars(module).items()
    if isinstance(kind, type)
    and issubclass(kind, Node)
    and kind.__name__ == name
    and kind is not Node
    and kind.__module__ == module.__name__
)


class _Noting:
    """An attribute that notes who reads it, in front of the one that it hides."""

    def __init__(self, name: str, slot: Any, seen: set[Part], blind: tuple[str, ...]) -> None:
        self.name, self.slot, self.seen, self.blind = name, slot, seen, blind

    def __get__(self, node: Any, owner: type | None = None) -> Any:
        if node is None:
            return self
        here = inspect.currentframe()
        if here is not None and here.f_back is not None and _checks(here.f_back, self.blind):
            self.seen.add((type(node).__name__, node.span, self.name))
        return self.slot.__get__(node, owner)

    def __set__(self, node: Any, value: Any) -> None:
        self.slot.__set__(node, value)


def _checks(frame: FrameType, blind: tuple[str, ...]) -> bool:
    while frame.f_code.co_name in _PARTS_OF_PASSES and frame.f_back is not None:
        frame = frame.f_back
    module = str(frame.f_globals.get("__name__", ""))
    if not module.startswith(_PASSES) or frame.f_code.co_filename.startswith(
        "<"
    ):  # `<…>`: methods that attrs has written
        return False
    return not f"{module}.{frame.f_code.co_qualname}".startswith(blind)


@contextmanager
def looking(*skipped: str) -> Generator[set[Part]]:
    """While this lasts, the set fills with what is read. What begins with one of `skipped` counts as reading nothing."""
    seen: set[Part] = set()
    slots = [
        (kind, part.name, vars(kind)[part.name])
        for kind in NODES
        for part in attrs.fields(cast("Any", kind))
        if part.name not in UNSAID
    ]
    try:
        for kind, name, slot in slots:
            setattr(kind, name, _Noting(name, slot, seen, (*_BLIND, *skipped)))
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
            if part.name in UNSAID or value in (None, (), False):
                continue
            yield (type(node).__name__, cast("Span", cast("Any", node).span), part.name)
            yield from parts(value)

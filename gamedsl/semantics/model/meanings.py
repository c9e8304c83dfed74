"""The meanings of names and formulas at places of a text: collected while checking, for editors."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions
from gamedsl.source import Span
from gamedsl.values import define, field


@define(eq=False)
class Meanings:
    """The meanings of places in all texts of one setup."""

    names: dict[Span, str] = field(factory=dict)
    """The place of a name, and the key of its declaration: `owner.name` for members and values, else `name`."""
    owners: dict[Span, expressions.Expr] = field(factory=dict)
    """The place of a formula in front of a dot."""
    types: dict[Span, Callable[[], str]] = field(factory=dict)
    """The place of a formula, and its type in words."""
    members: dict[Span, Callable[[], list[str]]] = field(factory=dict)
    """The place of a formula, and the names that can follow it behind a dot."""
    ways: dict[Span, Callable[[], int | None]] = field(factory=dict)
    """The place of a selection's name, and the greatest number of its ways."""

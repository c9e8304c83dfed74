"""The common parts of all nodes: a place in the text, and names."""

from __future__ import annotations

from gamedsl.source import NOWHERE, Span
from gamedsl.values import field, frozen


def span_field() -> Span:
    """Declares the attribute `span` of a node: outside equality, and nowhere unless it is given."""
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident:
    """A name as written, with its place."""

    text: str
    span: Span = span_field()

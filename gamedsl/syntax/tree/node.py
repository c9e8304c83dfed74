"""The base of all nodes of the tree, and names."""

from __future__ import annotations

from gamedsl.source import NOWHERE, Span
from gamedsl.values import field, frozen


@frozen
class Node:
    """A part of the text with its place. The place is `NOWHERE` unless it is given."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident(Node):
    """A name as written, with its place."""

    text: str


Declared = Ident
"""A name that is declared here, so it must not be a word of the language."""

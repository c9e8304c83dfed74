"""Records which conditions were tested in a search for moves, and which of them excluded a move."""

from __future__ import annotations

from gamedsl.graph.model.types import SiteId
from gamedsl.values import define, field


@define
class Noted:
    """Conditions by their lines: those that a search for moves has tested, and those that excluded a move."""

    asked: set[SiteId] = field(factory=set)
    refused: set[SiteId] = field(factory=set)

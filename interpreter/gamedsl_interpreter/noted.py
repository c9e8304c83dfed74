"""Which conditions of moves have been asked, and which of them were in the way of a move."""

from __future__ import annotations

from gamedsl.graph.model.types import SiteId
from gamedsl.values import define, field


@define
class Noted:
    """Conditions by their lines: those that a search for moves came to, and those among them because of which a move is not offered."""

    asked: set[SiteId] = field(factory=set)
    refused: set[SiteId] = field(factory=set)

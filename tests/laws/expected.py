"""The position that a decision should lead to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define


@define
class Expected:
    """The position that a decision leads to, as a law works it out."""

    zones: dict[str, Counter[str]]
    fields: dict[str, Any]

    def move(self, pieces: Counter[str], source: str, to: str) -> None:
        """Pieces go from one zone to another; all of them must be there."""
        assert pieces <= self.zones[source], f"{source} has no {pieces - self.zones[source]}"
        self.zones[source] -= pieces
        self.zones[to] += pieces

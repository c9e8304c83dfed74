"""Describes setups for people."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup


def setup_text(setup: Setup) -> str:
    """Describes a setup: `4 players, storm = yes`."""
    return str(setup)

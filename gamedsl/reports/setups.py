"""Setups, for people."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup


def setup_text(setup: Setup) -> str:
    """`4 players, storm = yes`."""
    return str(setup)

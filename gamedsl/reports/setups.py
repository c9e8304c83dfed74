"""Setups, for people."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup


def setup_text(setup: Setup) -> str:
    """`4 players, storm = yes`."""
    return ", ".join((f"{setup.players} players", *(f"{name} = {value}" for name, value in setup.options)))

"""Describes setups for people."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup


def setup_text(setup: Setup) -> str:
    """Describes a setup: `4 players, storm = yes`."""
    return str(setup)


def setup_words(setup: Setup) -> str:
    """Describes a setup for players: `4 players, storm, crib flush: five`."""
    told = [f"{setup.players} player{'' if setup.players == 1 else 's'}"]
    for name, value in setup.options:
        option = name.replace("_", " ")
        words = {"yes": option, "no": f"no {option}"}
        told.append(words.get(str(value), f"{option}: {str(value).replace('_', ' ')}"))
    return ", ".join(told)

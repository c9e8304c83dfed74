"""Setups of two sides: which are most alike, and some of them in words."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.compiled import Setup

_MOST = 4
"""More setups than these are not listed one by one."""


def nearest(setup: Setup, others: Sequence[Setup]) -> Setup:
    """The one of the others with the number of players that is nearest, then with the most options alike."""
    chosen = set(setup.options)
    return min(others, key=lambda other: (abs(other.players - setup.players), -len(chosen & set(other.options))))


def setups_text(some: Sequence[Setup], every: Sequence[Setup]) -> str:
    """`2 or 3 players`, `2 players and storm = yes`; setups that nothing sets apart are listed; empty for all."""
    players = {setup.players for setup in some}
    options = _values(some)
    fitting = [s for s in every if s.players in players and all(v in options[n] for n, v in s.options if n in options)]
    if len(fitting) != len(some):
        listed = [str(setup) for setup in some[:_MOST]]
        more = len(some) - len(listed)
        return f"{'; '.join(listed)}{f'; and {more} more' if more else ''}"
    parts = [_players(sorted(players))] if players != {setup.players for setup in every} else []
    for name, values in _values(every).items():
        chosen = [value for value in values if value in options.get(name, values)]
        parts += [f"{name} = {_either(chosen)}"] if len(chosen) < len(values) else []
    return " and ".join(parts)


def _values(setups: Sequence[Setup]) -> dict[str, list[str]]:
    """The values of each option, in their order."""
    found: dict[str, dict[str, None]] = {}
    for setup in setups:
        for name, value in setup.options:
            found.setdefault(name, {})[value] = None
    return {name: list(values) for name, values in found.items()}


def _either(values: Sequence[object]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last


def _players(numbers: Sequence[int]) -> str:
    return f"{_either(numbers)} player{'' if list(numbers) == [1] else 's'}"

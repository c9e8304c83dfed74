"""Compares setups of two sides, and describes groups of them."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.compiled import Setup

_MOST = 4
"""The most setups that are listed one by one."""


def nearest(setup: Setup, others: Sequence[Setup]) -> Setup:
    """Returns the most similar one of the others: the nearest number of players, then the most equal options."""
    chosen = set(setup.options)
    return min(others, key=lambda other: (abs(other.players - setup.players), -len(chosen & set(other.options))))


def setups_text(some: Sequence[Setup], every: Sequence[Setup]) -> str:
    """Describes some of all setups: `2 or 3 players`, `2 players and storm = yes`. Setups without a common description are listed; empty for all."""
    names = dict.fromkeys(name for setup in every for name, _ in setup.options)
    players = {setup.players for setup in some}
    chosen = {name: {_value(setup, name) for setup in some} for name in names}
    fitting = [s for s in every if s.players in players and all(_value(s, n) in chosen[n] for n in names)]
    if len(fitting) != len(some):
        listed = [str(setup) for setup in some[:_MOST]]
        more = len(some) - len(listed)
        return f"{'; '.join(listed)}{f'; and {more} more' if more else ''}"
    parts = [_players(sorted(players))] if players != {setup.players for setup in every} else []
    for name in names:
        values = dict.fromkeys(_value(setup, name) for setup in every)
        if len(chosen[name]) < len(values):
            parts.append(f"{name} = {_join_with_or([value for value in values if value in chosen[name]])}")
    return " and ".join(parts)


def _value(setup: Setup, option: str) -> str:
    """Returns the value of an option; a side may lack the option."""
    return dict(setup.options).get(option, "(no such option)")


def _join_with_or(values: Sequence[object]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last


def _players(numbers: Sequence[int]) -> str:
    return f"{_join_with_or(numbers)} player{'' if list(numbers) == [1] else 's'}"

"""Reads a plan of a campaign in TOML: its games, setups, agents and seeds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import cast

from gamedsl.errors import GameDslError
from gamedsl.reports.toml_lines import read_toml
from gamedsl.values import frozen

_WHOLE = {"matches": 1000, "seeds": [1], "agents": ["random"], "games": None}
_OF_A_GAME = ("file", "variants", "set", "players", "options", "agents", "matches")
_MOST_MATCHES = 100_000_000


class PlanError(GameDslError):
    """A text is not a plan; `advice` says what to write instead."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(text)
        self.advice = advice


@frozen
class Games:
    """One entry of a plan: rules, the additions to them, their setups (empty: all), the lineups, and the number of matches."""

    file: str
    variants: tuple[str, ...]
    sets: tuple[str, ...]
    players: tuple[int, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    agents: tuple[str, ...]
    matches: int


@frozen
class Plan:
    """All entries, and the seeds that each is played with."""

    games: tuple[Games, ...]
    seeds: tuple[int, ...]


def plan_of(text: str) -> Plan:
    """Reads the plan in a text. Raises PlanError."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"this is no TOML: {error}", 'a plan begins with `[[games]]` and `file = "gloriana"`') from None
    _check_keys(data, tuple(_WHOLE), "a plan")
    entries = _list(data.get("games"))
    if not entries:
        raise PlanError("the plan has no games", 'write `[[games]]` and below it `file = "gloriana"`')
    seeds = _numbers(data.get("seeds", [1]), "seeds")
    if not seeds:
        raise PlanError("`seeds` is empty, so nothing would be played", "write `seeds = [1]`")
    return Plan(tuple(_games(entry, data) for entry in entries), seeds)


def _games(entry: object, whole: Mapping[str, object]) -> Games:
    data = _table(entry)
    if data is None:
        raise PlanError("an entry of `games` is no table", 'write `[[games]]` and below it `file = "gloriana"`')
    _check_keys(data, _OF_A_GAME, "an entry of `games`")
    file = data.get("file")
    if not isinstance(file, str) or not file:
        raise PlanError("an entry of `games` has no `file`", 'write `file = "gloriana"`, or the path of a file')
    matches = data.get("matches", whole.get("matches", 1000))
    if not isinstance(matches, int) or isinstance(matches, bool) or not 1 <= matches <= _MOST_MATCHES:
        raise PlanError("`matches` is no number of matches", f"it is one number from 1 to {_MOST_MATCHES:,}")
    agents = _texts(data.get("agents", whole.get("agents", ["random"])), "agents")
    if not agents:
        raise PlanError("`agents` is empty, so nobody would play", 'write `agents = ["random"]`')
    return Games(
        file,
        _texts(data.get("variants", []), "variants"),
        _texts(data.get("set", []), "set"),
        _numbers(data.get("players", []), "players"),
        _options(data.get("options", {})),
        agents,
        matches,
    )


def _check_keys(data: Mapping[str, object], known: Sequence[str], what: str) -> None:
    for key in data:
        if key not in known:
            raise PlanError(f"{what} has no `{key}`", f"it has {', '.join(f'`{one}`' for one in known)}")


def _options(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    pairs = _table(value)
    if pairs is None:
        raise PlanError("`options` are no table", 'write `options = { storm = ["yes", "no"] }`')
    return tuple((name, _texts(values, f"options.{name}")) for name, values in pairs.items())


def _texts(value: object, name: str) -> tuple[str, ...]:
    """Reads one text, or a list of different ones."""
    every = _as_list(value)
    texts = [one for one in every if isinstance(one, str) and one]
    if len(texts) != len(every) or len(set(texts)) != len(texts):
        raise PlanError(f"`{name}` is no list of different texts", f'write `{name} = ["…", "…"]`')
    return tuple(texts)


def _numbers(value: object, name: str) -> tuple[int, ...]:
    """Reads one whole number, or a list of different ones."""
    every = _as_list(value)
    numbers = [one for one in every if isinstance(one, int) and not isinstance(one, bool)]
    if len(numbers) != len(every) or len(set(numbers)) != len(numbers):
        raise PlanError(f"`{name}` is no list of different whole numbers", f"write `{name} = [1, 2, 3]`")
    return tuple(numbers)


def _list(value: object) -> list[object] | None:
    """Returns the value if it is a list, else None."""
    return cast("list[object]", value) if isinstance(value, list) else None


def _as_list(value: object) -> list[object]:
    """Returns a list unchanged, and any other value as a list of one."""
    found = _list(value)
    return [value] if found is None else found


def _table(value: object) -> dict[str, object] | None:
    """Returns the value if it is a TOML table, else None."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else None

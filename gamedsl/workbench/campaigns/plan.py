"""A plan in TOML: which games, setups, agents and seeds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from gamedsl.errors import GameDslError
from gamedsl.values import frozen

_WHOLE = {"matches": 1000, "seeds": [1], "agents": ["random"], "games": None}
_OF_A_GAME = ("file", "variants", "set", "players", "options", "agents", "matches")
_MOST_MATCHES = 100_000_000


class PlanError(GameDslError):
    """A text is no plan; `advice` says what to write instead."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(text)
        self.advice = advice


@frozen
class Games:
    """One entry of a plan: rules, what is put on top of them, which setups of them (empty: all that there are), and who plays how often."""

    file: str
    variants: tuple[str, ...]
    sets: tuple[str, ...]
    players: tuple[int, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    agents: tuple[str, ...]
    matches: int


@frozen
class Plan:
    """All entries, and the seeds of each."""

    games: tuple[Games, ...]
    seeds: tuple[int, ...]


def plan_of(text: str) -> Plan:
    """The plan in a text. Raises PlanError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"this is no TOML: {error}", 'a plan begins with `[[games]]` and `file = "gloriana"`') from None
    _check_keys(data, tuple(_WHOLE), "a plan")
    entries: object = data.get("games")
    if not isinstance(entries, list) or not entries:
        raise PlanError("the plan has no games", 'write `[[games]]` and below it `file = "gloriana"`')
    seeds = _numbers(data.get("seeds", [1]), "seeds")
    return Plan(tuple(_games(entry, data) for entry in entries), seeds)


def _games(entry: object, whole: Mapping[str, object]) -> Games:
    if not isinstance(entry, dict):
        raise PlanError("an entry of `games` is no table", 'write `[[games]]` and below it `file = "gloriana"`')
    data: dict[str, object] = entry
    _check_keys(data, _OF_A_GAME, "an entry of `games`")
    file = data.get("file")
    if not isinstance(file, str) or not file:
        raise PlanError("an entry of `games` has no `file`", 'write `file = "gloriana"`, or the path of a file')
    matches = _numbers(data.get("matches", whole.get("matches", 1000)), "matches")
    if len(matches) != 1 or not 1 <= matches[0] <= _MOST_MATCHES:
        raise PlanError("`matches` is no number of matches", f"it is one number from 1 to {_MOST_MATCHES:,}")
    return Games(
        file,
        _texts(data.get("variants", []), "variants"),
        _texts(data.get("set", []), "set"),
        _numbers(data.get("players", []), "players"),
        _options(data.get("options", {})),
        _texts(data.get("agents", whole.get("agents", ["random"])), "agents"),
        matches[0],
    )


def _check_keys(data: Mapping[str, object], known: Sequence[str], what: str) -> None:
    for key in data:
        if key not in known:
            raise PlanError(f"{what} has no `{key}`", f"it has {', '.join(f'`{one}`' for one in known)}")


def _options(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise PlanError("`options` are no table", 'write `options = { storm = ["yes", "no"] }`')
    pairs: dict[str, object] = value
    return tuple((name, _texts(values, f"options.{name}")) for name, values in pairs.items())


def _texts(value: object, name: str) -> tuple[str, ...]:
    """One text, or a list of different ones."""
    every: list[object] = value if isinstance(value, list) else [value]
    texts = [one for one in every if isinstance(one, str) and one]
    if len(texts) != len(every) or len(set(texts)) != len(texts):
        raise PlanError(f"`{name}` is no list of different texts", f'write `{name} = ["…", "…"]`')
    return tuple(texts)


def _numbers(value: object, name: str) -> tuple[int, ...]:
    """One whole number, or a list of different ones."""
    every: list[object] = value if isinstance(value, list) else [value]
    numbers = [one for one in every if isinstance(one, int) and not isinstance(one, bool)]
    if len(numbers) != len(every) or len(set(numbers)) != len(numbers):
        raise PlanError(f"`{name}` is no list of different whole numbers", f"write `{name} = [1, 2, 3]`")
    return tuple(numbers)

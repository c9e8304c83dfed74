"""Converts a Game to compact JSON and back, for caches: quick to read, tied to the version of the package that wrote it.

`gamedsl.graph.serial` has the stable form that other programs can read. Here a node is a list: the number of its class in the table of names, then its fields
in order. A tuple is a list whose first item is null. Reading such a text only ever makes classes of the graph.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from types import ModuleType
from typing import cast
from weakref import ref

from gamedsl.graph.model import about, expressions, game, layout, nodes, statements, types
from gamedsl.graph.model import example_lines as examples
from gamedsl.graph.model.game import Game
from gamedsl.json import Json
from gamedsl.values import field_names

_MODULES: tuple[ModuleType, ...] = (types, layout, expressions, statements, nodes, examples, about, game)

Make = Callable[..., object]


def to_text(game: Game) -> str:
    """Returns the Game as text: equal for equal Games, sites included."""
    table: dict[type, int] = {}
    data = _to_data(game, table)
    names = [f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}" for kind in table]
    text = json.dumps([names, data], separators=(",", ":"))
    _remember(game, text)
    return text


def from_text(text: str) -> Game:
    """Reads a Game from the text of `to_text`. Raises ValueError for any other text."""
    try:
        names, data = json.loads(text)
        known = _classes()
        made = _value(data, [known[name] for name in names])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise ValueError("this is no game in compact form") from error
    if not isinstance(made, Game):
        raise ValueError("this is no game in compact form")
    _remember(made, text)
    return made


def digest(game: Game) -> str:
    """Returns the SHA-256 (64 hex digits) of the compact text. Quicker than the digest of `serial`, but useless to another version of the package."""
    known = _DIGESTS.get(id(game))
    if known is None or known[0]() is not game:
        to_text(game)
        known = _DIGESTS[id(game)]
    return known[1]


_DIGESTS: dict[int, tuple[ref[Game], str]] = {}
"""The digests of living Games, by identity, filled whenever a Game is read or written."""


def _remember(game: Game, text: str) -> None:
    at = id(game)
    _DIGESTS[at] = ref(game, lambda _: _DIGESTS.pop(at, None)), sha256(text.encode()).hexdigest()


def _to_data(value: object, table: dict[type, int]) -> Json:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        return [None, *[_to_data(part, table) for part in parts]]
    kind = value.__class__
    names = field_names(kind)
    if names is None:
        raise TypeError(f"a Game cannot hold {value!r}")
    return [table.setdefault(kind, len(table)), *[_to_data(getattr(value, name), table) for name in names]]


def _value(data: Json, kinds: list[Make]) -> object:
    if not isinstance(data, list):
        return data
    head, *parts = data
    made = [_value(part, kinds) if part.__class__ is list else part for part in parts]
    return kinds[head](*made) if isinstance(head, int) else tuple(made)


@cache
def _classes() -> dict[str, Make]:
    """Returns the classes of the graph by module and name."""
    found: dict[str, Make] = {}
    for module in _MODULES:
        short = module.__name__.rpartition(".")[2]
        for name, kind in vars(module).items():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and field_names(kind) is not None:
                found[f"{short}.{name}"] = kind
    return found

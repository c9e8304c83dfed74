"""The setups of a page: how each is chosen, and its module."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from gamedsl.cache.store import Store
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.values import frozen
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.module import HOST_SECTION, hosted_module, joined, playing_module, telling_module
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.worlds.hidden_fields import unmade_in_hosts

Computer: TypeAlias = Literal["thinks", "tries", "takes any move"]
"""What the computer does in a game: it can search a tree; it tries moves in random matches; or nobody can make up what is hidden there."""


@frozen
class PageSetup:
    """One setup with its module, the model that the module holds, and how the computer plays. `blind` are decisions at which something that somebody does
    not see still counts: there it takes any move."""

    setup: Setup
    module: bytes
    model: JsonObject
    computer: Computer
    blind: tuple[str, ...]


def page_setup(setup: Setup, game: Game, kept: Callable[[str, Callable[[], bytes]], bytes]) -> PageSetup:
    """The module of a setup for a page. `kept` finds what was made for a key before, or makes it. Raises Unsupported."""
    model, text = _described(game)
    return _page_setup(setup, game, model, kept(_key(text), lambda: hosted_module(game)))


def page_setups(chosen: Sequence[tuple[Setup, Game]], store: Store | None, processes: int) -> list[PageSetup]:
    """The modules of all setups of a page, in their order. What the store does not have is made, in several processes, and kept. Raises Unsupported."""
    described = [_described(game) for _, game in chosen]
    modules = [None if store is None else store.get(_key(text)) for _, text in described]
    missing = [i for i, module in enumerate(modules) if module is None]
    for i, module in zip(missing, _made([(chosen[i][1], described[i][1]) for i in missing], processes), strict=True):
        modules[i] = module
        if store is not None:
            store.put(_key(described[i][1]), module)
    return [
        _page_setup(setup, game, model, module or b"")
        for (setup, game), (model, _), module in zip(chosen, described, modules, strict=True)
    ]


def _described(game: Game) -> tuple[JsonObject, str]:
    """The model, and as text."""
    model = model_of(game)
    return model, json.dumps(model, separators=(",", ":"), ensure_ascii=False)


def _key(text: str) -> str:
    return f"hosted {text}"


def _made(games: Sequence[tuple[Game, str]], processes: int) -> list[bytes]:
    """The modules of games with these models. The two halves of a module do not need each other: they are made at the same time."""
    number = min(processes, len(games))
    if number < 2:
        return [joined(playing_module(game), text, telling_module(game)) for game, text in games]
    from gamedsl_interpreter.processes import pool_of

    # A forked process has read in all that it needs; elsewhere forking is not safe. It soon ends, and looks for no circles of garbage.
    with pool_of(number, gc.disable, forks=sys.platform == "linux") as pool:
        playing = [pool.submit(playing_module, game) for game, _ in games]
        telling = [pool.submit(telling_module, game) for game, _ in games]
        found = zip(games, playing, telling, strict=True)
        return [joined(one.result(), text, other.result()) for (_, text), one, other in found]


def _page_setup(setup: Setup, game: Game, model: JsonObject, module: bytes) -> PageSetup:
    if HOST_SECTION.encode() not in module:
        raise Unsupported("views whose audience depends on what lies in zones")
    return PageSetup(setup, module, model, _computer(game, module), _blind(game, model))


def _computer(game: Game, module: bytes) -> Computer:
    if hides(game):
        return "takes any move" if unmade_in_hosts(game) else "tries"
    return "thinks" if b"tree_root" in module else "tries"


def _blind(game: Game, model: JsonObject) -> tuple[str, ...]:
    """The names of such decisions. `hosts/js/src/worlds.js` asks the same."""
    places, known = model["locals"], model["nodes"]
    if not (hides(game) and isinstance(places, list) and isinstance(known, list)):
        return ()
    unseen = {
        i
        for i, one in enumerate(places)
        if isinstance(one, dict) and not one["is_public"] and one["name"] not in _TURNS
    }
    found: dict[str, None] = {}
    for node in known:
        match node:
            case {"live": list(live), "plan": {"name": name}} if any(local in unseen for local in live):
                found[str(name)] = None
            case _:
                pass
    return tuple(found)


_TURNS = frozenset(("me", ".seat", ".from"))
"""What says whose turn it is."""

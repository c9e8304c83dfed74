"""The setups of a page, and their modules."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from gamedsl.cache.store import Store
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled, Setup, Site
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.page.ranking import fixed_teams
from gamedsl.values import frozen
from gamedsl_interpreter.aims import sign_of_points
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.module import (
    HOST_SECTION,
    hosted_module,
    join_sections,
    playing_module,
    telling_module,
)
from gamedsl_interpreter.wasm.emit.build import Improve
from gamedsl_interpreter.wasm.emit.optimise import optimised, unchanged
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.worlds.rules.hidden_fields import unmade_in_hosts

Computer: TypeAlias = Literal["thinks", "tries", "takes any move"]
"""How the computer plays a game: it searches a tree; it tries moves in random matches; or it takes any move, because the hidden parts cannot be sampled."""


@frozen
class PageSetup:
    """One setup with its module, the model inside the module, and how the computer plays. At the decisions in `blind` something unseen still matters;
    there the computer takes any move. `teams` are the names and seats of teams that are ranked, if the seats decide who belongs to them. `wants_least`: few
    points are good. `places` are the rules that faults point to, each with the number of its first site."""

    setup: Setup
    module: bytes
    model: JsonObject
    computer: Computer
    blind: tuple[str, ...]
    teams: tuple[tuple[str, tuple[int, ...]], ...]
    wants_least: bool
    places: tuple[tuple[int, str], ...]


def page_setup(setup: Setup, compiled: Compiled, kept: Callable[[str, Callable[[], bytes]], bytes]) -> PageSetup:
    """Makes the module of a setup for a page. `kept` finds an earlier result by its key, or makes it. Raises Unsupported."""
    game = compiled.game
    model, text = _describe(game)
    return _page_setup(setup, compiled, model, kept(_key(text), lambda: hosted_module(game)))


def page_setups(chosen: Sequence[tuple[Setup, Compiled]], store: Store | None, processes: int) -> list[PageSetup]:
    """Makes the modules of all setups of a page, in order. Modules missing in the store are made by several processes, and kept. Raises Unsupported."""
    described = [_describe(compiled.game) for _, compiled in chosen]
    improve = optimised if len(chosen) <= _FEW else unchanged
    keys = [_key(text, improve) for _, text in described]
    modules = [None if store is None else store.get(key) for key in keys]
    missing = [i for i, module in enumerate(modules) if module is None]
    games = [(chosen[i][1].game, described[i][1]) for i in missing]
    for i, module in zip(missing, _make_modules(games, improve, processes), strict=True):
        modules[i] = module
        if store is not None:
            store.put(keys[i], module)
    return [
        _page_setup(setup, compiled, model, module or b"")
        for (setup, compiled), (model, _), module in zip(chosen, described, modules, strict=True)
    ]


def _describe(game: Game) -> tuple[JsonObject, str]:
    """Returns the model of a game, as data and as text."""
    model = model_of(game)
    return model, json.dumps(model, separators=(",", ":"), ensure_ascii=False)


_FEW = 3
"""The most setups whose modules are optimised. Optimising takes more time than all the rest, and browsers optimise too: without it, the computer tries an
eighth to a quarter fewer matches in the same time."""


def _key(text: str, improve: Improve = optimised) -> str:
    return f"hosted {text}" if improve is optimised else f"hosted, not optimised {text}"


def _make_modules(games: Sequence[tuple[Game, str]], improve: Improve, processes: int) -> list[bytes]:
    """Makes the modules of games with these models. The two halves of a module are independent, so they are made at the same time."""
    number = min(processes, len(games))
    if number < 2:
        return [
            join_sections(playing_module(game, improve=improve), text, telling_module(game)) for game, text in games
        ]
    from gamedsl_interpreter.matches.processes import pool_of

    # A forked process has all modules loaded; on other systems forking is not safe. The process ends soon, so it does
    # not collect garbage.
    with pool_of(number, gc.disable, forks=sys.platform == "linux") as pool:
        playing = [pool.submit(playing_module, game, improve=improve) for game, _ in games]
        telling = [pool.submit(telling_module, game) for game, _ in games]
        found = zip(games, playing, telling, strict=True)
        return [join_sections(one.result(), text, other.result()) for (_, text), one, other in found]


def _page_setup(setup: Setup, compiled: Compiled, model: JsonObject, module: bytes) -> PageSetup:
    game = compiled.game
    if HOST_SECTION.encode() not in module:
        raise Unsupported("views whose audience depends on what lies in zones")
    return PageSetup(
        setup,
        module,
        model,
        _computer(game, module),
        _blind(game, model),
        _teams(game, model),
        sign_of_points(game) < 0,
        _places(compiled.sites),
    )


def _places(sites: Sequence[Site]) -> tuple[tuple[int, str], ...]:
    """Returns the rule, phase or declaration of each site, once for those that follow each other."""
    return tuple(
        (number, site.where)
        for number, site in enumerate(sites)
        if number == 0 or sites[number - 1].where != site.where
    )


def _teams(game: Game, model: JsonObject) -> tuple[tuple[str, tuple[int, ...]], ...]:
    types = model["types"]
    for one in types if isinstance(types, list) else ():
        if isinstance(one, dict) and one["name"] == game.ranking.of and isinstance(one["values"], list):
            seats = fixed_teams(game, len(one["values"]))
            return tuple((str(name), tuple(found)) for name, found in zip(one["values"], seats, strict=False))
    return ()


def _computer(game: Game, module: bytes) -> Computer:
    if hides(game):
        return "takes any move" if unmade_in_hosts(game) else "tries"
    return "thinks" if b"tree_root" in module else "tries"


def _blind(game: Game, model: JsonObject) -> tuple[str, ...]:
    """Returns the names of the blind decisions. `hosts/js/src/worlds.js` uses the same rule."""
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
"""The locals that say whose turn it is."""

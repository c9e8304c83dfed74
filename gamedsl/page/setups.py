"""The setups of a page, and their modules."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from hashlib import sha256
from types import TracebackType
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from gamedsl.cache.store import Store
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled, Setup, Site
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.page.ends import Whose, whose_ends
from gamedsl.page.packing import Packer
from gamedsl.page.ranking import teams_of_seats
from gamedsl.values import frozen
from gamedsl_interpreter.aims import sign_of_points
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.module import (
    HOST_SECTION,
    advising_module,
    join_sections,
    telling_module,
)
from gamedsl_interpreter.wasm.emit.build import Improve
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.worlds.rules.hidden_fields import unmade_in_hosts

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")

Computer: TypeAlias = Literal["thinks", "tries", "takes any move"]
"""How the computer plays a game: it searches a tree; it tries moves in random matches; or it takes any move, because the hidden parts cannot be sampled."""


@frozen
class PageSetup:
    """One setup with its module, the model inside the module, and how the computer plays. At the decisions in `blind`, facts that the computer does not see
    still matter, so it takes any move. `teams` are the names and seats of teams that are ranked, if the seats decide who belongs to them. `wants_least`:
    few points are good. `ends` say of whom an end speaks. `places` are the rules that faults point to, each with the number of its first site."""

    setup: Setup
    module: bytes
    model: JsonObject
    computer: Computer
    blind: tuple[str, ...]
    teams: tuple[tuple[str, tuple[int, ...]], ...]
    wants_least: bool
    ends: tuple[Whose, ...]
    places: tuple[tuple[int, str], ...]


def page_setup(setup: Setup, compiled: Compiled, kept: Callable[[str, Callable[[], bytes]], bytes]) -> PageSetup:
    """Makes the module of a setup for a page. `kept` finds an earlier result by its key, or makes it. Raises Unsupported."""
    game = compiled.game
    model, text = _describe(game)
    return _page_setup(setup, compiled, model, kept(_key(text), lambda: _make_module(game, text, optimise_functions)))


def page_setups(
    chosen: Iterable[tuple[Setup, Compiled]],
    number: int,
    store: Store | None,
    processes: int,
    meanwhile: Callable[[Sequence[Game], Sequence[JsonObject]], T],
) -> tuple[list[PageSetup], JsonObject, T]:
    """Makes the modules of all setups of a page, in order; `number` says how many they are. Modules missing in the store are made by several processes, and
    kept. Returns the setups, their packed modules, and what `meanwhile` returns for the games and their models while these processes work. Raises
    Unsupported."""
    improve = optimise_functions if number <= _FEW else keep_functions
    begun: list[tuple[Setup, Compiled, JsonObject, Callable[[], bytes]]] = []
    keys: list[str] = []
    with _Makers(improve, min(processes, number)) as makers:
        for setup, compiled in chosen:
            model, text = _describe(compiled.game)
            keys.append(_key(text, improve))
            begun.append((setup, compiled, model, _begin_module(makers, compiled.game, text, store)))
        found = meanwhile([compiled.game for _, compiled, _, _ in begun], [model for _, _, model, _ in begun])
        key = f"packed {sha256(json.dumps(keys).encode()).hexdigest()}"
        known = None if store is None else store.get(key)
        packer = Packer()
        made: list[PageSetup] = []
        for setup, compiled, model, end in begun:
            made.append(_page_setup(setup, compiled, model, end()))
            if known is None:
                packer.add(made[-1].module)
    if known is not None:
        return made, json.loads(known), found
    packed = packer.end()
    if store is not None:
        store.put(key, json.dumps(packed).encode())
    return made, packed, found


def _begin_module(makers: _Makers, game: Game, text: str, store: Store | None) -> Callable[[], bytes]:
    """Begins to make a module that the store does not have. Returns a function that waits for it."""
    key = _key(text, makers.improve)
    module = None if store is None else store.get(key)
    if module is not None:
        return lambda: module
    end = makers.begin(game, text)
    if store is None:
        return end

    def keep() -> bytes:
        made = end()
        store.put(key, made)
        return made

    return keep


def _describe(game: Game) -> tuple[JsonObject, str]:
    """Returns the model of a game, as data and as text."""
    model = model_of(game)
    return model, json.dumps(model, separators=(",", ":"), ensure_ascii=False)


_FEW = 3
"""The most setups whose modules are optimised. Optimising takes more time than all the rest, and browsers optimise too: without it, the computer tries an
eighth to a quarter fewer matches in the same time."""


def _key(text: str, improve: Improve = optimise_functions) -> str:
    return f"on a page {text}" if improve is optimise_functions else f"on a page, not optimised {text}"


class _Makers:
    """The processes that make modules; they start when the first module is needed; on a single core there are none."""

    def __init__(self, improve: Improve, processes: int) -> None:
        self.improve = improve
        self._processes = processes
        self._open = ExitStack()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> _Makers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def begin(self, game: Game, text: str) -> Callable[[], bytes]:
        """Begins a module. Its two halves are independent, so they are made at the same time."""
        if self._processes < 2:
            return lambda: _make_module(game, text, self.improve)
        if self._pool is None:
            self._pool = self._open.enter_context(_pool(self._processes))
        playing = self._pool.submit(advising_module, game, self.improve)
        telling = self._pool.submit(telling_module, game)
        return lambda: join_sections(playing.result(), text, telling.result())


def _make_module(game: Game, text: str, improve: Improve) -> bytes:
    return join_sections(advising_module(game, improve), text, telling_module(game))


def _pool(processes: int) -> AbstractContextManager[ProcessPoolExecutor]:
    from gamedsl_interpreter.matches.processes import pool_of

    # A forked process has all modules loaded; on other systems forking is not safe. The process ends soon, so it does
    # not collect garbage.
    return pool_of(processes, gc.disable, forks=sys.platform == "linux")


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
        whose_ends(game),
        _places(compiled.sites),
    )


def _places(sites: Sequence[Site]) -> tuple[tuple[int, str], ...]:
    """Returns the rule, phase or declaration of each site; consecutive sites with the same one share an entry."""
    return tuple(
        (number, site.where)
        for number, site in enumerate(sites)
        if number == 0 or sites[number - 1].where != site.where
    )


def _teams(game: Game, model: JsonObject) -> tuple[tuple[str, tuple[int, ...]], ...]:
    types = model["types"]
    for one in types if isinstance(types, list) else ():
        if isinstance(one, dict) and one["name"] == game.ranking.of and isinstance(one["values"], list):
            seats = teams_of_seats(game, len(one["values"]))
            return tuple((str(name), tuple(found)) for name, found in zip(one["values"], seats, strict=False))
    return ()


def _computer(game: Game, module: bytes) -> Computer:
    if hides(game) and unmade_in_hosts(game):
        return "takes any move"
    return "thinks" if b"tree_root" in module or b"worlds_root" in module else "tries"


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

"""Games and modules that several tests use are made once in a run of the tests, whichever process asks first.

Compiling takes longer than reading a game in, and emitting takes longer than most tests play. What they make is tested by those that call the compiler and
the emitter themselves, with no store between.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import TypeVar
from uuid import uuid4
from weakref import ref

from gamedsl.cache import rules as kept_rules
from gamedsl.cache.store import Store
from gamedsl.graph import compact
from gamedsl.graph.analysis import secrecy
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import reading
from gamedsl.source import Source
from gamedsl.syntax.parse import Parsed, parse
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.hosting import module as hosting
from gamedsl_interpreter.reference.play import machine
from gamedsl_interpreter.wasm.emit.build import Improve
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.instances import module, modules
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.modules import from_bytes, to_bytes

T = TypeVar("T")

_FOLDER = "GAMEDSL_TEST_MODULES"
"""The variable that tells worker processes where the games and modules of this run are."""


def begin() -> None:
    """Shares games and modules among all processes of a run; the first process makes their folder."""
    os.environ[_FOLDER] = os.environ.get(_FOLDER) or mkdtemp(prefix="gamedsl-tests-")
    _share_modules()
    module.compile_code = _compile_code  # many tests of a process take the same game
    _put(Store, "shrink", _shrink_others(Store.shrink))
    _put(reading, "parse", _parse)
    _put(kept_rules, "read_game", _read_game)
    for find in (secrecy.find_known_to_all, secrecy.find_telling):
        _put(machine, find.__name__, _find_once(find))


def forget() -> None:
    """Deletes the compiled code and the trees that this process keeps."""
    _compile_code.cache_clear()
    _read_text.cache_clear()
    _read_game.cache_clear()


def end() -> None:
    """Deletes the folder. Only the process that began first may call it."""
    shutil.rmtree(os.environ.pop(_FOLDER), ignore_errors=True)


def cache_folder() -> str:
    """Returns the folder of a cache, as users have one, for tests of this run."""
    return os.path.join(os.environ[_FOLDER], "cache")


def store() -> Store | None:
    """Returns the cache of this run; None without a run."""
    return Store(cache_folder()) if _FOLDER in os.environ else None


def kept(key: str, make: Callable[[], bytes]) -> bytes:
    """Returns what a process of this run has made under a key, or makes it. Without a run (a campaign uses parts of the tests) it is always made."""
    folder = os.environ.get(_FOLDER)
    if folder is None:
        return make()
    place = Path(folder) / sha256(key.encode()).hexdigest()
    try:
        return place.read_bytes()
    except FileNotFoundError:
        made = make()
    beside = place.with_suffix(f".{uuid4()}")
    beside.write_bytes(made)
    beside.replace(place)
    return made


_compile_code = lru_cache(maxsize=64)(module.compile_code)
_read_text = lru_cache(maxsize=200)(parse)


def _parse(source: Source) -> Parsed:
    """Reads a text that several tests of a process may take: trees are values, so each text has one tree. Tests of reading call `parse` itself."""
    return _read_text(source) if len(source.text) > _SHORT else parse(source)


_read_game = lru_cache(maxsize=64)(kept_rules.read_game)
"""A game in the cache is read in once in a process: games are values. Tests of `compact` call it themselves."""


def _find_once(find: Callable[[Game], T]) -> Callable[[Game], T]:
    """Makes of an analysis one that looks at a game once, however many executors it has."""
    known: dict[int, tuple[ref[Game], T]] = {}

    def find_once(game: Game) -> T:
        at = id(game)
        kept = known.get(at)
        if kept is None or kept[0]() is not game:
            kept = known[at] = ref(game, lambda _: known.pop(at, None)), find(game)
        return kept[1]

    return find_once


_SHORT = 1_500
"""Characters of a text that only its own test takes, as a rule."""


def _shrink_others(shrink: Callable[[Store], None]) -> Callable[[Store], None]:
    """Nobody looks after each write whether the cache of this run is full, which takes the longer the more tests have written to it: it ends with the run."""

    def shrink_others(store: Store) -> None:
        if store.folder != cache_folder():
            shrink(store)

    return shrink_others


def _put(where: ModuleType | type, name: str, value: object) -> None:
    """Puts something else in the place of a name that a module uses. Raises AssertionError for a name that it no longer has."""
    assert hasattr(where, name), f"{where.__name__} does not use {name} any more"
    setattr(where, name, value)


def _share_modules() -> None:
    emit = modules.emit_module

    def emitted_once(game: Game, checking: Checking, purpose: Purpose, tier: modules.Tier) -> Built:
        key = f"module {compact.digest(game)} {checking.name} {purpose.name} {tier.value}"
        return from_bytes(kept(key, lambda: to_bytes(emit(game, checking, purpose, tier))))

    def built_once(
        game: Game,
        checking: Checking = Checking.OFF,
        improve: Improve = optimise_functions,
        *,
        purpose: Purpose = Purpose.EVERY,
    ) -> Built:
        return emitted_once(
            game, checking, purpose, modules.Tier.OPTIMISED if improve is optimise_functions else modules.Tier.QUICK
        )

    modules.emit_module = emitted_once
    _put(hosting, "build_module", built_once)

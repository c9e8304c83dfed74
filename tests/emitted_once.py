"""Modules that several tests play are emitted once in a run of the tests, whichever process asks first.

Emitting takes longer than most tests play. What emitting makes is tested by those that call the emitter itself, with no store between.
"""

from __future__ import annotations

import os
import shutil
from tempfile import mkdtemp

from gamedsl.cache.store import Store
from gamedsl.graph import compact
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.instances import modules
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.module_bytes import from_bytes, to_bytes

_FOLDER = "GAMEDSL_TEST_MODULES"
"""The variable that tells worker processes where the modules of this run are."""
_LARGEST = 1 << 30
"""Bytes of all modules together."""


def begin() -> None:
    """Shares modules among all processes of a run; the first process makes their folder."""
    folder = os.environ.get(_FOLDER) or mkdtemp(prefix="gamedsl-tests-")
    os.environ[_FOLDER] = folder
    _share(Store(folder, limit=_LARGEST))


def end() -> None:
    """Deletes the folder. Only the process that began first may call it."""
    shutil.rmtree(os.environ.pop(_FOLDER), ignore_errors=True)


def _share(store: Store) -> None:
    emit = modules.emitted

    def emitted_once(game: Game, checking: Checking, purpose: Purpose, tier: modules.Tier) -> Built:
        key = f"{compact.digest(game)} {checking.name} {purpose.name} {tier.value}"
        kept = store.get(key)
        if kept is not None:
            return from_bytes(kept)
        made = emit(game, checking, purpose, tier)
        store.put(key, to_bytes(made))
        return made

    modules.emitted = emitted_once

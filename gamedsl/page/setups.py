"""The setups of a page: how each is chosen, and its module."""

from __future__ import annotations

import json
from collections.abc import Callable

from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.values import frozen
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.module import HOST_SECTION, hosted_module
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported


@frozen
class PageSetup:
    """One setup with its module, and the model that the module holds."""

    setup: Setup
    module: bytes
    model: JsonObject


def page_setup(setup: Setup, game: Game, kept: Callable[[str, Callable[[], bytes]], bytes]) -> PageSetup:
    """The module of a setup for a page. `kept` finds what was made for a key before, or makes it. Raises Unsupported."""
    model = model_of(game)
    text = json.dumps(model, separators=(",", ":"), ensure_ascii=False)
    module = kept(f"hosted {text}", lambda: hosted_module(game))
    if HOST_SECTION.encode() not in module:
        raise Unsupported("views whose audience depends on what lies in zones")
    return PageSetup(setup, module, model)

"""The setups of a page: how each is chosen, and its module."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal, TypeAlias

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.values import frozen
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.module import HOST_SECTION, hosted_module
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.worlds.hidden_fields import unmade_in_hosts

Computer: TypeAlias = Literal["thinks", "tries", "takes any move"]
"""What the computer does in a game: it can search a tree; it tries moves in random matches; or nobody can make up what is hidden there."""


@frozen
class PageSetup:
    """One setup with its module, the model that the module holds, and how the computer plays."""

    setup: Setup
    module: bytes
    model: JsonObject
    computer: Computer


def page_setup(setup: Setup, game: Game, kept: Callable[[str, Callable[[], bytes]], bytes]) -> PageSetup:
    """The module of a setup for a page. `kept` finds what was made for a key before, or makes it. Raises Unsupported."""
    model = model_of(game)
    text = json.dumps(model, separators=(",", ":"), ensure_ascii=False)
    module = kept(f"hosted {text}", lambda: hosted_module(game))
    if HOST_SECTION.encode() not in module:
        raise Unsupported("views whose audience depends on what lies in zones")
    return PageSetup(setup, module, model, _computer(game, module))


def _computer(game: Game, module: bytes) -> Computer:
    if hides(game):
        return "takes any move" if unmade_in_hosts(game) else "tries"
    return "thinks" if b"tree_root" in module else "tries"

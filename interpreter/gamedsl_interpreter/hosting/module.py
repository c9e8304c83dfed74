"""Makes the module of a Game for hosts without Python, with its data in custom sections.

The module itself plays, and is fast. Its section `gamedsl.model` holds the model as JSON, and `gamedsl.host` another module that uses the same records. That
one is slower, but it records events, views of seats, and reasons for refusals.
"""

from __future__ import annotations

import json

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.wasm.emit.build import Improve, build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.instances.interface import Purpose

MODEL_SECTION = "gamedsl.model"
HOST_SECTION = "gamedsl.host"


def hosted_module(game: Game, checking: Checking = Checking.OFF) -> bytes:
    """Makes the module with its sections. It has no `gamedsl.host` if the visibility of something depends on the content of zones. Raises Unsupported."""
    return join_sections(playing_module(game, checking), model_text(game), telling_module(game))


def join_sections(playing: bytes, model: str, telling: bytes | None) -> bytes:
    """Joins a module with its sections. Making `playing` and `telling` is slow, and they do not depend on each other."""
    code = playing + _section(MODEL_SECTION, model.encode())
    return code if telling is None else code + _section(HOST_SECTION, telling)


def telling_module(game: Game) -> bytes | None:
    """Makes the module that records events; None if the visibility of something depends on the content of zones."""
    try:
        return build_module(game, improve=keep_functions, purpose=Purpose.HOSTED).code
    except Unsupported:
        return None


def playing_module(game: Game, checking: Checking = Checking.OFF, improve: Improve = optimise_functions) -> bytes:
    """Makes the module that plays, with tree search if that is possible. Raises Unsupported."""
    return _searching(game, checking, improve, (Purpose.THINKING, Purpose.THINKING_WORLDS), Purpose.EVERY)


def advising_module(game: Game, improve: Improve = optimise_functions) -> bytes:
    """Makes the module that tries moves for the computer on a page, with tree search if that is possible. `telling_module` does all the rest there. Raises
    Unsupported."""
    return _searching(game, Checking.OFF, improve, (Purpose.ADVISED, Purpose.ADVISED_WORLDS), Purpose.RESUMED)


def _searching(
    game: Game, checking: Checking, improve: Improve, thinks: tuple[Purpose, Purpose], tries: Purpose
) -> bytes:
    """Makes a module with tree search (of `thinks`, the purpose for games that hide nothing, or the one for games that hide something); without tree search
    if the game leaves no room for it."""
    try:
        return build_module(game, checking, improve, purpose=thinks[hides(game)]).code
    except Unsupported:
        return build_module(game, checking, improve, purpose=tries).code


def model_text(game: Game) -> str:
    """Writes the model as JSON text."""
    return json.dumps(model_of(game), separators=(",", ":"), ensure_ascii=False)


def _section(name: str, content: bytes) -> bytes:
    """Encodes a custom section; it may follow all others."""
    named = _length(len(name.encode())) + name.encode() + content
    return b"\0" + _length(len(named)) + named


def _length(number: int) -> bytes:
    """Encodes an unsigned number as LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])

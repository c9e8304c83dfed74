"""The fastest executor that can play a Game here."""

from __future__ import annotations

from attrs import frozen

from gamedsl.graph.game import Game
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.module import Unavailable


@frozen
class Chosen:
    """An engine, and why it is the slow one (None where it is not)."""

    engine: WasmEngine | ReferenceEngine
    note: str | None


def fastest(game: Game) -> Chosen:
    """The wasm engine, or the reference engine with a note that says what stands against it."""
    try:
        return Chosen(WasmEngine(game), None)
    except Unsupported as missing:
        return Chosen(ReferenceEngine(game), f"played by the slow executor: {missing} is not in the fast one yet")
    except Unavailable as missing:
        return Chosen(ReferenceEngine(game), f"played by the slow executor: {missing}")

"""Turns chance nodes into functions. Such a function draws the outcome, applies an outcome that is given, or reports that the outcome is open.

`CHANCE_MODE` says which: 0 does nothing if more than one outcome is possible (and returns 1), 1 draws from the stream, 2 takes the outcome at GIVEN.
"""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl_interpreter.wasm.emit.assembly.ir import c
from gamedsl_interpreter.wasm.emit.chance.draws import draw
from gamedsl_interpreter.wasm.emit.chance.resolving import resolve
from gamedsl_interpreter.wasm.emit.chance.rolls import roll
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def node(code: Lowering, number: int, event: ChanceNode) -> None:
    """Writes the function of a chance node. It returns 1 if the outcome is open and nothing was done, else 0."""
    code.ctx.cells.chance.is_open.store(code.fn, c(0))
    match event.event:
        case Draw():
            draw(code, event.event)
        case Resolve():
            resolve(code, event.event)
        case Roll():
            roll(code, number, event.event)
        case _:
            assert_never(event.event)

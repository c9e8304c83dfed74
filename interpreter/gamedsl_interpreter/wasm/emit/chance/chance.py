"""Chance nodes become functions: they draw, do what chance says, or find that they are open and nobody draws.

`CHANCE_MODE` says what to do: 0 nothing where two outcomes are possible (the result is then 1), 1 draw from the stream, 2 take the outcome that lies at
GIVEN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    c,
)
from gamedsl_interpreter.wasm.emit.chance.draws import draw
from gamedsl_interpreter.wasm.emit.chance.resolving import resolve
from gamedsl_interpreter.wasm.emit.chance.rolls import roll

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering


def node(code: Lowering, number: int, event: ChanceNode) -> None:
    """The body of the function of a chance node; it returns 1 if it is open and nothing was done, else 0."""
    code.ctx.cells.is_open.store(code.fn, c(0))
    match event.event:
        case Draw():
            draw(code, event.event)
        case Resolve():
            resolve(code, event.event)
        case Roll():
            roll(code, number, event.event)
        case _:
            assert_never(event.event)

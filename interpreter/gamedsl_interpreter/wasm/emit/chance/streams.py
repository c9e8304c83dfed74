"""The stream of chance of a match, and when a chance node waits for somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, add, band, c, eq
from gamedsl_interpreter.wasm.emit.modes import ChanceMode

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering


def stream_at(code: Lowering) -> Ir:
    """Where the chance stream of a state lies."""
    return add(code.s, c(code.ctx.extras.stream))


def stops(code: Lowering) -> None:
    """Nothing is done where the node is open and nobody draws."""
    waits = band(eq(code.ctx.cells.chance_mode.value, c(ChanceMode.STOPS)), code.ctx.cells.is_open.value)
    with code.fn.when(waits):
        code.fn.ret(c(1))

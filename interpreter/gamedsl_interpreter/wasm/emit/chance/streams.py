"""The stream of chance of a match, and when a chance node waits for somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, add, band, c, eq
from gamedsl_interpreter.wasm.modes import ChanceMode

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering


def stream_at(code: Lowering) -> Ir:
    """Where the chance stream of a state lies."""
    return add(code.s, c(code.ctx.extras.stream))


def drawing(code: Lowering) -> Ir:
    """Whether the node draws from the stream."""
    return eq(code.ctx.cells.chance_mode.value, c(ChanceMode.DRAWS)) if code.ctx.can_stop else c(1)


def drawn(code: Lowering, write: Callable[[], None]) -> bool:
    """What a node does where it draws from the stream. Gives whether it does nothing else."""
    with code.fn.when(drawing(code)):
        write()
        code.fn.ret(c(0))
    return not code.ctx.can_stop


def stops(code: Lowering) -> None:
    """Nothing is done where the node is open and nobody draws."""
    if not code.ctx.can_stop:
        return
    waits = band(eq(code.ctx.cells.chance_mode.value, c(ChanceMode.STOPS)), code.ctx.cells.is_open.value)
    with code.fn.when(waits):
        code.fn.ret(c(1))

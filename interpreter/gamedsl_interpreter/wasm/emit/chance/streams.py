"""The stream of chance of a match, and the test whether a chance node has to wait for an outcome."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eq
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.instances.modes import ChanceMode


def stream_at(code: Lowering) -> Ir:
    """Gives the address of the chance stream of a state."""
    return code.s + code.ctx.record.extras.stream


def drawing(code: Lowering) -> Ir:
    """Tests whether the node draws from the stream."""
    return eq(code.ctx.cells.chance_mode.value, c(ChanceMode.DRAWS)) if code.ctx.can_stop else c(1)


def write_draw(code: Lowering, write: Callable[[], None]) -> bool:
    """Writes the part of a node that runs if it draws from the stream. Gives whether that is all that the node can do."""
    with code.fn.when(drawing(code)):
        write()
        code.fn.ret(c(0))
    return not code.ctx.can_stop


def stops(code: Lowering) -> None:
    """Returns from the function at once if the outcome of chance is open and the host has not chosen it."""
    if not code.ctx.can_stop:
        return
    waits = eq(code.ctx.cells.chance_mode.value, c(ChanceMode.STOPS)) & code.ctx.cells.is_open.value
    with code.fn.when(waits):
        code.fn.ret(c(1))

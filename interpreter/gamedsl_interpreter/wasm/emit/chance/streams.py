"""The stream of chance of a match, and when a chance node waits for somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, add, band, c, eqz, load

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

DRAWS = 1
"""The value of CHANCE_MODE with which nodes draw from the stream."""


def stream_at(code: Lowering) -> Ir:
    """Where the chance stream of a state lies."""
    return add(code.s, c(code.ctx.extras["stream"]))


def stops(code: Lowering) -> None:
    """Nothing is done where the node is open and nobody draws."""
    waits = band(eqz(load("i32", code.ctx.at("CHANCE_MODE"))), load("i32", code.ctx.at("IS_OPEN")))
    with code.fn.when(waits):
        code.fn.ret(c(1))

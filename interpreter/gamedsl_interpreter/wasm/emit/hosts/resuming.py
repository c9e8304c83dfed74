"""Memory of modules that continue play from a position of the host, and the list of nodes that are decisions (`runtime.hosts.resuming`)."""

from __future__ import annotations

from gamedsl.graph.model.nodes import DecisionNode
from gamedsl_interpreter.wasm.emit.context import Context


def write(ctx: Context) -> None:
    """Reserves memory and sets constants of the library's part."""
    for name in ("ORIGIN", "TAKEN"):
        ctx.constants[name] = ctx.memory.space(4)
    decides = [int(isinstance(node, DecisionNode)) for node in ctx.game.nodes]
    ctx.constants["IS_DECISION"] = ctx.memory.words(decides)

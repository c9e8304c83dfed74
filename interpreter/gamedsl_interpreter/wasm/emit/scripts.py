"""Scripted seats: how they answer the steps of a decision."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.ir import Fn, c
from gamedsl_interpreter.wasm.emit.search import Search
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported


def write(ctx: Context, searches: dict[int, Search]) -> None:
    """The function `answer`: the exit of the move that a scripted seat makes; -1 if chance has to say and there is no stream."""
    if ctx.game.scripts:
        raise Unsupported(f"scripted seats ({len(searches)} decisions)")
    fn = Fn("answer", ("i32", "i32", "i32"), "i32")
    fn.ret(c(-1))
    ctx.functions.append(fn)

"""Functions of a state and a node that do what belongs to the node."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamedsl.graph.model.nodes import (
    Node,
)
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, c, call, le
from gamedsl_interpreter.wasm.emit.memory.context import Context
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

_CASES = 96
"""Most nodes that one function chooses among."""


def dispatch(
    ctx: Context,
    name: str,
    concerned: Callable[[Node], bool],
    body: Callable[[Lowering, int], None],
    before: Callable[[Lowering], None] | None = None,
) -> None:
    """A function of a state and a node that does what belongs to the node."""
    fn = Fn(name, ("i32", "i32"), "i32")
    ctx.functions.append(fn)
    if before is not None:
        before(Lowering(ctx, fn))
    numbers = [i for i, node in enumerate(ctx.game.nodes) if concerned(node)]
    divided = parts(numbers)
    for i, part in enumerate(divided):
        code = Lowering(ctx, fn if len(divided) == 1 else Fn(f"{name}_{i}", fn.params, fn.result))
        code.fn.switch(code.fn.param(1), [(number, partial(_alone, code, number, body)) for number in part])
        if len(divided) > 1:
            code.fn.ret(c(0))
            ctx.functions.append(code.fn)
            with fn.when(le(fn.param(1), c(part[-1]))):
                fn.ret(call(code.fn.name, "i32", *map(fn.param, range(len(fn.params)))))
    fn.ret(c(0))


def _alone(code: Lowering, number: int, body: Callable[[Lowering, int], None]) -> None:
    code.env.clear()
    body(code, number)


def parts(numbers: list[int]) -> list[list[int]]:
    """Cases in as many groups as functions are needed for them."""
    return [numbers[i : i + _CASES] for i in range(0, len(numbers), _CASES)] or [[]]

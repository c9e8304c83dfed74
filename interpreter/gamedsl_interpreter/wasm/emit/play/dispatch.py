"""Functions of a state and a node that run the code of the node."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamedsl.graph.model.nodes import Node
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, call, le
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering

_CASES = 96
"""The most nodes among which one function chooses."""


def dispatch(
    ctx: Context,
    name: str,
    concerned: Callable[[Node], bool],
    body: Callable[[Lowering, int], None],
    before: Callable[[Lowering], None] | None = None,
) -> None:
    """Writes a function of a state and a node that runs the code of the node."""
    fn = Fn(name, ("i32", "i32"), "i32")
    ctx.functions.append(fn)
    if before is not None:
        before(FormulaLowering(ctx, fn))
    numbers = [i for i, node in enumerate(ctx.game.nodes) if concerned(node)]
    divided = parts(numbers)
    for i, part in enumerate(divided):
        code = FormulaLowering(ctx, fn if len(divided) == 1 else Fn(f"{name}_{i}", fn.params, fn.result))
        code.fn.switch(code.fn.param(1), [(number, partial(_write_body, code, number, body)) for number in part])
        if len(divided) > 1:
            code.fn.ret(c(0))
            ctx.functions.append(code.fn)
            with fn.when(le(fn.param(1), c(part[-1]))):
                fn.ret(call(code.fn.name, "i32", *map(fn.param, range(len(fn.params)))))
    fn.ret(c(0))


def _write_body(code: Lowering, number: int, body: Callable[[Lowering, int], None]) -> None:
    code.env.clear()
    body(code, number)


def parts(numbers: list[int]) -> list[list[int]]:
    """Divides cases into one group for each function that is needed."""
    return [numbers[i : i + _CASES] for i in range(0, len(numbers), _CASES)] or [[]]

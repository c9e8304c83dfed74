"""The places that have made the end come true, for modules that hosts show to people: a row of three, a chain between two sides."""

from __future__ import annotations

from functools import partial

from gamedsl.graph.analysis.decisive import Decisive, decisive_places
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eq
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.play.outcome import read_reason

_ENTRY = 8
"""The bytes of a place: the number of its board, and its own."""


def declare(ctx: Context) -> None:
    """Reserves memory for the places, and declares the function that writes them."""
    ends = decisive_places(ctx.game)
    most = sum(len(ctx.game.boards[end.board].places) for end in ends)
    ctx.constants["DECISIVE"] = ctx.memory.space(4 + _ENTRY * most)
    ctx.functions.writers["decisive"] = partial(_emit_decisive, ctx, ends)


def _emit_decisive(ctx: Context, ends: tuple[Decisive, ...]) -> None:
    """Writes `decisive(s)`, which lists the places at DECISIVE: how many, then board and place of each."""
    fn = Fn("decisive", ("i32",), "i32")
    code = FormulaLowering(ctx, fn)
    list_at = ctx.constants["DECISIVE"]
    count, reason = fn.let_var(c(0)), fn.let(read_reason(code))
    for end in ends:

        def put(place: Value, _: Ir, board: int = end.board) -> None:
            at = fn.let(count * _ENTRY)
            fn.store("32", at, c(board), list_at + 4)
            fn.store("32", at, expect(Ir, place), list_at + 8)
            fn.set(count, count + 1)

        with fn.when(eq(reason, c(end.reason))):
            code.stream(end.places, put)
    fn.store("32", c(list_at), count)
    fn.ret(c(0))
    ctx.functions.append(fn)

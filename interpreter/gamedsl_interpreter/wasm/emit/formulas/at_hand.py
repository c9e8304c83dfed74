"""Collections that exist in memory already."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.values import MaybeV, Value
from gamedsl_interpreter.wasm.emit.formulas import places, queries
from gamedsl_interpreter.wasm.emit.lowering import Lowering

AtHand: TypeAlias = (
    expressions.Local
    | expressions.FieldAt
    | expressions.Lookup
    | expressions.Item
    | expressions.Pick
    | expressions.Need
)
"""The formulas that give a collection that exists in memory already."""


def at_hand(code: Lowering, expr: AtHand) -> Value:
    """Gives a collection that exists in memory already."""
    match expr:
        case expressions.Local(id):
            return code.local(id)
        case expressions.FieldAt():
            return places.field(code, expr)
        case expressions.Lookup():
            return places.lookup(code, expr)
        case expressions.Item() | expressions.Pick():
            return queries.emit_query(code, expr)
        case expressions.Need(operand, _, site):
            value = code.pin(code.value(operand))
            if isinstance(value, MaybeV):
                code.check(value.there, "E_NONE", site)
                return value.value
            assert not isinstance(value, Ir), "none is no collection"
            return value
        case _:
            assert_never(expr)


def one_of_two(code: Lowering, of: types.Type, condition: Expr, yes: Expr, no: Expr) -> Value:
    """Copies one of two values, as the condition chooses, to working memory."""
    at, fn = code.scratch(of), code.fn
    with fn.when(fn.let_var(code.scalar(condition))):
        scratch_values.put(code, of, at, code.pin(code.value(yes)))
    with fn.orelse():
        scratch_values.put(code, of, at, code.pin(code.value(no)))
    return scratch_values.get(code.ctx, of, at)


def each_branch(code: Lowering, expr: Expr, do: Callable[[Expr], None]) -> None:
    """Does something with the formula; if it chooses between two formulas, with each of them in its own branch."""
    if isinstance(expr, expressions.IfElse):
        with code.fn.when(code.fn.let_var(code.scalar(expr.condition))):
            do(expr.yes)
        with code.fn.orelse():
            do(expr.no)
    else:
        do(expr)

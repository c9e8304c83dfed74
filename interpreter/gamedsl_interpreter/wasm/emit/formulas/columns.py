"""Counts the numbers of a range for which a field has a value: four words of the state are compared at a time. The positions of a history are an example."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import Plain, type_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz, ge, load, op1
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.tables import constants

_LANES = 4
_FEWEST = 8
"""The fewest words for which comparing four at a time is worth the longer code."""


@frozen
class _Column:
    """Words of the state, one for each number of a range, and the formula to which each is compared."""

    field: types.FieldId
    other: Expr


def count(code: Lowering, expr: expressions.Fold) -> Ir | None:
    """Counts the numbers for which a condition holds, if it begins with a comparison of a word of the state; None for other sums."""
    if expr.op != "count" or not isinstance(expr.source, expressions.Range):
        return None
    first = expr.body
    while isinstance(first, expressions.And):
        first = first.left
    column = _find_column(code, expr, first)
    if column is None or not code.ctx.analysis.totality.is_total(expr.body):
        return None
    fn = code.fn
    total = fn.let_var(c(0))
    at = fn.let_var(code.scalar(expr.source.low))
    end = fn.let(code.scalar(expr.source.high) + 1)
    wanted = fn.let(Ir("splat32", "v128", (fn.reuse(code.scalar(column.other)),)))
    with fn.until(ge(at, end)):
        words = load("v128", places.field_address(code, column.field, at))
        found = fn.let_var(op1("bitmask", Ir("v_eq32", "v128", (words, wanted)), "i32"))
        with fn.until(eqz(found), _LANES) as done:
            lane = fn.let(op1("ctz", found))
            fn.set(found, found & (c(-16) << lane))
            number = fn.let((lane >> 2) + at)
            fn.br_if(done, ge(number, end))
            code.bind(expr.local, number)
            fn.set(total, total + code.scalar(expr.body))
        fn.set(at, at + _LANES)
    return total


def _find_column(code: Lowering, expr: expressions.Fold, first: Expr) -> _Column | None:
    if not isinstance(first, expressions.Equal):
        return None
    for mine, other in ((first.left, first.right), (first.right, first.left)):
        match mine:
            case expressions.FieldAt(field, (expressions.Local(local) as index,)) if local == expr.local:
                spec, family = code.game.fields[field], code.ctx.record.fields[field]
                least, most = span(index.type)
                coding = type_coding(code.game, spec.type)
                if (
                    isinstance(spec.type, types.Int)
                    and isinstance(other.type, types.Int)
                    and isinstance(coding, Plain)
                    and coding.codes in ("i", "I")
                    and family.stride == _LANES
                    and family.size >= _FEWEST
                    and least >= 0
                    and most < family.size
                    and local not in constants.facts(code.ctx, other).locals
                ):
                    return _Column(field, other)
            case _:
                pass
    return None

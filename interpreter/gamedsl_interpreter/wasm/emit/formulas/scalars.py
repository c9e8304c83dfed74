"""Formulas over numbers and flags."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly import dividing
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, eq, eqz, lt, ne, op2, select
from gamedsl_interpreter.wasm.emit.forms import compare
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV
from gamedsl_interpreter.wasm.emit.formulas import counting, places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar

_LARGE = 1 << 29
"""Numbers and divisors below it, with a multiple added, are numbers of 31 bits."""

_COMPARE = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


def scalar(code: Lowering, expr: expressions.Scalar) -> Ir:
    """Emits a formula of this group."""
    match expr:
        case expressions.Arithmetic():
            return _arithmetic(code, expr)
        case expressions.Compare(op, left, right):
            test = counting.some(code, expr)
            if test is not None:
                return test
            first = code.scalar(left)
            return op2(_COMPARE[op], first, code.scalar(right))
        case expressions.Equal(left, right):
            test = counting.some(code, expr)
            return _equal(code, left, right) if test is None else test
        case expressions.Not(operand):
            return eqz(code.scalar(operand))
        case expressions.And(left, right):
            return _choose_lazily(code, left, right, both=True)
        case expressions.Or(left, right):
            return _choose_lazily(code, left, right, both=False)
        case expressions.IfElse(condition, yes, no):
            return _choose_either(code, code.scalar(condition), yes, no)
        case expressions.Need(operand, _, site):
            value = code.fn.reuse(code.scalar(operand))
            code.check(eqz(places.is_none(code, value, operand.type)), "E_NONE", site)
            return value
        case expressions.Within(operand, of, site):
            return _within(code, operand, of, site)
        case _:
            assert_never(expr)


def piece_of_two(code: Lowering, expr: expressions.IfElse) -> PieceV:
    """Chooses one of two pieces."""
    zone, kind = code.fn.local(), code.fn.local()
    with code.fn.when(code.fn.let_var(code.scalar(expr.condition))):
        _set_piece(code, zone, kind, expr.yes)
    with code.fn.orelse():
        _set_piece(code, zone, kind, expr.no)
    return PieceV(zone, kind)


def _set_piece(code: Lowering, zone: Ir, kind: Ir, expr: Expr) -> None:
    piece = code.piece(expr)
    code.fn.set(zone, piece.zone)
    code.fn.set(kind, piece.kind)


def _choose_lazily(code: Lowering, left: Expr, right: Expr, *, both: bool) -> Ir:
    first = code.scalar(left)
    decided = const_value(first)
    if decided is not None:
        return code.scalar(right) if bool(decided) == both else first
    with code.fn.aside() as stmts:
        second = code.scalar(right)
    if not stmts and const_value(second) is not None:
        return (first if const_value(second) else c(0)) if both else (c(1) if const_value(second) else first)
    if not stmts:
        return Ir("if", "i32", (first, second, c(0)) if both else (first, c(1), second))
    result = code.fn.let_var(first)
    with code.fn.when(result if both else eqz(result)):
        code.fn.splice(stmts)
        code.fn.set(result, second)
    return result


def _choose_either(code: Lowering, condition: Ir, yes: Expr, no: Expr) -> Ir:
    test = const_value(condition)
    if test is not None:
        return code.scalar(yes if test else no)
    condition = code.fn.reuse(condition)
    with code.fn.aside() as first:
        a = code.scalar(yes)
    with code.fn.aside() as second:
        b = code.scalar(no)
    if not first and not second:
        if a.op in ("const", "local") and b.op in ("const", "local"):
            return select(condition, a, b)
        return Ir("if", "i32", (condition, a, b))
    result = code.fn.local()
    with code.fn.when(condition):
        code.fn.splice(first)
        code.fn.set(result, a)
    with code.fn.orelse():
        code.fn.splice(second)
        code.fn.set(result, b)
    return result


def _equal(code: Lowering, left: Expr, right: Expr) -> Ir:
    if isinstance(left.type, types.Nothing):
        left = _make_none(right.type)
    if isinstance(right.type, types.Nothing):
        right = _make_none(left.type)
    if isinstance(left.type, types.Optional) or isinstance(right.type, types.Optional):
        for side in (left, right):
            if isinstance(side.type, types.Int) and side.type.low < 0:
                code.ctx.none_of(types.Optional(side.type))  # raises NumbersBelow if -1 cannot stand for none
    if is_scalar(left.type) and is_scalar(right.type):
        first = code.scalar(left)
        return eq(first, code.scalar(right))
    first_value = code.pin(code.value(left))
    return compare.equal(code, first_value, code.pin(code.value(right)))


def _make_none(of: types.Type) -> Expr:
    """Gives none as a constant of the optional type."""
    return expressions.Const(None, of if isinstance(of, types.Optional | types.Nothing) else types.Optional(of))


def _within(code: Lowering, operand: Expr, of: types.Type, site: types.SiteId) -> Ir:
    value = code.fn.reuse(code.scalar(operand))
    code.in_range(value, operand.type, *span(of), "E_BOUND", site)
    return value


# ---------------------------------------------------------------- arithmetic


def _arithmetic(code: Lowering, expr: expressions.Arithmetic) -> Ir:
    left, right = code.scalar(expr.left), code.scalar(expr.right)
    match expr.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div_up" | "div_down" | "mod":
            return _divide(code, expr, code.fn.reuse(left), code.fn.reuse(right))
        case _:
            assert_never(expr.op)


def _divide(code: Lowering, expr: expressions.Arithmetic, a: Ir, b: Ir) -> Ir:
    fn = code.fn
    least, most = span(expr.right.type)
    if expr.op == "mod":
        if least < 1:
            code.check(op2("ge_s", b, c(1)), "E_DIV", expr.site)
        least = max(1, least)
    elif least <= 0 <= most:
        code.check(ne(b, c(0)), "E_DIV", expr.site)
    low, high = span(expr.left.type)
    by = const_value(b)
    if by is not None and by > 0 and max(-low, high) < _LARGE and by < _LARGE:
        return _divide_by_constant(fn, expr.op, a, low, high, by)
    if low >= 0 and least >= 0:
        match expr.op:
            case "mod":
                return op2("rem_u", a, b)
            case "div_down":
                return op2("div_u", a, b)
            case _:
                return op2("div_u", a + b - 1, b)
    quotient, rest = fn.let(op2("div_s", a, b)), fn.let(op2("rem_s", a, b))
    apart = lt(rest ^ b, c(0))
    match expr.op:
        case "mod":
            return select(lt(rest, c(0)), rest + b, rest)
        case "div_down":
            return quotient - (ne(rest, c(0)) & apart)
        case _:
            return quotient + (ne(rest, c(0)) & eqz(apart))


def _divide_by_constant(fn: Fn, op: str, a: Ir, low: int, high: int, by: int) -> Ir:
    """Divides a number from `low` to `high`. A multiple of the divisor is added first, so that the number is not below 0."""
    turns = max(0, -(low // by))
    more = turns * by + (by - 1 if op == "div_up" else 0)
    natural, most = a + more, high + more
    if op == "mod":
        return dividing.rest(fn.reuse(natural), most, by)
    return dividing.quotient(natural, most, by) - turns

"""Compiles formulas over numbers and flags."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import assert_never, cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.plans.elements import asks_for_some
from gamedsl_interpreter.reference.formulas.iteration import any_of, each_entry
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values.slots import BinaryOperation, Formula, Frame

_COMPARE: dict[str, BinaryOperation] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def compile_formula(make: FormulaCompiler, expr: expressions.Scalar) -> Formula:
    """Compiles a formula of this group to a closure."""
    match expr:
        case expressions.Arithmetic():
            return _arithmetic(make, expr)
        case expressions.Compare() | expressions.Equal():
            return _compare(make, expr)
        case expressions.Not(operand):
            of = make.of(operand)
            return lambda f: not of(f)
        case expressions.And(left, right):
            first, second = make.of(left), make.of(right)
            return lambda f: first(f) and second(f)
        case expressions.Or(left, right):
            first, second = make.of(left), make.of(right)
            return lambda f: first(f) or second(f)
        case expressions.IfElse(condition, yes, no):
            test, then, otherwise = make.of(condition), make.of(yes), make.of(no)
            return lambda f: then(f) if test(f) else otherwise(f)
        case expressions.Need(operand, _, site):
            return _need(make.of(operand), site)
        case expressions.Within(operand, of_type, site):
            return _within(make.of(operand), of_type, site)
        case _:
            assert_never(expr)


def _compare(make: FormulaCompiler, expr: expressions.Compare | expressions.Equal) -> Formula:
    asked = asks_for_some(expr)
    found = None if asked is None else some(make, asked[0])
    if asked is not None and found is not None:
        return found if asked[1] else negate(found)
    op = _COMPARE[expr.op] if isinstance(expr, expressions.Compare) else operator.eq
    return _binary(op, expr.left, expr.right, make)


def _divide_down(a: int, b: int) -> int:
    """Divides a by b, rounded to minus infinity."""
    return a // b


def divide_up(a: int, b: int) -> int:
    """Divides a by b, rounded to plus infinity."""
    return -(-a // b)


def in_range(value: types.Value, of: types.Type) -> bool:
    """Whether an integer (or none, if it is allowed) is in its declared range, a list is short enough, and a bag has only allowed elements and counts. True
    for values of other types."""
    match of:
        case types.Int(low, high):
            return isinstance(value, int) and low <= value <= high
        case types.Optional(inner):
            return value is None or in_range(value, inner)
        case types.ListOf(_, most):
            return isinstance(value, tuple) and len(value) <= most
        case types.Bag(inner, most):
            counts = cast(tuple[tuple[int, int], ...], value)
            return sum(n for _, n in counts) <= most and all(in_range(number, inner) for number, _ in counts)
        case _:
            return True


def _arithmetic(make: FormulaCompiler, expr: expressions.Arithmetic) -> Formula:
    match expr.op:
        case "+":
            return _binary(operator.add, expr.left, expr.right, make)
        case "-":
            return _binary(operator.sub, expr.left, expr.right, make)
        case "*":
            return _binary(operator.mul, expr.left, expr.right, make)
        case "div_up":
            return _divide(divide_up, make.of(expr.left), make.of(expr.right), expr.site)
        case "div_down":
            return _divide(_divide_down, make.of(expr.left), make.of(expr.right), expr.site)
        case "mod":
            return _remainder(make.of(expr.left), make.of(expr.right), expr.site)
        case _:
            assert_never(expr.op)


def _binary(op: BinaryOperation, left: Expr, right: Expr, make: FormulaCompiler) -> Formula:
    """Computes both sides, left one first; constants and locals are read without a call."""
    first = make.of(left)
    match right:
        case expressions.Const(value):
            return lambda f: op(first(f), value)
        case expressions.Local(id):
            at = make.slots.local(id)
            return lambda f: op(first(f), f[at])
        case _:
            second = make.of(right)
            return lambda f: op(first(f), second(f))


def _divide(op: Callable[[int, int], int], left: Formula, right: Formula, site: types.SiteId) -> Formula:
    def divide(f: Frame) -> int:
        a, b = left(f), right(f)
        if b == 0:
            raise Fault("E_DIV", site, f"{a} divided by 0")
        return op(a, b)

    return divide


def _remainder(left: Formula, right: Formula, site: types.SiteId) -> Formula:
    def remainder(f: Frame) -> int:
        a: int
        b: int
        a, b = left(f), right(f)
        if b < 1:
            raise Fault("E_DIV", site, f"the remainder of {a} divided by {b}")
        return a % b

    return remainder


def _need(operand: Formula, site: types.SiteId) -> Formula:
    def need(f: Frame) -> types.Value:
        value: types.Value = operand(f)
        if value is None:
            raise Fault("E_NONE", site, "a value that is none")
        return value

    return need


def _within(operand: Formula, of: types.Type, site: types.SiteId) -> Formula:
    bounds = f"{of.low}..{of.high}" if isinstance(of, types.Int) else "its range"

    def within(f: Frame) -> types.Value:
        value: types.Value = operand(f)
        if in_range(value, of):
            return value
        raise Fault("E_BOUND", site, f"{value} is outside {bounds}")

    return within


def some(make: FormulaCompiler, source: Expr) -> Formula | None:
    """Compiles the test for an element; None if the whole collection has to be computed. `some(caught(it, p))` is defined by computing all of it; if no part can
    fail, stopping at the first element gives the same answer much earlier."""
    return _test_for_some(make, source) if make.analysis.totality.is_total(source) else None


def _test_for_some(make: FormulaCompiler, source: Expr) -> Formula:
    match source:
        case expressions.Filter(inner, local, condition) if not isinstance(inner.type, types.Ranking):
            return any_of(each_entry(make.of(inner), inner.type), make.slots.local(local), make.of(condition))
        case expressions.FlatMap(inner, local, body):
            return any_of(each_entry(make.of(inner), inner.type), make.slots.local(local), _test_for_some(make, body))
        case expressions.Join(left, right):
            one, other = _test_for_some(make, left), _test_for_some(make, right)
            return lambda f: one(f) or other(f)
        case expressions.Call(function, args):
            return make.call(function, args, _test_for_some(make, make.game.functions[function].body))
        case _:
            return _test_whole(make, source)


def _test_whole(make: FormulaCompiler, source: Expr) -> Formula:
    value = make.of(source)
    if isinstance(source.type, types.Zone | types.Optional):
        count = make.of(expressions.Count(source, types.WORD))
        return lambda f: count(f) > 0
    return lambda f: bool(value(f))


def negate(formula: Formula) -> Formula:
    """Negates a condition."""
    return lambda f: not formula(f)

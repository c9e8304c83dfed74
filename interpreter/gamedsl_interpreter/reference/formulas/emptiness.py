"""Tests whether a collection is empty: it stops at the first element if no later one can fail.

`some(caught(it, p))` is defined by computing the whole collection and testing whether it is empty. If no part of it can fail, stopping at the
first element gives the same answer much earlier.
"""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.reference.formulas.iteration import any_of, each_entry
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values.slots import Formula


def some(make: FormulaCompiler, source: Expr) -> Formula | None:
    """Compiles the test for an element; None if the whole collection has to be computed."""
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

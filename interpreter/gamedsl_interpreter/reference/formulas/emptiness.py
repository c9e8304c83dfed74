"""Whether a collection holds anything: the first element is enough, where nobody could tell.

`some(caught(it, p))` means that the whole collection is computed and found not to be empty. Where no part of it can fail, stopping at the
first element gives the same answer much earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.reference.formulas.iteration import each_entry
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values.slots import Formula, Frame


def asks_for_any(expr: expressions.Compare | expressions.Equal) -> tuple[Expr, bool] | None:
    """The collection that a comparison asks about, and whether it asks for something there (else for nothing)."""
    match expr:
        case expressions.Compare(">", expressions.Count(source), expressions.Const(0)) | expressions.Compare(
            ">=", expressions.Count(source), expressions.Const(1)
        ):
            return source, True
        case expressions.Compare("<=", expressions.Count(source), expressions.Const(0)) | expressions.Compare(
            "<", expressions.Count(source), expressions.Const(1)
        ):
            return source, False
        case expressions.Equal(expressions.Count(source), expressions.Const(0)):
            return source, False
        case _:
            return None


def some(make: FormulaCompiler, source: Expr) -> Formula | None:
    """The closure that tells whether there is an element; None where the whole collection has to be computed."""
    return _some(make, source) if cannot_fail(make.game, source) else None


def _some(make: FormulaCompiler, source: Expr) -> Formula:
    match source:
        case expressions.Filter(inner, local, condition) if not isinstance(inner.type, types.Ranking):
            return _any(make.of(inner), make.slots.local(local), make.of(condition), each_entry(inner.type))
        case expressions.FlatMap(inner, local, body):
            return _any(make.of(inner), make.slots.local(local), _some(make, body), each_entry(inner.type))
        case expressions.Join(left, right):
            one, other = _some(make, left), _some(make, right)
            return lambda f: one(f) or other(f)
        case expressions.Call(function, args):
            return make.call(function, args, _some(make, make.game.functions[function].body))
        case _:
            return _whole(make, source)


def _whole(make: FormulaCompiler, source: Expr) -> Formula:
    value = make.of(source)
    if isinstance(source.type, types.Zone | types.Optional):
        count = make.of(expressions.Count(source, types.WORD))
        return lambda f: count(f) > 0
    return lambda f: bool(value(f))


def _any(source: Formula, local: int, condition: Formula, elements: Callable[[Any], Iterable[Any]]) -> Formula:
    def found(f: Frame) -> bool:
        for item in elements(source(f)):
            f[local] = item
            if condition(f):
                return True
        return False

    return found


# ---------------------------------------------------------------- what can fail


def cannot_fail(game: Game, expr: Expr) -> bool:
    """Whether a formula certainly comes to a value: its indices fit by their types, and it has no other part that may fault."""
    match expr:
        case (
            expressions.Need()
            | expressions.Within()
            | expressions.TakeFrom()
            | expressions.TakeSome()
            | expressions.Extreme()
            | expressions.Item()
            | expressions.Pick(op="only")
        ):
            return False
        case expressions.Fold(op="max" | "min"):
            return False
        case expressions.Arithmetic(op="div_up" | "div_down" | "mod", right=right):
            safe = isinstance(right, expressions.Const) and isinstance(right.value, int) and right.value > 0
        case expressions.Lookup(table, index):
            of = game.tables[table]
            safe = all(map(_fits, index, of.lows, of.sizes))
        case expressions.FieldAt(field, index):
            dimensions = game.fields[field].dimensions
            safe = all(_fits(i, 0, d.size) for i, d in zip(index, dimensions, strict=True))
        case expressions.ZoneAt(zone, index):
            dimensions = game.zones[zone].dimensions
            safe = all(_fits(i, 0, d.size) for i, d in zip(index, dimensions, strict=True))
        case expressions.Call(function):
            safe = cannot_fail(game, game.functions[function].body)
        case _:
            safe = True
    return safe and all(cannot_fail(game, child) for child in children(expr))


def _fits(index: Expr, low: int, size: int) -> bool:
    """Whether all values of the index's type lie in low..low + size - 1; none gives none."""
    of = index.type.of if isinstance(index.type, types.Optional) else index.type
    match of:
        case types.Int(least, most):
            return low <= least and most < low + size
        case types.Enum(size=values) | types.Position(size=values) | types.Player(values) | types.Row(size=values):
            return low <= 0 and values <= low + size
        case types.Direction():
            return low <= 0 and low + size >= 8
        case _:
            return False


def negated(formula: Formula) -> Formula:
    """The opposite."""
    return lambda f: not formula(f)

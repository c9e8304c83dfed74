"""Narrows a formula's possible values by the conditions known to hold: after `c: one of hand where suit in [Clubs, Hearts]`, `c.suit` is Clubs or Hearts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import expressions as parts_of
from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import ListOf, Nothing, Optional, SetOf, Value
from gamedsl.semantics.construction.logic import both, either


def is_excluded(known: Iterable[expressions.Expr], subject: expressions.Expr, value: Value) -> bool:
    """Whether one of the conditions known to hold would fail if the subject had this value."""
    asked = bare(subject)

    def read(expr: expressions.Expr) -> Value | Open:
        if isinstance(expr, expressions.Const):
            return expr.value
        return value if bare(expr) == asked else OPEN

    return any(truth(condition, read) is False for condition in known)


def condition_of(source: expressions.Expr, element: expressions.Local) -> expressions.Expr | None:
    """Returns the condition that the filters of a collection guarantee for an element."""
    match source:
        case expressions.Filter():
            condition = substitute(source.condition, {source.local: element})
            inner = condition_of(source.source, element)
            return condition if inner is None else both(inner, condition)
        case expressions.Convert():
            return condition_of(source.operand, element)
        case _:
            return None


def condition_of_any(sources: Iterable[expressions.Expr], element: expressions.Local) -> expressions.Expr | None:
    """Returns the condition that holds for an element of any of several collections; None if one of them guarantees nothing."""
    found: expressions.Expr | None = None
    for source in sources:
        condition = condition_of(source, element)
        if condition is None:
            return None
        found = condition if found is None else either(found, condition)
    return found


_OF_NO_POSITION = (
    *(expressions.Local, expressions.Lookup, expressions.KindOf, expressions.Need, expressions.Const),
    *(expressions.Equal, expressions.Compare, expressions.Has, expressions.And, expressions.Or, expressions.Not),
)


def is_lasting(expr: expressions.Expr) -> bool:
    """Whether no effect changes the formula: it reads attributes of a chosen piece or conditions on these, but no field."""
    return all(isinstance(part, _OF_NO_POSITION) for part in parts_of(expr))


class Open:
    """Stands for the value of a formula that is open."""


OPEN: Final = Open()
Reader = Callable[[expressions.Expr], Value | Open]
"""Gives the value of a formula, as far as it is known."""


def truth(condition: expressions.Expr, read: Reader) -> bool | None:
    """Whether a condition holds for the values that are known; None if they do not decide it."""
    match condition:
        case expressions.Const():
            return bool(condition.value)
        case expressions.Equal():
            return _equal(condition, read(condition.left), read(condition.right))
        case expressions.Compare():
            return _compare(condition.op, read(condition.left), read(condition.right))
        case expressions.Has(expressions.Const(tuple(values), ListOf() | SetOf()), item):
            found = read(item)
            return None if isinstance(found, Open) else found in values
        case expressions.Not():
            inner = truth(condition.operand, read)
            return None if inner is None else not inner
        case expressions.And():
            sides = (truth(condition.left, read), truth(condition.right, read))
            return False if False in sides else None if None in sides else True
        case expressions.Or():
            sides = (truth(condition.left, read), truth(condition.right, read))
            return True if True in sides else None if None in sides else False
        case _:
            found = read(condition)
            return found if isinstance(found, bool) else None


def _equal(condition: expressions.Equal, left: Value | Open, right: Value | Open) -> bool | None:
    if isinstance(left, Open):
        return False if right is None and _is_there(condition.left) else None
    if isinstance(right, Open):
        return False if left is None and _is_there(condition.right) else None
    return left == right


def _compare(op: str, left: Value | Open, right: Value | Open) -> bool | None:
    """Compares numbers. A comparison with none is a fault, so it never holds."""
    if left is None or right is None:
        return False
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _is_there(expr: expressions.Expr) -> bool:
    return not isinstance(expr.type, Optional | Nothing)

"""Narrows a formula's possible values by the conditions known to hold: after `c: one of hand where suit in [Clubs, Hearts]`, `c.suit` is Clubs or Hearts."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import expressions as parts_of
from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import ListOf, SetOf, Value
from gamedsl.semantics.construction.logic import both, either


def is_excluded(known: Iterable[expressions.Expr], subject: expressions.Expr, value: Value) -> bool:
    """Whether one of the conditions known to hold would fail if the subject had this value."""
    return any(_truth(condition, bare(subject), value) is False for condition in known)


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


def _truth(condition: expressions.Expr, subject: expressions.Expr, value: Value) -> bool | None:
    """Whether the condition holds if the subject has this value; None if the value does not decide it."""
    match condition:
        case expressions.Const():
            return bool(condition.value)
        case expressions.Equal(expressions.Const(wanted), asked) | expressions.Equal(asked, expressions.Const(wanted)):
            return wanted == value if bare(asked) == subject else None
        case expressions.Has(expressions.Const(tuple(values), ListOf() | SetOf()), item):
            return value in values if bare(item) == subject else None
        case expressions.Not():
            inner = _truth(condition.operand, subject, value)
            return None if inner is None else not inner
        case expressions.And():
            sides = (_truth(condition.left, subject, value), _truth(condition.right, subject, value))
            return False if False in sides else None if None in sides else True
        case expressions.Or():
            sides = (_truth(condition.left, subject, value), _truth(condition.right, subject, value))
            return True if True in sides else None if None in sides else False
        case _:
            return None

"""Derives from a condition which formulas are not none and which collections are not empty."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, Int, ListOf, Nothing, Optional, Ranking, SetOf, Type

_ZERO = expressions.Const(0, Int(0, 0))


def holds(expr: expressions.Expr) -> frozenset[expressions.Expr]:
    """Returns the formulas that are present (for collections: not empty) when the condition holds."""
    match expr:
        case expressions.And():
            return holds(expr.left) | holds(expr.right)
        case expressions.Or():
            return holds(expr.left) & holds(expr.right)
        case expressions.Not():
            return fails(expr.operand)
        case expressions.Has() if not _may_hold_none(expr.source.type):
            return frozenset({bare(expr.item)})
        case expressions.Compare(op=">") if isinstance(expr.left, expressions.Count) and expr.right == _ZERO:
            return frozenset({bare(expr.left.source)})
        case expressions.Equal():
            left = _list_present(expr.left) if _is_value(expr.right) else frozenset[expressions.Expr]()
            right = _list_present(expr.right) if _is_value(expr.left) else frozenset[expressions.Expr]()
            return left | right
        case _:
            return frozenset()


def _may_hold_none(collection: Type) -> bool:
    return isinstance(collection, ListOf | SetOf | Ranking | Bag) and isinstance(collection.of, Optional | Nothing)


def _is_value(expr: expressions.Expr) -> bool:
    """Whether the type alone guarantees that the formula is not none."""
    return not isinstance(expr.type, Optional | Nothing)


def _list_present(expr: expressions.Expr) -> frozenset[expressions.Expr]:
    """Returns the formulas present if this one equals a value: itself, and the owners of its attribute, because an attribute of none is none."""
    found = {bare(expr)}
    while isinstance(expr := bare(expr), expressions.Lookup) and len(expr.index) == 1:
        (expr,) = expr.index
        found.add(bare(expr))
    return frozenset(found)


def fails(expr: expressions.Expr) -> frozenset[expressions.Expr]:
    """Returns the formulas that are present when the condition does not hold."""
    match expr:
        case expressions.Or():
            return fails(expr.left) | fails(expr.right)
        case expressions.And():
            return fails(expr.left) & fails(expr.right)
        case expressions.Not():
            return holds(expr.operand)
        case expressions.Equal() if isinstance(expr.left, expressions.Count) and expr.right == _ZERO:
            return frozenset({bare(expr.left.source)})
        case expressions.Equal() if isinstance(expr.right, expressions.Const) and expr.right.value is None:
            return frozenset({bare(expr.left)})
        case _:
            return frozenset()


def bare(expr: expressions.Expr) -> expressions.Expr:
    """Removes wrappers that keep presence: `KindOf`, `Contents`, conversions."""
    while True:
        match expr:
            case expressions.KindOf():
                expr = expr.piece
            case expressions.Contents():
                expr = expr.zone
            case expressions.Convert():
                expr = expr.operand
            case expressions.TopPiece():
                expr = expr.zone
            case expressions.Need():
                expr = expr.operand
            case _:
                return expr

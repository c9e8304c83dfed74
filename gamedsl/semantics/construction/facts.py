"""What follows from conditions that hold: which values are there, which collections hold something."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Nothing, Optional
from gamedsl.semantics.construction.constants import number, risk
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import MayBeNone
from gamedsl.source import Span


def holds(expr: expressions.Expr) -> frozenset[expressions.Expr]:
    """Formulas that are proven present (or, for collections, not empty) when the condition `e` holds."""
    match expr:
        case expressions.And():
            return holds(expr.left) | holds(expr.right)
        case expressions.Not():
            return fails(expr.operand)
        case expressions.Compare(op=">") if isinstance(expr.left, expressions.Count) and expr.right == number(0):
            return frozenset({bare(expr.left.source)})
        case expressions.Equal() if isinstance(expr.right, expressions.Const) and expr.right.value is not None:
            return frozenset({bare(expr.left)})
        case expressions.Equal() if isinstance(expr.left, expressions.Const) and expr.left.value is not None:
            return frozenset({bare(expr.right)})
        case _:
            return frozenset()


def fails(expr: expressions.Expr) -> frozenset[expressions.Expr]:
    """The same when the condition does not hold."""
    match expr:
        case expressions.Or():
            return fails(expr.left) | fails(expr.right)
        case expressions.Not():
            return holds(expr.operand)
        case expressions.Equal() if isinstance(expr.left, expressions.Count) and expr.right == number(0):
            return frozenset({bare(expr.left.source)})
        case expressions.Equal() if isinstance(expr.right, expressions.Const) and expr.right.value is None:
            return frozenset({bare(expr.left)})
        case _:
            return frozenset()


def bare(expr: expressions.Expr) -> expressions.Expr:
    """Without wrappings that keep presence: `KindOf`, `Contents`, conversions."""
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


def present(world: World, expr: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a formula of an optional type is proven not to be none."""
    if not isinstance(expr.type, Optional | Nothing):
        return True
    if expr in facts or bare(expr) in facts:
        return True
    match expr:
        case expressions.KindOf():
            return present(world, expr.piece, facts)
        case expressions.PieceOf():
            return present(world, expr.kind, facts)
        case expressions.Pick():
            return bare(expr.source) in facts
        case expressions.Lookup():
            return None not in world.tables[expr.table].values and all(present(world, i, facts) for i in expr.index)
        case expressions.FieldAt():
            return not isinstance(world.fields[expr.field].type, Optional) and all(
                present(world, i, facts) for i in expr.index
            )
        case expressions.ZoneAt():
            return all(present(world, i, facts) for i in expr.index)
        case expressions.IfElse():
            return present(world, expr.yes, facts | holds(expr.condition)) and present(
                world, expr.no, facts | fails(expr.condition)
            )
        case _:
            return False


def nonempty(expr: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a collection is proven to hold something."""
    if bare(expr) in facts:
        return True
    match expr:
        case expressions.Const():
            return isinstance(expr.value, tuple) and bool(expr.value)
        case expressions.MakeList():
            return bool(expr.items)
        case expressions.Join():
            return nonempty(expr.left, facts) or nonempty(expr.right, facts)
        case expressions.MapList() | expressions.Distinct():
            return nonempty(expr.source, facts)
        case _:
            return False


def need(world: World, scope: Scope, expr: expressions.Expr, span: Span, text: str) -> expressions.Expr:
    """The value without `or none`."""
    if not isinstance(expr.type, Optional):
        if isinstance(expr.type, Nothing):
            risk(world, scope, MayBeNone(span, text))
        return expr
    if not present(world, expr, scope.facts):
        risk(world, scope, MayBeNone(span, text))
    return expressions.Need(expr, expr.type.of, world.site(span, scope.where))

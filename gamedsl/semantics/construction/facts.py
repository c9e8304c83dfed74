"""What follows from conditions that hold: which values are there, which collections hold something."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    Nothing,
    Optional,
)
from gamedsl.semantics.construction.constants import number, risk
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import MayBeNone
from gamedsl.source import Span


def holds(e: expressions.Expr) -> frozenset[expressions.Expr]:
    """Formulas that are proven present (or, for collections, not empty) when the condition `e` holds."""
    match e:
        case expressions.And():
            return holds(e.left) | holds(e.right)
        case expressions.Not():
            return fails(e.operand)
        case expressions.Compare(op=">") if isinstance(e.left, expressions.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case expressions.Equal() if isinstance(e.right, expressions.Const) and e.right.value is not None:
            return frozenset({bare(e.left)})
        case expressions.Equal() if isinstance(e.left, expressions.Const) and e.left.value is not None:
            return frozenset({bare(e.right)})
        case _:
            return frozenset()


def fails(e: expressions.Expr) -> frozenset[expressions.Expr]:
    """The same when the condition does not hold."""
    match e:
        case expressions.Or():
            return fails(e.left) | fails(e.right)
        case expressions.Not():
            return holds(e.operand)
        case expressions.Equal() if isinstance(e.left, expressions.Count) and e.right == number(0):
            return frozenset({bare(e.left.source)})
        case expressions.Equal() if isinstance(e.right, expressions.Const) and e.right.value is None:
            return frozenset({bare(e.left)})
        case _:
            return frozenset()


def bare(e: expressions.Expr) -> expressions.Expr:
    """Without wrappings that keep presence: `KindOf`, `Contents`, conversions."""
    while True:
        match e:
            case expressions.KindOf():
                e = e.piece
            case expressions.Contents():
                e = e.zone
            case expressions.Convert():
                e = e.operand
            case expressions.TopPiece():
                e = e.zone
            case expressions.Need():
                e = e.operand
            case _:
                return e


def present(w: World, e: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a formula of an optional type is proven not to be none."""
    if not isinstance(e.type, Optional | Nothing):
        return True
    if e in facts or bare(e) in facts:
        return True
    match e:
        case expressions.KindOf():
            return present(w, e.piece, facts)
        case expressions.PieceOf():
            return present(w, e.kind, facts)
        case expressions.Pick():
            return bare(e.source) in facts
        case expressions.Lookup():
            return None not in w.tables[e.table].values and all(present(w, i, facts) for i in e.index)
        case expressions.FieldAt():
            return not isinstance(w.fields[e.field].type, Optional) and all(present(w, i, facts) for i in e.index)
        case expressions.ZoneAt():
            return all(present(w, i, facts) for i in e.index)
        case expressions.IfElse():
            return present(w, e.yes, facts | holds(e.condition)) and present(w, e.no, facts | fails(e.condition))
        case _:
            return False


def nonempty(e: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a collection is proven to hold something."""
    if bare(e) in facts:
        return True
    match e:
        case expressions.Const():
            return isinstance(e.value, tuple) and bool(e.value)
        case expressions.MakeList():
            return bool(e.items)
        case expressions.Join():
            return nonempty(e.left, facts) or nonempty(e.right, facts)
        case expressions.MapList() | expressions.Distinct():
            return nonempty(e.source, facts)
        case _:
            return False


def need(w: World, scope: Scope, e: expressions.Expr, span: Span, text: str) -> expressions.Expr:
    """The value without `or none`."""
    if not isinstance(e.type, Optional):
        if isinstance(e.type, Nothing):
            risk(w, scope, MayBeNone(span, text))
        return e
    if not present(w, e, scope.facts):
        risk(w, scope, MayBeNone(span, text))
    return expressions.Need(e, e.type.of, w.site(span, scope.where))

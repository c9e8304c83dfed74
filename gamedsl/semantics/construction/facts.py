"""Derives facts from conditions that hold: values that are present, collections that are not empty."""

from __future__ import annotations

from gamedsl.graph.analysis.presence import bare, fails, holds
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Kind, Nothing, Optional, plain
from gamedsl.semantics.construction.constants import risk
from gamedsl.semantics.construction.exclusions import is_excluded, is_lasting
from gamedsl.semantics.construction.logic import negate
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.values import MayBeNone
from gamedsl.source import Span
from gamedsl.values import evolve


def where(scope: Scope, condition: expressions.Expr | None) -> Scope:
    """Returns the scope of formulas evaluated where the condition holds."""
    return scope if condition is None else scope.knowing(condition, holds(condition))


def where_not(scope: Scope, condition: expressions.Expr) -> Scope:
    """Returns the scope of formulas evaluated where the condition does not hold."""
    return scope.knowing(negate(condition), fails(condition))


def after_effects(scope: Scope) -> Scope:
    """Returns the scope after effects: facts about fields and zones are dropped."""
    if not scope.facts and not scope.known:
        return scope
    return evolve(
        scope,
        facts=frozenset(fact for fact in scope.facts if is_lasting(fact)),
        known=tuple(condition for condition in scope.known if is_lasting(condition)),
    )


def present(world: World, expr: expressions.Expr, scope: Scope) -> bool:
    """Whether a formula of an optional type is proven not to be none."""
    if not isinstance(expr.type, Optional | Nothing):
        return True
    if expr in scope.facts or bare(expr) in scope.facts:
        return True
    match expr:
        case expressions.KindOf():
            return present(world, expr.piece, scope)
        case expressions.PieceOf():
            return present(world, expr.kind, scope)
        case expressions.Pick():
            return bare(expr.source) in scope.facts
        case expressions.Lookup():
            return _has_cell(world, expr, scope) and all(present(world, i, scope) for i in expr.index)
        case expressions.FieldAt():
            return not isinstance(world.fields[expr.field].type, Optional) and all(
                present(world, i, scope) for i in expr.index
            )
        case expressions.ZoneAt():
            return all(present(world, i, scope) for i in expr.index)
        case expressions.IfElse():
            return present(world, expr.yes, where(scope, expr.condition)) and present(
                world, expr.no, where_not(scope, expr.condition)
            )
        case _:
            return False


def _has_cell(world: World, lookup: expressions.Lookup, scope: Scope) -> bool:
    """Whether every row of the table that the conditions allow has a value."""
    table = world.tables[lookup.table]
    empty = [place for place, value in enumerate(table.values) if value is None]
    if not empty or len(lookup.index) != 1:
        return not empty
    (row,) = lookup.index
    kind = plain(row.type)
    rows = (
        world.kinds_of(kind.classes)
        if isinstance(kind, Kind)
        else range(table.lows[0], table.lows[0] + len(table.values))
    )
    return all(
        table.lows[0] + place not in rows or is_excluded(scope.known, row, table.lows[0] + place) for place in empty
    )


def nonempty(expr: expressions.Expr, facts: frozenset[expressions.Expr]) -> bool:
    """Whether a collection is proven not to be empty."""
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
    """Returns the value without `or none`, and records a risk unless the value is proven not to be none."""
    if not isinstance(expr.type, Optional):
        if isinstance(expr.type, Nothing):
            risk(world, scope, MayBeNone(span, text))
        return expr
    if not present(world, expr, scope):
        risk(world, scope, MayBeNone(span, text, is_none=_is_none(expr, scope)))
    return expressions.Need(expr, expr.type.of, world.site(span, scope.where))


def _is_none(expr: expressions.Expr, scope: Scope) -> bool:
    """Whether a condition that holds here states that a formula is none, or that the object of which it is an attribute is none."""
    nones = frozenset[expressions.Expr]().union(*map(_nones, scope.known))
    while nones:
        expr = bare(expr)
        if expr in nones:
            return True
        match expr:
            case expressions.Lookup(index=(of,)) | expressions.FieldAt(index=(of,)):
                expr = of
            case _:
                return False
    return False


def _nones(condition: expressions.Expr) -> frozenset[expressions.Expr]:
    """The formulas that are none where a condition holds."""
    match condition:
        case expressions.And():
            return _nones(condition.left) | _nones(condition.right)
        case expressions.Not():
            return _nones_unless(condition.operand)
        case expressions.Equal() if isinstance(condition.right, expressions.Const) and condition.right.value is None:
            return frozenset({bare(condition.left)})
        case _:
            return frozenset()


def _nones_unless(condition: expressions.Expr) -> frozenset[expressions.Expr]:
    """The formulas that are none where a condition does not hold."""
    match condition:
        case expressions.Or():
            return _nones_unless(condition.left) | _nones_unless(condition.right)
        case expressions.Not():
            return _nones(condition.operand)
        case _:
            return frozenset()

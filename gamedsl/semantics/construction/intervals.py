"""Builds arithmetic, with the range of its result."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int
from gamedsl.semantics.construction import sure
from gamedsl.semantics.construction.constants import BROKEN, fold_if_fixed, number, refuse, risk
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import LARGEST
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.values import MayFail, Risk, TooWide
from gamedsl.source import Span


def arithmetic(
    world: World,
    scope: Scope,
    op: Literal["+", "-", "*", "div_up", "div_down", "mod"],
    left: expressions.Expr,
    right: expressions.Expr,
    span: Span,
) -> expressions.Expr:
    """Builds an operation on two Ints."""
    a, b = left.type, right.type
    if not isinstance(a, Int) or not isinstance(b, Int):
        return BROKEN
    if op in ("div_up", "div_down", "mod"):
        sure.note_divisor(world, span, b, 1 if op == "mod" else 0)
    if op in ("div_up", "div_down", "mod") and (b.low <= 0 <= b.high or (op == "mod" and b.low < 1)):
        risk(world, scope, MayFail(span, Risk.DIVISION_BY_ZERO))
    result = _interval(op, a, b)
    if result.low < -LARGEST - 1 or result.high > LARGEST:
        return refuse(world, TooWide(span, result.low, result.high))
    return fold_if_fixed(
        world, expressions.Arithmetic(op, left, right, result, world.site(span, scope.where)), left, right
    )


def _interval(op: str, a: Int, b: Int) -> Int:
    if op == "+":
        return Int(a.low + b.low, a.high + b.high)
    if op == "-":
        return Int(a.low - b.high, a.high - b.low)
    if op == "*":
        corners = [p * q for p in (a.low, a.high) for q in (b.low, b.high)]
        return Int(min(corners), max(corners))
    if op == "mod":
        return Int(0, max(0, b.high - 1))
    divisors = [d for d in (b.low, b.high, 1, -1) if d != 0 and b.low <= d <= b.high] or [1]
    corners = [(-(-p // q) if op == "div_up" else p // q) for p in (a.low, a.high) for q in divisors]
    return Int(min(corners), max(corners))


def negative(world: World, operand: expressions.Expr, span: Span, where: str) -> expressions.Expr:
    if not isinstance(operand.type, Int):
        return BROKEN
    zero = number(0)
    return fold_if_fixed(
        world,
        expressions.Arithmetic("-", zero, operand, Int(-operand.type.high, -operand.type.low), world.site(span, where)),
        operand,
    )

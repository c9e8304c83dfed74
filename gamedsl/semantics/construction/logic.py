"""Builds `and`, `or`, `not`, and the first of several conditions that holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Flag
from gamedsl.semantics.construction.constants import NO, YES

T = TypeVar("T")


def negate(expr: expressions.Expr) -> expressions.Expr:
    if isinstance(expr, expressions.Const) and isinstance(expr.type, Flag):
        return NO if expr.value else YES
    if isinstance(expr, expressions.Not):
        return expr.operand
    return expressions.Not(expr, FLAG)


def both(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    if isinstance(left, expressions.Const):
        return right if left.value else NO
    if isinstance(right, expressions.Const) and right.value:
        return left
    return expressions.And(left, right, FLAG)


def either(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    if isinstance(left, expressions.Const):
        return YES if left.value else right
    if isinstance(right, expressions.Const) and not right.value:
        return left
    return expressions.Or(left, right, FLAG)


MOST_IN_A_ROW = 16
"""The longest chain of conditions. Longer ones are split in halves first, so that the formula does not nest too deep."""


def any_of(tests: Sequence[expressions.Expr]) -> expressions.Expr:
    """Builds the test that one of the conditions holds, tried in order."""
    if len(tests) > MOST_IN_A_ROW:
        half = len(tests) // 2
        return either(any_of(tests[:half]), any_of(tests[half:]))
    found: expressions.Expr = NO
    for test in tests:
        found = either(found, test)
    return found


def first_of(
    arms: Sequence[tuple[expressions.Expr, T]], otherwise: T, branch: Callable[[expressions.Expr, T, T], T]
) -> T:
    """Builds the result of the first condition that holds, with `branch(condition, then, otherwise)`."""
    if len(arms) > MOST_IN_A_ROW:
        half = len(arms) // 2
        last = arms[half - 1][1]
        early = first_of(arms[: half - 1], last, branch)
        return branch(any_of([test for test, _ in arms[:half]]), early, first_of(arms[half:], otherwise, branch))
    for test, result in reversed(arms):
        otherwise = branch(test, result, otherwise)
    return otherwise

"""Builds small formulas that the compiler needs (counters, seats, tests), and folds constant conditions."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model import expressions, types

NO_SITE = types.SiteId(-1)
"""The site of formulas made here: they cannot fail, but some nodes require a site."""
YES = expressions.Const(True, types.FLAG)
NO = expressions.Const(False, types.FLAG)
MOST = 65535
COUNTED = types.Int(0, MOST)


def number(value: int) -> expressions.Expr:
    return expressions.Const(value, types.Int(value, value))


def seat_number(seat: types.SeatId, seats: int) -> expressions.Expr:
    return expressions.Const(seat, types.Player(seats))


def plus(left: expressions.Expr, right: expressions.Expr, type: types.Type) -> expressions.Expr:
    return expressions.Arithmetic("+", left, right, type, NO_SITE)


def minus(left: expressions.Expr, right: expressions.Expr, type: types.Type) -> expressions.Expr:
    return expressions.Arithmetic("-", left, right, type, NO_SITE)


def seat_after(seat: expressions.Expr, steps: expressions.Expr, seats: int) -> expressions.Expr:
    """Builds the seat `steps` places clockwise; eliminated seats count."""
    return expressions.Arithmetic(
        "mod", plus(seat, steps, types.Int(0, 2 * seats)), number(seats), types.Player(seats), NO_SITE
    )


def less(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    return expressions.Compare("<", left, right, types.FLAG)


def some(source: expressions.Expr) -> expressions.Expr:
    """Builds the test that the collection has an element."""
    return less(number(0), expressions.Count(source, COUNTED))


def is_none(value: expressions.Expr) -> expressions.Expr:
    return expressions.Equal(value, expressions.Const(None, types.NOTHING), types.FLAG)


def equal(left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    return expressions.Equal(left, right, types.FLAG)


def negate(condition: expressions.Expr) -> expressions.Expr:
    return condition.operand if isinstance(condition, expressions.Not) else expressions.Not(condition, types.FLAG)


def all_of(conditions: Sequence[expressions.Expr]) -> expressions.Expr:
    """Joins the conditions by `and`, without those that always hold."""
    joined: expressions.Expr = YES
    for condition in conditions:
        if constant(condition) is not True:
            joined = condition if joined == YES else expressions.And(joined, condition, types.FLAG)
    return joined


def any_of(conditions: Sequence[expressions.Expr]) -> expressions.Expr:
    """Joins the conditions by `or`; `no` for an empty sequence."""
    joined: expressions.Expr = NO
    for condition in conditions:
        joined = condition if joined == NO else expressions.Or(joined, condition, types.FLAG)
    return joined


def first_of(source: expressions.Expr, element: types.Type) -> expressions.Expr:
    """Builds the first element of a collection, which must have one."""
    if isinstance(element, types.Optional):
        return expressions.Pick("first", source, element, NO_SITE)  # the element itself may be none
    return expressions.Need(expressions.Pick("first", source, types.Optional(element), NO_SITE), element, NO_SITE)


def rest_of(source: expressions.Local) -> expressions.Expr:
    return expressions.Rest(source, source.type)


def item(source: expressions.Expr, index: int, element: types.Type) -> expressions.Expr:
    return expressions.Item(source, number(index), element, NO_SITE)


def seats_from(first: expressions.Expr | None, *, playing: bool, seats: int) -> expressions.Expr:
    return expressions.Seats(first, playing, types.ListOf(types.Player(seats), seats))


def least(left: expressions.Expr, right: expressions.Expr, type: types.Type) -> expressions.Expr:
    """Builds the smaller of two numbers."""
    return expressions.IfElse(less(left, right), left, right, type)


def proof_bound(bound: expressions.Expr) -> int:
    """Returns an upper bound of a number: the constant, or the top of its range."""
    match bound:
        case expressions.Const(value=int() as value):
            return value
        case _:
            return range_of(bound).high


def range_of(formula: expressions.Expr) -> types.Int:
    """Returns the range of a number."""
    if isinstance(formula.type, types.Int):
        return formula.type
    raise TypeError(f"a formula of type {formula.type} is no number")


def me_is(me: types.LocalId, seat: types.SeatId, seats: int) -> expressions.Expr:
    return equal(expressions.Local(me, types.Player(seats)), seat_number(seat, seats))


def constant(condition: expressions.Expr) -> bool | None:
    """Returns the value of the condition if it does not depend on the position, otherwise None."""
    match condition:
        case expressions.Const(value=bool() as value):
            return value
        case expressions.Not():
            inner = constant(condition.operand)
            return None if inner is None else not inner
        case expressions.And():
            return _lazy(condition.left, condition.right, decides=False)
        case expressions.Or():
            return _lazy(condition.left, condition.right, decides=True)
        case expressions.Equal(left=expressions.Const(value=a), right=expressions.Const(value=b)):
            return a == b
        case expressions.Compare(left=expressions.Const(value=int(a)), right=expressions.Const(value=int(b))):
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[condition.op]
        case _:
            return None


def _lazy(left: expressions.Expr, right: expressions.Expr, *, decides: bool) -> bool | None:
    """Folds `and` (decided by a no) or `or` (decided by a yes); the right side counts only if the left one is constant, for it may fail."""
    first = constant(left)
    if first is None or first is decides:
        return first
    return constant(right)

"""Builds small formulas that the compiler needs (counters, seats, tests), and folds constant conditions."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.expressions import (
    And,
    Arithmetic,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    IfElse,
    Item,
    Local,
    Need,
    Not,
    Or,
    Pick,
    Rest,
    Seats,
)
from gamedsl.graph.model.types import (
    FLAG,
    NOTHING,
    Int,
    ListOf,
    LocalId,
    Optional,
    Player,
    SeatId,
    SiteId,
    Type,
)

NO_SITE = SiteId(-1)
"""The site of formulas made here: they cannot fail, but some nodes require a site."""
YES = Const(True, FLAG)
NO = Const(False, FLAG)
MOST = 65535
COUNTED = Int(0, MOST)


def number(value: int) -> Expr:
    return Const(value, Int(value, value))


def seat_number(seat: SeatId, seats: int) -> Expr:
    return Const(seat, Player(seats))


def plus(left: Expr, right: Expr, type: Type) -> Expr:
    return Arithmetic("+", left, right, type, NO_SITE)


def minus(left: Expr, right: Expr, type: Type) -> Expr:
    return Arithmetic("-", left, right, type, NO_SITE)


def seat_after(seat: Expr, steps: Expr, seats: int) -> Expr:
    """Builds the seat `steps` places clockwise; eliminated seats count."""
    return Arithmetic("mod", plus(seat, steps, Int(0, 2 * seats)), number(seats), Player(seats), NO_SITE)


def less(left: Expr, right: Expr) -> Expr:
    return Compare("<", left, right, FLAG)


def some(source: Expr) -> Expr:
    """Builds the test that the collection has an element."""
    return less(number(0), Count(source, COUNTED))


def is_none(value: Expr) -> Expr:
    return Equal(value, Const(None, NOTHING), FLAG)


def equal(left: Expr, right: Expr) -> Expr:
    return Equal(left, right, FLAG)


def negate(condition: Expr) -> Expr:
    return condition.operand if isinstance(condition, Not) else Not(condition, FLAG)


def all_of(conditions: Sequence[Expr]) -> Expr:
    """Joins the conditions by `and`, without those that always hold."""
    joined: Expr = YES
    for condition in conditions:
        if constant(condition) is not True:
            joined = condition if joined == YES else And(joined, condition, FLAG)
    return joined


def any_of(conditions: Sequence[Expr]) -> Expr:
    """Joins the conditions by `or`; `no` for an empty sequence."""
    joined: Expr = NO
    for condition in conditions:
        joined = condition if joined == NO else Or(joined, condition, FLAG)
    return joined


def first_of(source: Expr, element: Type) -> Expr:
    """Builds the first element of a collection, which must have one."""
    return Need(Pick("first", source, Optional(element), NO_SITE), element, NO_SITE)


def rest_of(source: Local) -> Expr:
    return Rest(source, source.type)


def item(source: Expr, index: int, element: Type) -> Expr:
    return Item(source, number(index), element, NO_SITE)


def seats_from(first: Expr | None, *, playing: bool, seats: int) -> Expr:
    return Seats(first, playing, ListOf(Player(seats), seats))


def least(left: Expr, right: Expr, type: Type) -> Expr:
    """Builds the smaller of two numbers."""
    return IfElse(less(left, right), left, right, type)


def proof_bound(bound: Expr) -> int:
    """Returns an upper bound of a number: the constant, or the top of its range."""
    match bound:
        case Const(value=int() as value):
            return value
        case _:
            return range_of(bound).high


def range_of(formula: Expr) -> Int:
    """Returns the range of a number."""
    if isinstance(formula.type, Int):
        return formula.type
    raise TypeError(f"a formula of type {formula.type} is no number")


def me_is(me: LocalId, seat: SeatId, seats: int) -> Expr:
    return equal(Local(me, Player(seats)), seat_number(seat, seats))


def constant(condition: Expr) -> bool | None:
    """Returns the value of the condition if it does not depend on the position, otherwise None."""
    match condition:
        case Const(value=bool() as value):
            return value
        case Not():
            inner = constant(condition.operand)
            return None if inner is None else not inner
        case And():
            return _lazy(condition.left, condition.right, decides=False)
        case Or():
            return _lazy(condition.left, condition.right, decides=True)
        case Equal(left=Const(value=a), right=Const(value=b)):
            return a == b
        case Compare(left=Const(value=int(a)), right=Const(value=int(b))):
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[condition.op]
        case _:
            return None


def _lazy(left: Expr, right: Expr, *, decides: bool) -> bool | None:
    """Folds `and` (decided by a no) or `or` (decided by a yes); the right side counts only if the left one is constant, for it may fail."""
    first = constant(left)
    if first is None or first is decides:
        return first
    return constant(right)

"""What earlier conditions say of later ones, against all values that a number can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from gamedsl.graph.model.expressions import And, Compare, Const, Equal, Expr, Has, Local, Not, Or, Range
from gamedsl.graph.model.types import FLAG, NOTHING, Int, ListOf, LocalId, Optional
from gamedsl.semantics.construction.settled import outcome

LOW, HIGH = 0, 3
NUMBER = Local(LocalId(0), Int(LOW, HIGH))
MAYBE = Local(LocalId(1), Optional(NUMBER.type))
UNRELATED = Not(Equal(MAYBE, NUMBER, FLAG), FLAG)
NONE = Const(None, NOTHING)
Condition = tuple[Expr, Callable[[int], bool]]
"""A condition on the number, and its value."""


def _comparisons() -> Iterator[Condition]:
    for at in range(LOW, HIGH + 1):
        const = Const(at, Int(at, at))
        yield Compare("<", NUMBER, const, FLAG), lambda x, at=at: x < at
        yield Compare("<=", NUMBER, const, FLAG), lambda x, at=at: x <= at
        yield Compare(">", const, NUMBER, FLAG), lambda x, at=at: at > x
        yield Compare(">=", const, NUMBER, FLAG), lambda x, at=at: at >= x
        yield Compare(">", NUMBER, const, FLAG), lambda x, at=at: x > at
        yield Compare(">=", NUMBER, const, FLAG), lambda x, at=at: x >= at
        yield Equal(NUMBER, const, FLAG), lambda x, at=at: x == at
        yield Equal(const, NUMBER, FLAG), lambda x, at=at: x == at


def _memberships() -> Iterator[Condition]:
    for low, high in product(range(LOW, HIGH + 1), repeat=2):
        ends = Const(low, Int(low, low)), Const(high, Int(high, high))
        yield Has(Range(*ends, ListOf(NUMBER.type, 4)), NUMBER, FLAG), lambda x, low=low, high=high: low <= x <= high
        listed = Const((low, high), ListOf(NUMBER.type, 2))
        yield Has(listed, NUMBER, FLAG), lambda x, low=low, high=high: x in (low, high)


def _facts() -> Iterator[Condition]:
    simple = list(_comparisons())
    for condition, value in simple:
        yield condition, value
        yield Not(condition, FLAG), lambda x, value=value: not value(x)
    for (one, first), (other, second) in zip(simple[::3], simple[1::2], strict=False):
        yield And(one, other, FLAG), lambda x, first=first, second=second: first(x) and second(x)
        yield Or(one, other, FLAG), lambda x, first=first, second=second: first(x) or second(x)
        yield Not(Or(one, other, FLAG), FLAG), lambda x, first=first, second=second: not (first(x) or second(x))


def test_what_is_settled_holds_for_all_numbers_and_bounds_settle_what_they_can() -> None:
    conditions = [*_comparisons(), *_memberships()]
    for fact, is_known in _facts():
        possible = [x for x in range(LOW, HIGH + 1) if is_known(x)]
        for condition, value in conditions if possible else ():
            found = outcome(condition, [UNRELATED, fact])
            assert found is None or {value(x) for x in possible} == {found}, (condition, fact)
            between = {value(x) for x in range(possible[0], possible[-1] + 1)}
            is_bound = not isinstance(fact, Or) and not isinstance(condition, Has)
            assert found is not None or len(between) > 1 or not is_bound, (condition, fact)


def test_what_was_tested_is_known_again() -> None:
    is_none, is_number = Equal(MAYBE, NONE, FLAG), Equal(MAYBE, NUMBER, FLAG)
    both = And(is_number, Compare("<", NUMBER, Const(2, Int(2, 2)), FLAG), FLAG)
    for fact in (is_none, is_number, both):
        assert outcome(fact, []) is None
        assert outcome(fact, [UNRELATED]) is (False if fact in (is_number, both) else None)
        assert outcome(fact, [NUMBER, fact]) is True
        assert outcome(Not(fact, FLAG), [NUMBER, fact]) is False
    for fact in (is_number, both, Not(is_none, FLAG)):
        assert outcome(is_none, [NUMBER, fact]) is False
    assert outcome(is_number, [NUMBER, is_none]) is False
    assert outcome(is_none, [NUMBER, UNRELATED]) is None

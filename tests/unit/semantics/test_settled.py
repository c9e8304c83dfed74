"""What earlier conditions say of later ones, against all values that a number can have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gamedsl.graph.model.expressions import And, Compare, Const, Equal, Expr, Has, Local, Not, Or, Range
from gamedsl.graph.model.types import FLAG, NOTHING, Int, ListOf, LocalId, Optional
from gamedsl.semantics.construction.settled import outcome

NUMBERS = range(4)
NUMBER = Local(LocalId(0), Int(0, 3))
MAYBE = Local(LocalId(1), Optional(NUMBER.type))
NONE = Const(None, NOTHING)
UNRELATED = Not(Equal(MAYBE, NUMBER, FLAG), FLAG)


def _const(number: int) -> Const:
    return Const(number, Int(number, number))


def _comparisons() -> Iterator[Expr]:
    for const in map(_const, NUMBERS):
        yield Equal(NUMBER, const, FLAG)
        yield Compare("<", NUMBER, const, FLAG)
        yield Compare("<=", NUMBER, const, FLAG)
        yield Compare(">", NUMBER, const, FLAG)
        yield Compare(">=", NUMBER, const, FLAG)
        yield Equal(const, NUMBER, FLAG)
        yield Compare(">", const, NUMBER, FLAG)
        yield Compare(">=", const, NUMBER, FLAG)


def _memberships() -> Iterator[Expr]:
    for low, high in product(NUMBERS, repeat=2):
        yield Has(Range(_const(low), _const(high), ListOf(NUMBER.type, 4)), NUMBER, FLAG)
        yield Has(Const((low, high), ListOf(NUMBER.type, 2)), NUMBER, FLAG)


def _joined() -> Iterator[Expr]:
    simple = list(_comparisons())
    for one, other in zip(simple[::3], simple[1::2], strict=False):
        yield And(one, other, FLAG)
        yield Or(one, other, FLAG)
        yield Not(Or(one, other, FLAG), FLAG)


def _value(formula: Expr, x: int) -> int:
    """The value of a number or a condition where the number is `x`."""
    match formula:
        case Local():
            return x
        case Const(int(number)):
            return number
        case Not():
            return not _value(formula.operand, x)
        case And():
            return _value(formula.left, x) and _value(formula.right, x)
        case Or():
            return _value(formula.left, x) or _value(formula.right, x)
        case Equal():
            return _value(formula.left, x) == _value(formula.right, x)
        case Compare("<", left, right):
            return _value(left, x) < _value(right, x)
        case Compare("<=", left, right):
            return _value(left, x) <= _value(right, x)
        case Compare(">", left, right):
            return _value(left, x) > _value(right, x)
        case Compare(">=", left, right):
            return _value(left, x) >= _value(right, x)
        case Has(Range(low, high), _):
            return _value(low, x) <= x <= _value(high, x)
        case Has(Const(tuple(values)), _):
            return x in values
        case _:
            raise AssertionError(formula)


def test_what_is_settled_holds_for_all_numbers_and_bounds_settle_what_they_can() -> None:
    conditions = [*_comparisons(), *_memberships()]
    simple = [*_comparisons(), *(Not(one, FLAG) for one in _comparisons())]
    for fact in (*simple, *_joined()):
        possible = [x for x in NUMBERS if _value(fact, x)]
        for condition in conditions if possible else ():
            found = outcome(condition, [UNRELATED, fact])
            assert found is None or {_value(condition, x) for x in possible} == {found}, (condition, fact)
            between = {_value(condition, x) for x in range(possible[0], possible[-1] + 1)}
            is_bound = fact in simple and not isinstance(condition, Has)
            assert found is not None or len(between) > 1 or not is_bound, (condition, fact)


def test_what_was_tested_is_known_again() -> None:
    is_none, is_number = Equal(MAYBE, NONE, FLAG), Equal(MAYBE, NUMBER, FLAG)
    both = And(is_number, Compare("<", NUMBER, _const(2), FLAG), FLAG)
    tested: tuple[Expr, ...] = (is_none, is_number, both)
    for fact in tested:
        assert outcome(fact, []) is None
        assert outcome(fact, [NUMBER, fact]) is True
        assert outcome(Not(fact, FLAG), [NUMBER, fact]) is False
    others: tuple[Expr, ...] = (is_number, both, Not(is_none, FLAG))
    for fact in others:
        assert outcome(is_none, [NUMBER, fact]) is False
    assert outcome(is_number, [NUMBER, is_none]) is False
    assert (outcome(is_number, [UNRELATED]), outcome(is_none, [UNRELATED])) == (False, None)

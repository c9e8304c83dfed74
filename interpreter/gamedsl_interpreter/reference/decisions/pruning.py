"""Prunes unfinished selections: tests whether a requirement can still become true.

While the steps of a selection are tried, a requirement such as `count(matches) <= count(spent) + 2` is computed with an interval in place of the
part that is still open. The answer is conservative: "no" is always right, "maybe" is decided by continuing. This shortens the search for
completable values, and never changes the offer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define, frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.values.slots import Element, Formula, Frame


@define
class Partial:
    """A selection that is being made: for i < done, `amounts[i]` copies of element i are chosen; of each other element i at most `caps[i]`, and of all of
    them at most `room`, may still be chosen."""

    frame: Frame
    elements: Sequence[Element]
    caps: Sequence[int]
    amounts: Sequence[int]
    done: int = 0
    room: int = 0


Interval: TypeAlias = tuple[int, int]
Term: TypeAlias = Callable[[Partial], Interval | None]
"""The least and greatest value that a number can still have; None: unknown."""

Chance: TypeAlias = Callable[[Partial], bool]
"""Whether a condition can still come out as wanted."""


def could_hold(make: Formulas, condition: Expr, selection: LocalId) -> Chance | None:
    """Returns the test whether the condition can still become true; None if nothing is known before the selection is complete."""
    return _Bounds(make, selection).truth(condition, wanted=True)


_SWAPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@frozen
class _Bounds:
    make: Formulas
    selection: LocalId

    def truth(self, expr: Expr, *, wanted: bool) -> Chance | None:
        if self.selection not in free_locals(expr):
            return _test_condition(self.make.of(expr), wanted)
        match expr:
            case expressions.Not(operand):
                return self.truth(operand, wanted=not wanted)
            case expressions.And(left, right):
                return self._pair(left, right, wanted, both=wanted)
            case expressions.Or(left, right):
                return self._pair(left, right, wanted, both=not wanted)
            case expressions.Compare(op, left, right):
                return self._compare(op if wanted else _SWAPPED[op], left, right)
            case expressions.Equal(left, right) if isinstance(left.type, types.Int) and isinstance(
                right.type, types.Int
            ):
                return self._equal(left, right, wanted)
            case _:
                return None

    def _pair(self, left: Expr, right: Expr, wanted: bool, *, both: bool) -> Chance | None:
        one, other = self.truth(left, wanted=wanted), self.truth(right, wanted=wanted)
        if both:
            if one is None or other is None:
                return one or other
            return lambda p: one(p) and other(p)
        if one is None or other is None:
            return None
        return lambda p: one(p) or other(p)

    def _compare(self, op: str, left: Expr, right: Expr) -> Chance | None:
        one, other = self.term(left), self.term(right)
        if one is None or other is None:
            return None
        if op in (">", ">="):
            one, other = other, one
        least, most, strict = one, other, op in ("<", ">")

        def chance(p: Partial) -> bool:
            a, b = least(p), most(p)
            return a is None or b is None or (a[0] < b[1] if strict else a[0] <= b[1])

        return chance

    def _equal(
        self, left: Expr, right: Expr, wanted: bool
    ) -> Chance | None:  # `wanted`: the equality is wanted, not its negation
        one, other = self.term(left), self.term(right)
        if one is None or other is None:
            return None

        def chance(p: Partial) -> bool:
            a, b = one(p), other(p)
            if a is None or b is None:
                return True
            return a[0] <= b[1] and b[0] <= a[1] if wanted else not a[0] == a[1] == b[0] == b[1]

        return chance

    # ------------------------------------------------------------ numbers

    def term(self, expr: Expr) -> Term | None:
        if self.selection not in free_locals(expr):
            return _constant_term(self.make.of(expr))
        match expr:
            case expressions.Within(operand) | expressions.Need(operand):
                return self.term(operand)
            case expressions.Arithmetic("+" | "-" | "*" as op, left, right):
                return _combine_terms(op, self.term(left), self.term(right))
            case expressions.Count(source):
                return self._sum(source, None, None)
            case expressions.Fold("sum" | "count", source, local, body) if self.selection not in free_locals(body):
                return self._sum(source, local, body)
            case _:
                return None

    def _sum(self, source: Expr, local: LocalId | None, body: Expr | None) -> Term | None:
        """Returns the sum of a formula over the selection, or over a part of it."""
        tests: list[tuple[int, Formula]] = []
        while isinstance(source, expressions.Filter | expressions.Convert):
            if isinstance(source, expressions.Filter):
                if self.selection in free_locals(source.condition):
                    return None
                tests.append((self.make.slots.local(source.local), self.make.of(source.condition)))
                source = source.source
            else:
                if not isinstance(source.type, types.Pieces | types.Bag):
                    return None
                return self._sum(source.operand, local, body) if not tests and body is None else None
        if source != expressions.Local(self.selection, source.type):
            return None
        weight = None if local is None or body is None else (self.make.slots.local(local), self.make.of(body))
        return lambda p: _weigh(p, tests, weight)


def _test_condition(condition: Formula, wanted: bool) -> Chance:
    def chance(p: Partial) -> bool:
        try:
            return bool(condition(p.frame)) == wanted
        except Fault:
            return True

    return chance


def _constant_term(value: Formula) -> Term:
    def term(p: Partial) -> Interval | None:
        try:
            number = value(p.frame)
        except Fault:
            return None
        return None if number is None else (number, number)

    return term


def _combine_terms(op: str, left: Term | None, right: Term | None) -> Term | None:
    if left is None or right is None:
        return None

    def term(p: Partial) -> Interval | None:
        a, b = left(p), right(p)
        if a is None or b is None:
            return None
        if op == "+":
            return a[0] + b[0], a[1] + b[1]
        if op == "-":
            return a[0] - b[1], a[1] - b[0]
        products = [x * y for x in a for y in b]
        return min(products), max(products)

    return term


def _weigh(p: Partial, tests: list[tuple[int, Formula]], weight: tuple[int, Formula] | None) -> Interval:
    low = high = 0
    room = p.room
    for i, element in enumerate(p.elements):
        worth = _worth(p.frame, element, tests, weight)
        if i < p.done:
            low += worth * p.amounts[i]
            high += worth * p.amounts[i]
        elif worth < 0:
            low += worth * min(p.caps[i], room)
        else:
            high += worth * min(p.caps[i], room)
    if weight is None and not tests:
        high = min(high, low + room)
    return low, high


def _worth(frame: Frame, element: Element, tests: list[tuple[int, Formula]], weight: tuple[int, Formula] | None) -> int:
    for slot, test in tests:
        frame[slot] = element
        if not test(frame):
            return 0
    if weight is None:
        return 1
    slot, body = weight
    frame[slot] = element
    worth: int = body(frame)
    return worth

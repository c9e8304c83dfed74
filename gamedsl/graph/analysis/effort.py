"""Estimates how many elements one evaluation of a formula visits, as far as the formula alone shows that.

A collection of fixed size (the places of a board, a range, all players) counts in full. A filtered collection counts as the square root of that, and the
content of a zone or the pieces on a board as a few. So the figure is an estimate for an ordinary position, not a bound. `any` and `all` may stop early but
count in full, because one of their two outcomes requires every element.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import assert_never

from gamedsl.graph.analysis.walk import children, scope
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Call, Const, Expr, Iteration
from gamedsl.graph.model.game import ClassSpec, FunctionSpec
from gamedsl.graph.model.traits import traits_of

_FEW = 4
"""The assumed number of elements of a collection that depends on the position."""

_NEAR = 8
"""The assumed number of elements of a table entry: neighbours, lines."""

_MOST = 10**9
"""The largest figure."""


class Effort:
    """Estimates for the formulas of one setup; each function is examined once."""

    def __init__(self, functions: Sequence[FunctionSpec], classes: Sequence[ClassSpec]) -> None:
        self._functions, self._classes = functions, classes
        self._of_function: dict[int, int] = {}

    def of(self, formula: Expr) -> int:
        """Estimates how many elements one evaluation visits."""
        match formula:
            case Call():
                if formula.function not in self._of_function:
                    self._of_function[formula.function] = self.of(self._functions[formula.function].body)
                found = self._of_function[formula.function] + self._add_parts(formula)
            case Const():
                return 0
            case _ if isinstance(formula, Iteration):
                inner = sum(self.of(part) for part in scope(formula))
                found = self.of(formula.source) + self._usual(formula.source) * (1 + inner)
            case _:
                found = sum(map(self._usual, _sets_to_search(formula))) + self._add_parts(formula)
        return min(found, _MOST)

    def _add_parts(self, formula: Expr) -> int:
        return sum(self.of(part) for part in children(formula))

    def _usual(self, collection: Expr) -> int:
        """Estimates how many elements a collection has in an ordinary position."""
        most = self._bound_size(collection.type)
        elements = traits_of(collection).elements
        match elements:
            case "all":
                return most
            case "same":
                return min(most, self._usual(next(children(collection))))
            case "some":
                return min(most, max(1, isqrt(self._usual(next(children(collection))))))
            case "near":
                return min(most, _NEAR)
            case "few":
                return min(most, _FEW)
            case _:
                assert_never(elements)

    def _bound_size(self, of: types.Type) -> int:
        match of:
            case types.ListOf(most=most) | types.Bag(most=most) | types.Pieces(most=most) | types.Ranking(most=most):
                return most
            case types.SetOf(of=inner):
                return self._values(inner)
            case _:
                return 1

    def _values(self, of: types.Type) -> int:
        """Returns the number of values of a type."""
        match of:
            case types.Int(low=low, high=high):
                return high - low + 1
            case types.Enum(size=size) | types.Position(size=size) | types.Player(size=size) | types.Row(size=size):
                return size
            case types.Direction():
                return 8
            case types.Kind(classes=classes):
                return sum(self._classes[one].count for one in classes)
            case types.Optional(of=inner):
                return self._values(inner)
            case _:
                return 1


def _sets_to_search(formula: Expr) -> tuple[Expr, ...]:
    """Returns the set through which one evaluation searches, if it does."""
    name = traits_of(formula).searches
    return () if name is None else (getattr(formula, name),)

"""How many elements a formula goes through when it is computed once, as far as that can be told without a position.

A collection that is always whole (the places of a board, a range, all players) counts in full. What a filter leaves counts as the square root of that, and what
lies in a zone or is found on a board as a few: so the figure is an estimate of an ordinary position, and no bound. `any` and `all` may stop early and count in
full, because they have to see everything in one of their two cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from gamedsl.graph.analysis.walk import Binding, children, scope
from gamedsl.graph.model.expressions import (
    Call,
    Const,
    Convert,
    Distance,
    Expr,
    Filter,
    Groups,
    Lookup,
    MapList,
    Range,
    Reach,
    Seats,
    Subsets,
    While,
)
from gamedsl.graph.model.game import ClassSpec, FunctionSpec
from gamedsl.graph.model.types import (
    Bag,
    Direction,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Pieces,
    Player,
    Position,
    Ranking,
    Row,
    SetOf,
    Type,
)

_FEW = 4
"""Elements of a collection that depends on the position."""

_NEAR = 8
"""Elements of what stands in a table: neighbours, lines."""

_MOST = 10**9
"""Figures end here."""


class Effort:
    """Figures for the formulas of one setup; functions are looked at once."""

    def __init__(self, functions: Sequence[FunctionSpec], classes: Sequence[ClassSpec]) -> None:
        self._functions, self._classes = functions, classes
        self._of_function: dict[int, int] = {}

    def of(self, formula: Expr) -> int:
        """How many elements one computation goes through."""
        match formula:
            case Call():
                found = self._of_call(formula)
            case Const():
                return 0
            case Reach() | Groups() | Distance():
                found = self._usual(formula.inside) + self._inside(formula)
            case _ if isinstance(formula, Binding):
                inner = sum(self.of(part) for part in scope(formula))
                found = self.of(formula.source) + self._usual(formula.source) * (1 + inner)
            case _:
                found = self._inside(formula)
        return min(found, _MOST)

    def _inside(self, formula: Expr) -> int:
        return sum(self.of(part) for part in children(formula))

    def _of_call(self, call: Call) -> int:
        if call.function not in self._of_function:
            self._of_function[call.function] = self.of(self._functions[call.function].body)
        return self._of_function[call.function] + self._inside(call)

    def _usual(self, collection: Expr) -> int:
        """How many elements a collection has in an ordinary position."""
        most = self._most(collection.type)
        match collection:
            case Const() | Range() | Seats() | Subsets():
                return most
            case Convert(operand=inner) | MapList(source=inner):
                return min(most, self._usual(inner))
            case Filter(source=inner) | While(source=inner):
                return min(most, max(1, isqrt(self._usual(inner))))
            case Lookup():
                return min(most, _NEAR)
            case _:
                return min(most, _FEW)

    def _most(self, of: Type) -> int:
        match of:
            case ListOf(most=most) | Bag(most=most) | Pieces(most=most) | Ranking(most=most):
                return most
            case SetOf(of=inner):
                return self._values(inner)
            case _:
                return 1

    def _values(self, of: Type) -> int:
        """How many values a type has."""
        match of:
            case Int(low=low, high=high):
                return high - low + 1
            case Enum(size=size) | Position(size=size) | Player(size=size) | Row(size=size):
                return size
            case Direction():
                return 8
            case Kind(classes=classes):
                return sum(self._classes[one].count for one in classes)
            case Optional(of=inner):
                return self._values(inner)
            case _:
                return 1

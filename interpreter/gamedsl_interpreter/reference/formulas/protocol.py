"""What the modules that compile groups of formulas need of the compiler that calls them."""

from __future__ import annotations

from typing import Protocol

from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values.slots import Formula, Slots


class FormulaCompiler(Protocol):
    """Makes closures out of formulas of any group."""

    analysis: Analysis
    game: Game
    meter: Meter
    slots: Slots

    def of(self, expr: Expr) -> Formula:
        """The closure that computes the formula."""
        ...

    def all(self, exprs: tuple[Expr, ...]) -> tuple[Formula, ...]:
        """The closures of several formulas."""
        ...

    def function(self, function: types.FunctionId, *values: types.Value) -> Formula:
        """The closure that computes a function of the Game for given arguments."""
        ...

    def call(self, function: types.FunctionId, args: tuple[Expr, ...], body: Formula) -> Formula:
        """The closure that binds a function's parameters and computes `body` in its place."""
        ...

"""The protocol of the formula compiler for the modules that compile groups of formulas."""

from __future__ import annotations

from typing import Protocol

from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values.slots import Formula, Slots


class FormulaCompiler(Protocol):
    """Compiles formulas of any group to closures."""

    analysis: Analysis
    game: Game
    meter: Meter
    slots: Slots

    def of(self, expr: Expr) -> Formula:
        """Compiles the formula."""
        ...

    def all(self, exprs: tuple[Expr, ...]) -> tuple[Formula, ...]:
        """Compiles several formulas."""
        ...

    def function(self, function: types.FunctionId, *values: types.Value) -> Formula:
        """Compiles a call of a function of the Game with given arguments."""
        ...

    def call(self, function: types.FunctionId, args: tuple[Expr, ...], body: Formula) -> Formula:
        """Returns the closure that binds a function's parameters and computes `body` in its place."""
        ...

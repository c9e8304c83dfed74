"""The interface of the formula checker, for declarations and names: the checker itself is built on top of both."""

from __future__ import annotations

from typing import Protocol

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FunctionId, Type
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import LetSymbol, Symbol
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


class Checker(Protocol):
    """Checks the formulas of one setup. A formula with a problem is reported and becomes `BROKEN`."""

    def formula(self, node: formulas.Expr, scope: Scope, expected: Type | None = None) -> expressions.Expr:
        """Returns the typed formula. `expected` decides the meaning of an ambiguous name."""
        ...

    def coerce(self, node: formulas.Expr, scope: Scope, wanted: Type) -> expressions.Expr:
        """Returns the formula, converted to a type."""
        ...

    def flag(self, node: formulas.Expr, scope: Scope) -> expressions.Expr:
        """Returns a formula for a yes or no."""
        ...

    def integer(self, node: formulas.Expr, scope: Scope) -> expressions.Expr:
        """Returns a formula for a number of any range; never none."""
        ...

    def builtin(self, name: str, node: formulas.Apply, scope: Scope, expected: Type | None) -> expressions.Expr:
        """Builds the call of a built-in function."""
        ...

    def let(self, name: str, symbol: LetSymbol, span: Span) -> Function | None:
        """Returns the function of a `let`, made at its first use; None after a reported recursion."""
        ...

    def score(self, index: int) -> tuple[FunctionId, Type]:
        """Returns the function from a player to the points of a score line."""
        ...

    def total(self) -> FunctionId:
        """Returns the function from a player to the sum of all score lines."""
        ...

    def value_of(
        self, name: str, symbol: Symbol, element: expressions.Expr, scope: Scope, span: Span
    ) -> expressions.Expr:
        """Returns the value that a declared name has for an element."""
        ...

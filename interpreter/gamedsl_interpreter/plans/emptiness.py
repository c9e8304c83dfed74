"""Formulas that test whether a collection is empty. Both executors stop such a test at the first element."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.expressions import Expr


def asks_for_some(condition: Expr) -> tuple[Expr, bool] | None:
    """Returns the collection that a formula tests for elements, and whether the formula holds if there is one. None for other formulas."""
    match condition:
        case expressions.Compare(">", expressions.Count(source), expressions.Const(0)) | expressions.Compare(
            ">=", expressions.Count(source), expressions.Const(1)
        ):
            return source, True
        case (
            expressions.Equal(expressions.Count(source), expressions.Const(0))
            | expressions.Compare("<", expressions.Count(source), expressions.Const(1))
            | expressions.Compare("<=", expressions.Count(source), expressions.Const(0))
        ):
            return source, False
        case _:
            return None

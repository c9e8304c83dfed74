"""Selects arguments by their written form."""

from __future__ import annotations

from gamedsl.syntax.tree import formulas


def arguments_without_names(args: tuple[formulas.Arg, ...]) -> tuple[formulas.Expr, ...]:
    """Returns the arguments that are formulas: no named ones, no comprehensions."""
    return tuple(a for a in args if not isinstance(a, formulas.Named | formulas.Comprehension))

"""Selects arguments by their written form."""

from __future__ import annotations

from gamedsl.syntax import tree


def unnamed(args: tuple[tree.Arg, ...]) -> tuple[tree.Expr, ...]:
    """Returns the arguments that are formulas: no named ones, no comprehensions."""
    return tuple(a for a in args if not isinstance(a, tree.Named | tree.Comprehension))

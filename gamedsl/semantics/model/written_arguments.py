"""Arguments as they are written."""

from __future__ import annotations

from gamedsl.syntax import tree


def unnamed(args: tuple[tree.Arg, ...]) -> tuple[tree.Expr, ...]:
    """The arguments that are formulas: no named ones, no comprehensions."""
    return tuple(a for a in args if not isinstance(a, tree.Named | tree.Comprehension))

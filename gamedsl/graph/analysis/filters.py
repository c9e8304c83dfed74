"""What a selection would offer without its filters."""

from __future__ import annotations

from attrs import evolve

from gamedsl.graph.model.expressions import Convert, Expr, Filter, IfElse, While


def unfiltered(source: Expr) -> Expr:
    """The collection that a source filters, as far as the filters are its outermost parts."""
    match source:
        case Filter() | While():
            return unfiltered(source.source)
        case Convert(operand):
            inside = unfiltered(operand)
            return source if inside is operand else evolve(source, operand=inside)
        case IfElse(_, yes, no):
            return evolve(source, yes=unfiltered(yes), no=unfiltered(no))
        case _:
            return source

"""Notes the types of formulas for editors."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, plain
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.member_symbols import member_names
from gamedsl.semantics.problems.terms import phrase
from gamedsl.source import Span


def note_types(world: World, meanings: Meanings, placed: Iterable[tuple[expressions.Expr, Span]]) -> None:
    """Notes the types of formulas, and the names that can follow them after a dot."""
    for span, expr in [*meanings.owners.items(), *((span, expr) for expr, span in placed)]:
        meanings.types[span] = partial(_type_in_words, world, expr)
        meanings.members[span] = partial(member_names, world, expr)


def _type_in_words(world: World, expr: expressions.Expr) -> str:
    of = plain(expr.type)
    if isinstance(of, Int):
        low_to_high = f"{of.low}..{of.high}"
        return f"a number from {low_to_high}" if of.low < of.high else f"the number {of.low}"
    return phrase(describe(world, expr.type))

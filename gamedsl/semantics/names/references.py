"""The possible meanings of a name: a formula, or something that is not a formula yet; and notes on the types of formulas, for editors."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FieldId, Int, ZoneId, plain
from gamedsl.semantics.model import symbols
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.member_symbols import member_names
from gamedsl.semantics.problems.terms import phrase
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class FieldNeedsIndex:
    """A field whose last index is still missing."""

    field: FieldId
    index: tuple[expressions.Expr, ...]


@frozen
class ZoneNeedsIndex:
    """A zone whose last index is still missing."""

    zone: ZoneId
    index: tuple[expressions.Expr, ...]


@frozen
class FunctionRef:
    """A `let` with parameters or a built-in function; `owner` is the element whose derived field it is."""

    name: str
    let: symbols.LetSymbol | None
    owner: expressions.Expr | None


Ref = (
    expressions.Expr
    | FieldNeedsIndex
    | ZoneNeedsIndex
    | FunctionRef
    | symbols.EnumSymbol
    | symbols.ClassSymbol
    | symbols.BoardSymbol
    | symbols.ListTableSymbol
    | symbols.RowTableSymbol
    | symbols.Deed
)


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

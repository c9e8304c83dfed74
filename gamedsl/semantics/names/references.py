"""The possible meanings of a name: a formula, or something that is not a formula yet."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FieldId, ZoneId
from gamedsl.semantics.model import symbols
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

"""The treatment of elements in selections and rolls, by the type of the collection; formulas that test whether a collection is empty."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr


def element_type(of: types.Type) -> types.Type:
    """Returns the type of the elements of a collection; the type itself if it is no collection."""
    match of:
        case types.Bag(inner) | types.ListOf(inner) | types.SetOf(inner) | types.Ranking(inner):
            return inner
        case types.Pieces(classes):
            return types.Piece(classes)
        case _:
            return of


def takes_pieces(element: types.Type) -> bool:
    """Whether a selection of such elements takes pieces: later selections of the same move are not offered them. Only single pieces are taken, not lists of
    them."""
    return isinstance(types.plain(element), types.Piece)


def is_counted(of: types.Type) -> bool:
    """Whether a selection of several with this type asks how many of each element are chosen, instead of whether each is chosen."""
    return isinstance(of, types.Pieces | types.Bag)


def is_without_replacement(of: types.Type) -> bool:
    """Whether several rolls from a collection of this type never give the same copy twice."""
    match of:
        case types.Pieces() | types.Bag():
            return True
        case types.ListOf(inner) | types.SetOf(inner) | types.Ranking(inner):
            return isinstance(inner, types.Player | types.Piece)
        case _:
            return False


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

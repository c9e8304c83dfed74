"""Tables of boards: which places are next to each other, and in a straight line."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    Enum,
    Optional,
    Position,
    TableId,
    Type,
    Value,
)
from gamedsl.semantics.construction import facts
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.builtin_calls import Given
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    Mismatch,
)


def position_of(w: World, g: Given, i: int) -> tuple[expressions.Expr, Board] | None:
    place = w.check.formula(g.args[i], g.scope)
    if isinstance(place.type, Optional) and isinstance(place.type.of, Position):
        place = facts.need(w, g.scope, place, g.args[i].span, words(g.args[i]))
    if not isinstance(place.type, Position):
        if not is_broken(place):
            w.problem(Mismatch(g.args[i].span, "a place of a board", describe(w, place.type)))
        return None
    return place, w.boards[place.type.board]


def links_of(w: World, element: Type) -> TableId | None:
    """Neighbours of each place; for routes, the routes that share an end."""
    if isinstance(element, Position):
        board = w.boards[element.board]
        return w.table(
            f"neighbours of {board.spec.name}",
            (0,),
            (len(board.neighbours),),
            cast("tuple[Value, ...]", board.neighbours),
        )
    if isinstance(element, Enum):
        for board in w.boards:
            if board.edges == element.id:
                touching = tuple(
                    tuple(j for j, q in enumerate(board.ends) if j != i and set(p) & set(q))
                    for i, p in enumerate(board.ends)
                )
                return w.table(
                    f"routes of {board.spec.name}", (0,), (len(touching),), cast("tuple[Value, ...]", touching)
                )
    return None


def rays_of(w: World, board: Board) -> TableId:
    return w.table(
        f"rays of {board.spec.name}", (0, 0), (len(board.neighbours), 8), cast("tuple[Value, ...]", board.rays)
    )

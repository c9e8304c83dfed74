"""Tables of boards: which places are next to each other, and in a straight line."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Enum, Optional, Position, TableId, Type
from gamedsl.semantics.construction import facts
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.builtin_calls import BuiltinCall
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import Mismatch


def position_of(world: World, call: BuiltinCall, i: int) -> tuple[expressions.Expr, Board] | None:
    place = world.check.formula(call.args[i], call.scope)
    if isinstance(place.type, Optional) and isinstance(place.type.of, Position):
        place = facts.need(world, call.scope, place, call.args[i].span, words(call.args[i]))
    if not isinstance(place.type, Position):
        if not is_broken(place):
            world.problem(Mismatch(call.args[i].span, "a place of a board", describe(world, place.type)))
        return None
    return place, world.boards[place.type.board]


def links_of(world: World, element: Type) -> TableId | None:
    """Neighbours of each place; for routes, the routes that share an end."""
    if isinstance(element, Position):
        return neighbours_of(world, world.boards[element.board])
    if isinstance(element, Enum):
        for board in world.boards:
            if board.edges == element.id:
                touching = tuple(
                    tuple(j for j, q in enumerate(board.ends) if j != i and set(p) & set(q))
                    for i, p in enumerate(board.ends)
                )
                return world.table(f"routes of {board.spec.name}", (0,), (len(touching),), touching)
    return None


def neighbours_of(world: World, board: Board) -> TableId:
    """Neighbours of each place."""
    return world.table(f"neighbours of {board.spec.name}", (0,), (len(board.neighbours),), board.neighbours)


def rays_of(world: World, board: Board) -> TableId:
    return world.table(f"rays of {board.spec.name}", (0, 0), (len(board.neighbours), 8), board.rays)

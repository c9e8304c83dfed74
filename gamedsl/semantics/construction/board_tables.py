"""Builds tables of boards: the neighbours of each place, and the places in a straight line."""

from __future__ import annotations

from gamedsl.graph.model.types import Enum, Position, TableId, Type
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.world import World


def links_of(world: World, element: Type) -> TableId | None:
    """Returns the neighbours of each place; for routes, the routes that share an end."""
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


def ends_of(world: World, board: Board) -> TableId:
    """Returns the two places of each route."""
    return world.table(
        f"ends of {board.spec.name}", (0,), (len(board.ends),), tuple(tuple(sorted(p)) for p in board.ends)
    )


def neighbours_of(world: World, board: Board) -> TableId:
    """Returns the neighbours of each place."""
    return world.table(f"neighbours of {board.spec.name}", (0,), (len(board.neighbours),), board.neighbours)


def rays_of(world: World, board: Board) -> TableId:
    return world.table(f"rays of {board.spec.name}", (0, 0), (len(board.neighbours), 8), board.rays)

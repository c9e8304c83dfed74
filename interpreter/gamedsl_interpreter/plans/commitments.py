"""Finds moves of pieces that were chosen in a simultaneous decision."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Convert, Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.statements import Move
from gamedsl.graph.model.types import LocalId


def commitments(game: Game) -> frozenset[LocalId]:
    """Returns the locals that hold the choices which seats have committed."""
    nodes = (node for node in game.nodes if isinstance(node, TogetherNode))
    return frozenset(local for node in nodes for local, _ in node.commits)


def is_commitment(locals: frozenset[LocalId], effect: Move) -> bool:
    """Whether the move certainly moves the pieces of one of these locals."""
    what = effect.what
    while isinstance(what, Convert):
        what = what.operand
    return isinstance(what, Local) and what.id in locals

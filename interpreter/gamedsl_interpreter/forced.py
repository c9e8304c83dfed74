"""Decisions with one complete move: an engine can ask for them as for all others. Published counts of moves include them."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Forced


def stopping(game: Game, forced: Forced) -> Game:
    """Returns the Game that an engine executes. Play always stops at private decisions, so with `Forced.ASKED` all decisions are made private."""
    if forced is Forced.PLAYED:
        return game
    asked = (
        evolve(node, is_private=True) if isinstance(node, DecisionNode | TogetherNode) else node for node in game.nodes
    )
    return evolve(game, nodes=tuple(asked))

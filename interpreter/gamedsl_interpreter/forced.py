"""Decisions with one complete move: an engine can ask them like all others, as counts of moves in books do."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Forced


def stopping(game: Game, forced: Forced) -> Game:
    """The Game that an engine executes: private decisions are asked whatever they offer, so with `Forced.ASKED` all are private."""
    if forced is Forced.PLAYED:
        return game
    asked = (
        evolve(node, is_private=True) if isinstance(node, DecisionNode | TogetherNode) else node for node in game.nodes
    )
    return evolve(game, nodes=tuple(asked))

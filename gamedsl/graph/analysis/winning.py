"""How a Game finds out who has won."""

from __future__ import annotations

from enum import Enum

from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game


class Contest(Enum):
    """The relation between the players of a Game: they compete, all win or lose together however the match ends, or there is one player who collects points."""

    AGAINST_EACH_OTHER = "against each other"
    TOGETHER = "together"
    ALONE = "alone"


def contest(game: Game) -> Contest:
    """Returns the relation between the players."""
    decided = {reason for spec in game.verdicts for reason in spec.reasons}
    bodies = [game.functions[spec.wins].body for spec in game.verdicts]
    if len(game.seats) == 1:
        return Contest.TOGETHER if game.verdicts else Contest.ALONE
    is_whole = decided >= set(range(len(game.reasons)))
    is_shared = is_whole and all(isinstance(body, Const) for body in bodies)
    return Contest.TOGETHER if is_shared else Contest.AGAINST_EACH_OTHER

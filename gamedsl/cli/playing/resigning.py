"""Says what it means that a player gives a match up."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId


def result_of_resigning(game: Game, seat: SeatId) -> str:
    """Returns how a match ends if a player gives it up: of two rivals the other one wins."""
    others = [name for at, name in enumerate(game.seats) if at != seat]
    has_rival = len(others) == 1 and not _is_won_together(game)
    return f"{others[0]} wins" if has_rival else "the match ends without a result"


def _is_won_together(game: Game) -> bool:
    """Whether all have won, or all have lost, for some of the reasons for which a match ends."""
    return any(isinstance(game.functions[one.wins].body, Const) for one in game.verdicts)

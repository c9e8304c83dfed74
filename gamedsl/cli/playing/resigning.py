"""Describes the consequences of giving a match up."""

from __future__ import annotations

from gamedsl.cli.printing.outcomes import is_won_together
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId


def result_of_resigning(game: Game, seat: SeatId) -> str:
    """Returns how a match ends if a player gives it up: of two rivals the other one wins."""
    others = [name for at, name in enumerate(game.seats) if at != seat]
    has_rival = len(others) == 1 and not is_won_together(game)
    return f"{others[0]} wins" if has_rival else "the match ends without a result"

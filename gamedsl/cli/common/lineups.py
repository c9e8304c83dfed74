"""Agents on command lines."""

from __future__ import annotations

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.common.text import listed
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model.game import Game
from gamedsl.workbench.lineups import LineupError, lineup


def check_lineup(text: str, game: Game) -> None:
    """Raises WrongUseError for a text that names no agents for a game."""
    try:
        lineup(text, game)
    except LineupError as error:
        near = closest(error.word, error.known)
        advice = f"did you mean `{near}`?" if near else f"there is {listed([f'`{one}`' for one in error.known])}"
        raise WrongUseError(str(error), advice) from None

"""Draws games."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl_interpreter import arguments


def svg_of(game: Game) -> str:
    """Draws the state-transition graph of a game as SVG, as `gamedsl graph -o game.svg` writes it. Raises ArgumentError."""
    from gamedsl.graph.draw import svg

    return svg(arguments.given("game", game, Game, "give what `rules.game()` gives"))

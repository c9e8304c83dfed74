"""Classifies games by their use of chance, hidden information and simultaneous choices."""

from __future__ import annotations

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter import arguments


@frozen
class Traits:
    """Features that the rules of a setup contain, whether a match uses them or not: chance (including scripted seats that choose at random), information
    that not every seat sees, decisions of several seats at once."""

    has_chance: bool
    has_hidden: bool
    has_simultaneous: bool


def traits_of(game: Game) -> Traits:
    """Returns the traits of a game. Raises ArgumentError."""
    nodes = arguments.require("game", game, Game, "give what `rules.game()` gives").nodes
    return Traits(
        any(isinstance(node, ChanceNode) for node in nodes) or bool(game.scripts),
        hides(game),
        any(isinstance(node, TogetherNode) for node in nodes),
    )

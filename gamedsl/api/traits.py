"""What kind of game rules make."""

from __future__ import annotations

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter import arguments


@frozen
class Traits:
    """What the rules of a setup have, used in a match or not: chance (scripted seats that leave something to it included), something that not every seat
    sees, decisions of several seats at once."""

    has_chance: bool
    has_hidden: bool
    has_simultaneous: bool


def traits_of(game: Game) -> Traits:
    """The traits of a game. Raises ArgumentError."""
    nodes = arguments.given("game", game, Game, "give what `rules.game()` gives").nodes
    return Traits(
        any(isinstance(node, ChanceNode) for node in nodes) or bool(game.scripts),
        hides(game),
        any(isinstance(node, TogetherNode) for node in nodes),
    )

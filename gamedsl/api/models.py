"""The model of a game, for hosts that draw it."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl_interpreter import arguments


def model_of(game: Game) -> JsonObject:
    """Returns the data that a host needs to name the things of a game, to draw them and to ask questions, as JSON: names, types, columns, sentences,
    shapes of boards, decisions. `docs/embedding/other_hosts.md` describes it. Raises ArgumentError."""
    from gamedsl_interpreter.hosting.model import model_of as made

    return made(arguments.given("game", game, Game, "give what `rules.game()` gives"))

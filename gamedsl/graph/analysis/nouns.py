"""Finds nouns for values, for sentences that do not name the value itself."""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game


def noun_of_type(game: Game, of: types.Type) -> str:
    """Returns the noun for values of a type: `player`, `tavern`, `card`; empty if there is none."""
    match of:
        case types.Optional(inner):
            return noun_of_type(game, inner)
        case types.Enum(id):
            return game.enums[id].name
        case types.Position(board):
            return game.boards[board].name
        case types.Row(table):
            return game.tables[table].name
        case types.Player():
            return "player"
        case types.Int():
            return "number"
        case types.Kind((only,)) | types.Piece((only,)) | types.Pieces((only,)):
            called = {one.cls: one.one for one in game.about.pieces}
            return called.get(only) or game.classes[only].name
        case _:
            return ""

"""Describes trees of games as data."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl_interpreter.explore import Exploration
from gamedsl_interpreter.perft import Level


def level_data(level: Level) -> JsonObject:
    """Returns a level of `perft` as JSON."""
    return {"depth": level.depth, "leaves": level.leaves, "positions": level.positions, "ended": level.ended}


def exploration_data(game: Game, found: Exploration) -> JsonObject:
    """Returns a tree as JSON: seats by their names, values as fractions in texts; null where something is unknown."""
    seats = game.seats
    sets = found.information_sets or (None,) * len(seats)
    values = [None] * len(seats) if found.values is None else list(map(str, found.values))
    return {
        "depth": found.depth,
        "states": found.states,
        "nodes": found.nodes,
        "leaves": found.leaves,
        "cut": found.cut,
        "shortest": found.shortest,
        "longest": found.longest,
        "endings": [{"winners": [seats[s] for s in first], "leaves": number} for first, number in found.endings],
        "seats": [
            {"name": name, "value": value, "information_sets": number}
            for name, value, number in zip(seats, values, sets, strict=True)
        ],
    }

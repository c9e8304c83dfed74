"""The ranges of numbers that the values of types take."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.bytes.scales import kinds_of
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game


def span(of: types.Type) -> tuple[int, int]:
    """Returns the least and greatest number of a scalar type (without none)."""
    match of:
        case types.Flag():
            return 0, 1
        case types.Int(low, high):
            return low, high
        case types.Enum(_, size) | types.Position(_, size) | types.Player(size) | types.Row(_, size):
            return 0, size - 1
        case types.Direction():
            return 0, 7
        case types.Optional(inner):
            return span(inner)
        case types.Kind() | types.Zone():
            return 0, 1 << 16
        case types.Nothing() | types.Unknown():
            return 0, 0
        case (
            types.Piece() | types.ListOf() | types.SetOf() | types.Bag() | types.Pieces() | types.Ranking()
        ):  # fmt: skip
            raise AssertionError(f"{type(of).__name__} is no number")
        case _:
            assert_never(of)


def scale_span(game: Game, of: types.Type) -> tuple[int, int]:
    """Returns the first number of an element type of sets and bags, and how many numbers it has."""
    match of:
        case types.Flag():
            return 0, 2
        case types.Int(low, high):
            return low, high - low + 1
        case types.Enum(_, size) | types.Position(_, size) | types.Player(size) | types.Row(_, size):
            return 0, size
        case types.Direction():
            return 0, 8
        case types.Kind(classes):
            # The first kind of the classes, and the number of kinds up to the last one (gaps included).
            kinds = kinds_of(game, classes)
            return (min(kinds), max(kinds) - min(kinds) + 1) if kinds else (0, 0)
        case types.Optional(inner):
            return scale_span(game, inner)
        case types.Unknown():
            return 0, 0
        case _:
            raise AssertionError(f"{type(of).__name__} has no numbers")


def highest_score(game: Game) -> int:
    """Returns a bound for the sum of a seat's score lines: it lies between minus this number and this number."""
    spans = [span(game.functions[line.function].body.type) for line in game.scores]
    return sum(max(abs(low), abs(high)) for low, high in spans)

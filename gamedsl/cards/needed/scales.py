"""Finds numbers that the table has for each value of a type, such as the price of each good, and makes a board with a row for each: a marker in the row says
how large the number is."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cards.boards import USUAL, Board, Cell
from gamedsl.cards.faces import Face, Looks, entry
from gamedsl.cards.geometry import Plan, Spot
from gamedsl.cards.pieces import Piece, Size
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.types import BoardId, EnumId
from gamedsl.json import JsonObject
from gamedsl.page.colours import PAPER, mix
from gamedsl.reports.titles import inside_sentence
from gamedsl.values import frozen

_LONGEST, _MOST = 24, 10
"""The most numbers in a row, and the most rows: longer scales are noted on paper."""
_NO_BOARD = BoardId(-1)


@frozen
class Scale:
    """A number of the table for each value of a type."""

    field: FieldSpec
    of: EnumId
    low: int
    high: int


def scales_of(game: Game, look: JsonObject) -> Iterator[Scale]:
    """Yields the scales of a game, without those that the look file hides."""
    routes = {shape.edges for shape in game.about.shapes}
    for field in fields_for_players(game):
        own = entry(look, "field", field.name)
        if own.get("hide") or own.get("token") is False or field.reset is not None:
            continue
        match field.type, [one.type for one in field.dimensions]:
            case types.Int(low, high), [types.Enum(of, size)] if (
                of not in routes and high - low < _LONGEST and size <= _MOST
            ):
                yield Scale(field, of, low, high)
            case _:
                pass


def scale_board(looks: Looks, scale: Scale) -> Board:
    """Returns a scale as a board. The number with which each row begins has a ground in the colour of its value."""
    numbers = range(scale.low, scale.high + 1)
    cells: list[Cell] = []
    for row, start in enumerate(scale.field.start):
        style = looks.word(scale.of, row)
        wide = len(numbers) + 1
        head = Spot(_NO_BOARD, row * wide, 0, row)
        cells.append(Cell(head, style.word, None, (style.word,), (style,), False, frozenset()))
        for column, number in enumerate(numbers):
            spot = Spot(_NO_BOARD, row * wide + column + 1, column + 1, row)
            ground = mix(style.colour, PAPER, 0.25) if number == start else None
            text = str(number).replace("-", "−")
            cells.append(Cell(spot, text, ground, (text,), (), False, frozenset()))
    plan = Plan("square", tuple(one.spot for one in cells), (), len(numbers) + 1, len(scale.field.start))
    title = looks.label("field", scale.field.name)
    name = f"scale {scale.field.name}"
    return Board(name, title, plan, tuple(cells), Size(USUAL, USUAL), False, (), (), (), None, None)


def scale_markers(looks: Looks, scale: Scale) -> Iterator[Piece]:
    """Yields a marker for each row of a scale."""
    called = f"for the {inside_sentence(looks.label('field', scale.field.name))}"
    words = (f"marker {called}", f"markers {called}")
    for value in range(len(scale.field.start)):
        style = looks.word(scale.of, value)
        key = (f"field {scale.field.name}", style.word)
        yield Piece(key, words[0], 0, Face("token", style.word, style), 1, words=words)

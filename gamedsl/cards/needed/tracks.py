"""Finds lists of numbers in the rules that become tracks on which players move a pawn. Pages use the same rule: see `page/src/boards/tracks.ts`."""

from __future__ import annotations

from gamedsl.cards.boards import USUAL, Board, Cell
from gamedsl.cards.faces import Looks
from gamedsl.cards.geometry import Spot, row_plan
from gamedsl.cards.pieces import Size
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.types import BoardId
from gamedsl.reports.titles import title_of
from gamedsl.values import evolve, frozen

_LEAST = 8
"""The shortest list that becomes a track."""
_NO_BOARD = BoardId(-1)


@frozen
class Track:
    """A number of each player that moves along a list: up to its end, or one step beyond."""

    field: FieldSpec
    column: ColumnSpec
    steps: int


def tracks_of(game: Game) -> tuple[Track, ...]:
    """Returns all tracks of a game."""
    found: list[Track] = []
    for field in fields_for_players(game):
        is_seats = len(field.dimensions) == 1 and isinstance(field.dimensions[0].type, types.Player)
        if not is_seats or not isinstance(field.type, types.Int):
            continue
        column = next((one for one in game.about.columns if _fits(game, one, field.type)), None)
        if column is not None:
            found.append(Track(field, column, field.type.high - field.type.low + 1))
    return tuple(found)


def _fits(game: Game, column: ColumnSpec, of: types.Int) -> bool:
    if column.of != "table" or game.tables[column.number].row_names:
        return False
    spec = game.tables[column.number]
    low, size = (spec.lows[0], spec.sizes[0]) if len(spec.sizes) == 1 else (0, 0)
    return size >= _LEAST and of.low == low and of.high in (low + size - 1, low + size)


def track_board(looks: Looks, track: Track) -> Board:
    """Returns a track as a board: a row of the numbers, which runs back below itself if it is long."""
    plan = row_plan(_NO_BOARD, track.steps)
    values = [str(value).replace("-", "−") for value in track.column.values]
    cells = tuple(_cell(spot, values[spot.place] if spot.place < len(values) else "×") for spot in plan.spots)
    label = looks.label("field", track.field.name)
    title = title_of(track.column.name)
    past = "" if track.steps <= len(values) else " × is past its end."
    note = f"{label}: each player has a pawn here, which moves along the arrows.{past}"
    board = Board(f"track {track.column.name}", title, plan, cells, Size(USUAL, USUAL), False, (), (), (), None, None)
    return evolve(board, is_path=True, note=note)


def _cell(spot: Spot, name: str) -> Cell:
    return Cell(spot, name, None, (), (), False, frozenset())

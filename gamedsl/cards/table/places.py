"""Finds where zones and fields belong on the table: to a place of a board, to a seat, or to an element of a type."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.shown import fields_for_players, zones_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Dimension, FieldSpec, Game, ZoneSpec
from gamedsl.graph.text.names import value_text
from gamedsl.values import frozen


@frozen
class Where:
    """Where an instance belongs: `place` is a board and the number of a place, `rest` are the other elements to which it belongs, as texts."""

    place: tuple[int, int] | None
    seat: int | None
    rest: tuple[str, ...]


def where_of(game: Game, dimensions: Sequence[Dimension], flat: int) -> Where:
    """Returns where an instance with this flat index belongs."""
    place: tuple[int, int] | None = None
    seat: int | None = None
    rest: list[str] = []
    for dimension in reversed(dimensions):
        flat, at = divmod(flat, max(dimension.size, 1))
        value = at + dimension.low
        match dimension.type:
            case types.Position(board) if place is None:
                place = part_of(game, board, value)
            case types.Player() if seat is None:
                seat = value
            case of:
                rest.append(value_text(game, value, of))
    return Where(place, seat, tuple(reversed(rest)))


def own_boards(game: Game) -> frozenset[int]:
    """Returns the boards of which every player has one: the rules say so, or everything that lies and is written on the board belongs to a player."""
    return frozenset(board for board in range(len(game.boards)) if _is_own(game, board))


def _is_own(game: Game, board: int) -> bool:
    shape = game.about.shapes[board]
    if shape.is_owned:
        return True
    is_joined = any(board in other.parts or other.around == board for other in game.about.shapes)
    if shape.kind not in ("grid", "hex") or is_joined:
        return False
    families: list[ZoneSpec | FieldSpec] = [*zones_for_players(game), *fields_for_players(game)]
    here = [one.dimensions for one in families if any(_is_of_board(of, board) for of in one.dimensions)]
    return bool(here) and all(len(of) == 2 and isinstance(of[0].type, types.Player) for of in here)


def _is_of_board(dimension: Dimension, board: int) -> bool:
    return isinstance(dimension.type, types.Position) and dimension.type.board == board


def find_place(game: Game, board: int, name: str) -> tuple[int, int] | None:
    """Returns the board on which the place with this name is drawn, and its number there; None if the board has no such place."""
    places = game.boards[board].places
    return part_of(game, board, places.index(name)) if name in places else None


def part_of(game: Game, board: int, place: int) -> tuple[int, int]:
    """Returns the board on which a place is drawn, and its number there. The places of a union of boards are those of its parts, one part after the other."""
    shape = game.about.shapes[board]
    if shape.kind != "union":
        return board, place
    for part in shape.parts:
        size = len(game.boards[part].places)
        if place < size:
            return part_of(game, part, place)
        place -= size
    return board, place

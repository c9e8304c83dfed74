"""Prepares boards for printing: the size of their places, the grounds, and the titles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from gamedsl.cards.faces import Looks, bare, entry
from gamedsl.cards.geometry import Plan, Spot, plan_of
from gamedsl.cards.pieces import Size
from gamedsl.cards.style import Style
from gamedsl.cards.words import column_name, place_name, row_name, seat_title
from gamedsl.graph.analysis.shown import zones_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import BoardId, SeatId
from gamedsl.json import JsonObject
from gamedsl.page.colours import GROUNDS, PAPER, Colour, mix
from gamedsl.page.grounds import Ground, grounds_of
from gamedsl.reports.titles import title_of
from gamedsl.values import frozen
from gamedsl_interpreter.hosting.model import model_of

USUAL, TIGHT, WIDE = 20.0, 12.0, 34.0
"""Sides of places in millimetres: for one token, for one small token, for several tokens."""
_ROOM = 6.0
"""The margin of a place around a card."""

Grounds: TypeAlias = Mapping[str, Ground]
"""The grounds of boards, by the names of the boards."""


def grounds_in(game: Game, look: JsonObject) -> Grounds:
    """Returns the grounds of the boards of a game, which take a while to find."""
    return grounds_of(model_of(game), look) if game.boards else {}


@frozen
class Cell:
    """A place: its name, its ground, the emblems and words on it, whether it is dark on a chequered board, and the sides on which territories end."""

    spot: Spot
    name: str
    ground: Colour | None
    words: tuple[str, ...]
    emblems: tuple[Style, ...]
    is_dark: bool
    edges: frozenset[str]


@frozen
class Route:
    """A line of a graph: its name, its numbers and flags in words, and the looks of its other values, the first of which colours it."""

    name: str
    words: tuple[str, ...]
    styles: tuple[Style, ...]
    signs: int = 0
    """The signs of a position that its label has room for, before its name."""
    owner: Colour | None = None
    """The colour of the player whose it is in a position."""


@frozen
class Board:
    """A board. `cell` is the size of its places; `is_fixed` forbids making it smaller. `rows` and `columns` are their names beside it, each with the place
    that it belongs to; `routes` are the named lines of a graph."""

    name: str
    title: str
    plan: Plan
    cells: tuple[Cell, ...]
    cell: Size
    is_fixed: bool
    rows: tuple[tuple[str, int], ...]
    columns: tuple[tuple[str, int], ...]
    routes: tuple[Route, ...]
    seat: SeatId | None
    colour: Colour | None
    is_lined: bool = False
    """Whether pieces lie on the crossings of its lines."""
    is_path: bool = False
    """Whether pawns move along it, from each place to the next."""
    note: str = ""


def is_bare_mat(board: Board) -> bool:
    """Whether a board is nothing but places for cards: it says nothing that the cards on the table do not say, and would need much paper for that."""
    return (
        board.is_fixed
        and not board.plan.lines
        and not any(one.words or one.emblems or one.ground or one.edges for one in board.cells)
    )


def board_of(
    game: Game, looks: Looks, look: JsonObject, grounds: Grounds, number: BoardId, seat: SeatId | None, card: Size
) -> Board:
    """Returns a board of a game; `grounds` are the grounds of its boards; `seat` is the owner, if every player has a board of this kind."""
    board, shape = game.boards[number], game.about.shapes[number]
    plan = plan_of(game, number)
    title = looks.label("board", board.name)
    cell, is_fixed = _cell(game, looks, plan, card)
    has_rim = any(spot.is_rim for spot in plan.spots)
    is_numbered = shape.kind in ("grid", "hex") and not has_rim and seat is None
    return Board(
        board.name,
        title if seat is None else f"{title}: {seat_title(game.seats[seat])}",
        plan,
        tuple(_cells(game, looks, look, grounds.get(board.name), number, plan)),
        cell,
        is_fixed,
        _label_rows(game, number, 0) if is_numbered else (),
        _label_rows(game, number, 1) if is_numbered else (),
        tuple(_routes(game, looks, shape.edges)) if shape.edges is not None and plan.lines else (),
        seat,
        None if seat is None else looks.seat(seat),
        is_lined=plan.kind == "square" and grounds.get(board.name) == "crossings",
    )


def _routes(game: Game, looks: Looks, edges: int) -> Iterator[Route]:
    """Yields the named lines of a graph, each with the values in the columns of its table."""
    columns = [one for one in game.about.columns if one.of == "enum" and one.number == edges]
    for number, name in enumerate(game.enums[edges].values):
        values = [(one, one.values[number]) for one in columns]
        styles = [style for one, value in values if (style := looks.value(one.type, value)) is not None]
        words = [
            title_of(one.name) if value is True else str(value)
            for one, value in values
            if isinstance(bare(one.type), types.Int | types.Flag) and value is not None and value is not False
        ]
        yield Route(title_of(name), tuple(words), tuple(styles))


def _label_rows(game: Game, number: BoardId, of: int) -> tuple[tuple[str, int], ...]:
    """Returns the players' name for each row (or column), or its number, with its first place."""
    name = column_name if of else row_name
    found: dict[int, int] = {}
    for place, at in enumerate(game.boards[number].at):
        found.setdefault(at[of], place)
    return tuple((name(game, number, at), place) for at, place in found.items())


# ---------------------------------------------------------------- sizes


def _cell(game: Game, looks: Looks, plan: Plan, card: Size) -> tuple[Size, bool]:
    """Returns the size of a board's places, and whether the pieces on them require it."""
    boards = {spot.board for spot in plan.spots}
    lying = [zone for zone in zones_for_players(game) if _boards_of(game, zone) & boards]
    classes = {of for zone in lying for of in zone.classes}
    if any(looks.kind(game.classes[of].first).form == "card" for of in classes):
        wide, high = card.width + _ROOM, card.height + _ROOM
        side = max(wide, high)
        return (Size(wide, high) if plan.kind == "square" else Size(side, side)), True
    if plan.tall > 1:
        return Size(USUAL, USUAL * plan.tall), False
    side = WIDE if any(zone.form != "slot" and zone.capacity != 1 for zone in lying) else USUAL
    return Size(side, side), False


def _boards_of(game: Game, zone: ZoneSpec) -> set[BoardId]:
    """Returns the boards on whose places a zone lies."""
    return {
        board
        for dimension in zone.dimensions
        if isinstance(dimension.type, types.Position)
        for board in _parts(game, dimension.type.board)
    }


def _parts(game: Game, board: BoardId) -> Iterator[BoardId]:
    shape = game.about.shapes[board]
    if shape.kind != "union":
        yield board
    for part in shape.parts:
        yield from _parts(game, part)


# ---------------------------------------------------------------- the ground


def _cells(
    game: Game, looks: Looks, look: JsonObject, floor: Ground | None, number: BoardId, plan: Plan
) -> Iterator[Cell]:
    layers = [(one, _is_territory(game, number, one)) for one in game.about.columns if _is_layer(one, number)]
    side = next((one for one, _ in layers if _is_side(game, one)), None)
    layers = [(one, is_territory) for one, is_territory in layers if one is not side]
    is_chequered = plan.kind == "square" and floor == "chequer"
    is_owned = game.about.shapes[number].is_owned
    for spot in plan.spots:
        own = game.boards[spot.board]
        name = place_name(game, spot.board, spot.place)
        is_own = spot.board == number
        ground, words, emblems, edges = _ground(looks, spot, plan, layers) if is_own else (None, [], [], set[str]())
        edge = _edge_seat(game, look, number, spot) if is_own else None
        if edge is None and is_own and side is not None:
            edge = SeatId(int(str(side.values[spot.place])) - 1)
        if edge is not None:
            ground = mix(looks.seat(edge), PAPER, 0.22)
        row, column = own.at[spot.place]
        if is_owned and ground is None and len(emblems) == 1:
            ground = mix(emblems[0].colour, PAPER, 0.3)
        is_dark = is_chequered and is_own and (row + column) % 2 == 1
        yield Cell(spot, name, ground, tuple(words), tuple(emblems), is_dark, frozenset(edges))


def _is_side(game: Game, column: ColumnSpec) -> bool:
    """Whether a layer contains numbers of seats, which tell whose side of the board a place is on."""
    seats = range(1, len(game.seats) + 1)
    return column.name in _SIDES and set(column.values) == set(seats)


_SIDES = ("side", "owner")


def _is_layer(column: ColumnSpec, board: BoardId) -> bool:
    is_shown = column.name not in ("row", "col", "column")
    return (
        column.of == "board"
        and column.number == board
        and is_shown
        and isinstance(bare(column.type), types.Enum | types.Flag | types.Int)
    )


def _ground(
    looks: Looks, spot: Spot, plan: Plan, layers: list[tuple[ColumnSpec, bool]]
) -> tuple[Colour | None, list[str], list[Style], set[str]]:
    """Returns the colour, words, emblems and borders of a place."""
    ground: Colour | None = None
    words: list[str] = []
    emblems: list[Style] = []
    edges: set[str] = set()
    for column, is_territory in layers:
        value = column.values[spot.place]
        style = looks.value(column.type, value)
        if value is None or value is False:
            continue
        if style is None:
            words.append(title_of(column.name) if value is True else f"{title_of(column.name)} {value}")
        elif is_territory and isinstance(value, int):
            ground = GROUNDS[value % len(GROUNDS)]
            words.append(style.word)
            edges |= _borders(column, spot, plan)
        else:
            words.append(style.word)
            emblems.append(style)
    return ground, words, emblems, edges


def _borders(column: ColumnSpec, spot: Spot, plan: Plan) -> set[str]:
    """Returns the sides on which another territory begins."""
    at = {(one.x, one.y): one for one in plan.spots if one.board == spot.board}
    found: set[str] = set()
    for side, right, down in (("left", -1, 0), ("right", 1, 0), ("top", 0, -1), ("bottom", 0, 1)):
        other = at.get((spot.x + right, spot.y + down))
        if other is None or column.values[other.place] != column.values[spot.place]:
            found.add(side)
    return found


def _is_territory(game: Game, board: BoardId, column: ColumnSpec) -> bool:
    """Whether equal values of a layer are connected, with at least two places per value on average."""
    if not isinstance(bare(column.type), types.Enum):
        return False
    at = game.boards[board].at
    where = {place: number for number, place in enumerate(at)}
    left = set(range(len(at)))
    patches = 0
    while left:
        patches += 1
        todo = [left.pop()]
        while todo:
            row, down = at[todo.pop()]
            value = column.values[where[row, down]]
            for beside in ((row + 1, down), (row - 1, down), (row, down + 1), (row, down - 1)):
                other = where.get(beside)
                if other is not None and other in left and column.values[other] == value:
                    left.discard(other)
                    todo.append(other)
    return patches == len(set(column.values)) and patches * 2 <= len(at)


def _edge_seat(game: Game, look: JsonObject, board: BoardId, spot: Spot) -> SeatId | None:
    """Returns the seat to which the look file gives the edge on which a place lies; None if there is none."""
    edges = entry(look, "board", game.boards[board].name)
    rows = [row for row, _ in game.boards[board].at]
    columns = [column for _, column in game.boards[board].at]
    row, column = game.boards[board].at[spot.place]
    touched = {
        "north": row == min(rows),
        "south": row == max(rows),
        "west": column == min(columns),
        "east": column == max(columns),
    }
    seats = {seat for side, is_there in touched.items() if is_there and isinstance(seat := edges.get(side), int)}
    found = seats.pop() - 1 if len(seats) == 1 else -1
    return found if 0 <= found < len(game.seats) else None

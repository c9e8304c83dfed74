"""Draws boards as marks in their real size, with the top left corner at 0, 0."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

from gamedsl.cards.boards import TIGHT, USUAL, WIDE, Board, Cell
from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import Area, Ink, box, fit_text
from gamedsl.cards.drawing.marks import Box, Circle, Line, Mark, Ruler, Shape, Sign
from gamedsl.cards.drawing.routes import Drawn, draw_routes, route_labels, route_lines
from gamedsl.cards.geometry import HEX_HEIGHT, Plan, star_points
from gamedsl.cards.pieces import Size
from gamedsl.cards.style import Style
from gamedsl.page.colours import INK, LINE, PALETTE, PAPER, SOFT, WATER, Colour, mix
from gamedsl.values import evolve

OVERLAP = 10.0
"""The overlap of the parts of a board."""
_WORDS, _LETTERS = 7.0, 12.0
"""The greatest height of words on a place, in millimetres, and the size of their letters in points."""
_LEAST_WORDS = 3.4
"""The height of words on a small place, where a share of its height would leave no room for letters that people can read, in millimetres."""
_READABLE, _BELOW_LETTERS = 7.0, 8.0
"""The least size of words on a place, and the size of names below them, in points."""
_ROUND = 0.84
"""The width of a round place, relative to the room that it has."""
LARGEST = 30.0
"""The side up to which places with words grow where the sheet has room, in millimetres."""
_STEP = 0.25
"""The step by which places are made smaller."""
HEAD, EDGE = 9.0, 6.0
"""Space for the title above a board, and around it for the names of rows and columns."""
_BELOW = mix(PALETTE[0], PAPER, 0.18)
_DARK, _BORDER = mix(PALETTE[9], PAPER, 0.3), mix(INK, PAPER, 0.55)


def extent(board: Board, cell: Size) -> Size:
    """Returns the size of a board with places of this size."""
    high = (board.plan.height - 1) * cell.height + (
        cell.width / HEX_HEIGHT if board.plan.kind == "hex" else cell.height
    )
    return Size(board.plan.width * cell.width + 2 * EDGE, high + HEAD + 2 * EDGE)


def cell_for(board: Board, room: Size) -> Size:
    """Returns the size of a board's places: the largest that needs the fewest pages; places with words may grow to fill the sheet."""
    if board.is_fixed:
        return board.cell
    least = TIGHT / USUAL * board.cell.width
    steps = int((board.cell.width - least) / _STEP)
    sides = [board.cell.width - number * _STEP for number in range(steps + 1)]
    cells = [Size(side, side * board.plan.tall) for side in sides]
    best = min(cells, key=lambda cell: _pages(board, cell, room))
    return best if best.width < board.cell.width or board.plan.tall > 1 else _grow(board, best, room)


def fit_to_sheet(board: Board, room: Size) -> Board:
    """Returns a board for one sheet where cards would make it larger, or its lines: cards then lie beside its places, and the lines of a map become shorter
    before its places become smaller. Other boards, and a map with too many places for one sheet, stay as they are."""
    if board.plan.kind == "graph" and len(board.plan.spots) > 1:
        return _fit_map(board, room)
    if not board.is_fixed or _pages(board, board.cell, room) == 1:
        return board
    side = board.cell.width
    while side > TIGHT and _pages(board, _scaled(board, side), room) > 1:
        side -= _STEP
    return evolve(board, cell=_scaled(board, side))


def _scaled(board: Board, side: float) -> Size:
    """Returns the size of places with this width and the form of the board's own."""
    return Size(side, side * board.cell.height / board.cell.width)


def _fit_map(board: Board, room: Size) -> Board:
    side = min(board.cell.width, WIDE)
    while side >= TIGHT:
        plans = [_shorten(board.plan, side, one) for one in (Size(room.height, room.width), room)]
        best = max(plans, key=_nearest)
        if (_nearest(best) - 1) * side >= _BETWEEN:
            cells = tuple(evolve(one, spot=spot) for one, spot in zip(board.cells, best.spots, strict=True))
            return evolve(board, plan=best, cells=cells, cell=Size(side, side), is_fixed=True)
        side -= _STEP
    return board


_BETWEEN = 9.0
"""The least space between the places of a map, in which lines and names are seen, in millimetres."""


def _shorten(plan: Plan, side: float, room: Size) -> Plan:
    """Returns a map whose places have this side with lines that are short enough for a sheet."""
    across = _share(plan.width, (room.width - 2 * EDGE) / side)
    down = _share(plan.height, (room.height - HEAD - 2 * EDGE) / side)
    spots = tuple(evolve(one, x=one.x * across, y=one.y * down) for one in plan.spots)
    return evolve(plan, spots=spots, width=(plan.width - 1) * across + 1, height=(plan.height - 1) * down + 1)


def _share(size: float, free: float) -> float:
    """Returns the part of a map's length, in places, that a sheet has room for: 1 if it is as long as that."""
    return min(1.0, max(0.0, free - 1) / max(size - 1, 0.01))


def _nearest(plan: Plan) -> float:
    """Returns the least distance of two places of a map, in places."""
    return min(math.hypot(one.x - other.x, one.y - other.y) for one, other in combinations(plan.spots, 2))


def _pages(board: Board, cell: Size, room: Size) -> int:
    whole = extent(board, cell)
    return math.prod(parts(whole, fitting_room(whole, room)))


def _grow(board: Board, cell: Size, room: Size) -> Size:
    """Returns the largest places for which the sheet has room, so that words on them are easier to read."""
    if not _has_words(board) or _pages(board, cell, room) > 1:
        return cell
    side = cell.width
    while side + _STEP <= LARGEST and _pages(board, Size(side + _STEP, side + _STEP), room) == 1:
        side += _STEP
    return Size(side, side)


def _has_words(board: Board) -> bool:
    """Whether something is written or drawn on the places of a board; stones and men on plain places need no more room."""
    return (
        board.is_path
        or any(one.words or one.emblems for one in board.cells)
        or any(one.spot.is_rim for one in board.cells)
    )


def fitting_room(whole: Size, room: Size) -> Size:
    """Returns the printable area, upright or lying, whichever needs fewer pages for this size."""
    return min((room, Size(room.height, room.width)), key=lambda one: math.prod(parts(whole, one)))


def parts(whole: Size, room: Size) -> tuple[int, int]:
    """Returns the numbers of columns and rows into which a board is divided to fit on pages."""
    return _part(whole.width, room.width), _part(whole.height, room.height)


def _part(whole: float, room: float) -> int:
    return 1 if whole <= room + 0.01 else math.ceil((whole - OVERLAP) / (room - OVERLAP))


def board_marks(ruler: Ruler, board: Board, cell: Size) -> tuple[Mark, ...]:
    """Draws a board with places of this size."""
    return tuple(_marks(ruler, board, cell))


def _marks(ruler: Ruler, board: Board, cell: Size) -> Iterator[Mark]:
    whole = extent(board, cell)
    title = Area(EDGE, 1, whole.width - 2 * EDGE, HEAD - 2)
    yield from fit_text(ruler, board.title, title, Ink(14, board.colour or INK, True), "left")
    routes = routes_on(ruler, board, cell)
    yield from route_lines(routes)
    if board.is_lined:
        yield from _crossings(board, cell)
    for one in board.cells:
        yield from _cell(ruler, board, one, cell)
    if has_names_below(ruler, board, cell):
        for one in board.cells:
            below = _name_area(ruler, one, _area(board, one.spot.x, one.spot.y, cell).inner(_margin(cell)))
            yield box(below, PAPER, radius=0.6)
            yield from fit_text(ruler, _text_below(one), below, Ink(_BELOW_LETTERS, INK, True))
    yield from route_labels(ruler, routes)
    if board.is_path:
        yield from _arrows(board, cell)
    if board.note:
        below = Area(EDGE, whole.height - EDGE + 0.3, whole.width - 2 * EDGE, EDGE - 0.6)
        yield from fit_text(ruler, board.note, below, Ink(9, SOFT), "left")
    yield from _borders(board, cell)
    yield from _numbers(ruler, board, cell)


def routes_on(ruler: Ruler, board: Board, cell: Size) -> tuple[Drawn, ...]:
    """Returns the lines of a graph with places of this size."""
    areas = [_area(board, spot.x, spot.y, cell).inner(_margin(cell)) for spot in board.plan.spots]
    is_below = has_names_below(ruler, board, cell)
    names = [_name_area(ruler, one, area) for one, area in zip(board.cells, areas, strict=True)]
    return draw_routes(ruler, board, areas, names if is_below else ()) if board.plan.lines else ()


def _margin(cell: Size) -> float:
    """Returns the space around a round place."""
    return cell.width * (1 - _ROUND) / 2


def _area(board: Board, x: float, y: float, cell: Size) -> Area:
    return Area(EDGE + x * cell.width, HEAD + EDGE + y * cell.height, cell.width, cell.height)


def _cell(ruler: Ruler, board: Board, one: Cell, cell: Size) -> Iterator[Mark]:
    area = _area(board, one.spot.x, one.spot.y, cell)
    ground = one.ground or (WATER if one.spot.is_rim else _DARK if one.is_dark else PAPER)
    match board.plan.kind:
        case "hex":
            high = cell.width / HEX_HEIGHT
            area = Area(area.x, area.y, cell.width, high)
            yield Shape((_hexagon(area),), ground, _BORDER, 0.3)
        case "graph":
            area = area.inner(_margin(cell))
            yield Circle(area.x + area.width / 2, area.y + area.height / 2, area.width / 2, ground, _BORDER, 0.4)
        case _ if board.plan.tall > 1:
            yield from _point(ruler, one, area)
            return
        case _ if board.is_lined:
            return
        case _ if board.is_path:
            yield from _step(ruler, one, area)
            return
        case _:
            yield Box(area.x, area.y, area.width, area.height, ground, LINE if one.spot.is_rim else _BORDER, 0.25)
    if one.spot.is_rim and ground == WATER:
        yield from _waves(area)
    if board.plan.kind == "graph":
        yield from _round_content(ruler, one, area, ground, is_named=not has_names_below(ruler, board, cell))
        return
    yield from _content(ruler, board, one, area, ground)


def _waves(area: Area) -> Iterator[Mark]:
    """Draws the sea on the places around a board."""
    side, colour = area.width * 0.5, mix(PALETTE[1], WATER, 0.22)
    yield Sign("i-wave", area.x + (area.width - side) / 2, area.y + area.height * 0.42, side, colour, WATER)


def _step(ruler: Ruler, one: Cell, area: Area) -> Iterator[Mark]:
    """Draws a place of a path as a circle, with its number where a pawn does not cover it. Places below 0 are red, places past the end are grey."""
    is_past = not one.name.removeprefix("−").isdigit()
    ground = mix(INK, PAPER, 0.12) if is_past else _BELOW if one.name.startswith("−") else WATER
    x, y, radius = area.x + area.width / 2, area.y + area.height / 2, area.width * 0.41
    yield Circle(x, y, radius, ground, _BORDER, 0.4)
    name = Area(x - radius * 0.7, y - radius * 0.8, radius * 1.4, radius * 0.62)
    yield from fit_text(ruler, one.name, name, Ink(13, INK, True))


def _point(ruler: Ruler, one: Cell, area: Area) -> Iterator[Mark]:
    """Draws a place for a column of pieces as a triangle, with its name outside the board."""
    is_below = one.spot.y >= 1
    base, tip = (
        (area.y + area.height, area.y + area.height * 0.12) if is_below else (area.y, area.y + area.height * 0.88)
    )
    yield Box(area.x, area.y, area.width, area.height, PAPER)
    outline = ((area.x, base), (area.x + area.width, base), (area.x + area.width / 2, tip))
    yield Shape((outline,), _DARK if one.spot.place % 2 else mix(_DARK, PAPER, 0.3), _BORDER, 0.2)
    yield Line(area.x, base, area.x + area.width, base, _BORDER, 0.5)
    outside = Area(area.x, base + 0.5 if is_below else base - EDGE + 0.5, area.width, EDGE - 1)
    yield from fit_text(ruler, one.name, outside, Ink(9, SOFT))


def _crossings(board: Board, cell: Size) -> Iterator[Mark]:
    """Draws the lines of a board whose pieces lie on crossings, with star points."""
    across, down = round(board.plan.width), round(board.plan.height)
    areas = {(x, y): _area(board, x, y, cell) for x in range(across) for y in range(down)}
    middles = {at: (one.x + one.width / 2, one.y + one.height / 2) for at, one in areas.items()}
    for x in range(across):
        yield Line(*middles[x, 0], *middles[x, down - 1], _BORDER, 0.25)
    for y in range(down):
        yield Line(*middles[0, y], *middles[across - 1, y], _BORDER, 0.25)
    for x, y in star_points(across, down):
        yield Circle(*middles[x, y], max(0.45, cell.width * 0.07), _BORDER)


def _hexagon(area: Area) -> tuple[tuple[float, float], ...]:
    left, right, top, bottom = area.x, area.x + area.width, area.y, area.y + area.height
    middle, quarter = area.x + area.width / 2, area.height / 4
    return (
        (middle, top),
        (right, top + quarter),
        (right, bottom - quarter),
        (middle, bottom),
        (left, bottom - quarter),
        (left, top + quarter),
    )


def _content(ruler: Ruler, board: Board, one: Cell, area: Area, ground: Colour) -> Iterator[Mark]:
    """Draws the content of a place: emblems and words at its top, and its name if nothing else shows it."""
    top = area.y + area.height * (0.24 if board.plan.kind == "hex" else 0.06)
    high = min(max(area.height * 0.2, _LEAST_WORDS), area.height * 0.4, _WORDS)
    inner = Area(area.x + area.width * 0.08, top, area.width * 0.84, high)
    text = " · ".join(one.words)
    if one.spot.is_rim or not (text or board.rows or board.cells[0].words):
        text = one.name
    elif text and not board.rows and board.seat is None and "·" not in one.name and one.name not in one.words:
        text = f"{one.name} · {text}"
    is_beside = False
    if one.emblems:
        side = inner.height * 1.25
        for number, style in enumerate(one.emblems):
            yield from _small(ruler, style, Area(inner.x + number * side, inner.y, side, side), ground)
        taken = len(one.emblems) * side + 0.5
        room = max(inner.width - taken, 1)
        is_beside = ruler.width(text, _READABLE, False) <= room or area.height < side + 2 * high
        inner = Area(inner.x + taken, inner.y, room, side) if is_beside else evolve(inner, y=inner.y + side)
    if text:
        size = min(max(area.width * 0.42, _READABLE), _LETTERS)
        yield from fit_text(ruler, text, inner, Ink(size, SOFT), "left" if is_beside else "middle")


def _round_content(ruler: Ruler, one: Cell, area: Area, ground: Colour, *, is_named: bool) -> Iterator[Mark]:
    """Draws the content of a round place: its name if it is not below it, and emblems in a row under the name."""
    top = area.y + area.height * 0.08
    if is_named:
        name = Area(area.x + area.width * 0.1, top, area.width * 0.8, area.height * 0.28)
        size = min(max(area.width * 0.42, _READABLE), _LETTERS)
        yield from fit_text(ruler, one.name, name, Ink(size, SOFT))
        top += name.height
    side = min(area.height * 0.25, _WORDS * 1.25, area.width * 0.6 / max(len(one.emblems), 1))
    left = area.x + (area.width - side * len(one.emblems)) / 2
    for number, style in enumerate(one.emblems):
        yield from _small(ruler, style, Area(left + number * side, top, side, side), ground)


def has_names_below(ruler: Ruler, board: Board, cell: Size) -> bool:
    """Whether the names of round places are written below them: some would be too small to read inside, or words belong to them."""
    wide = cell.width * _ROUND * 0.8
    return board.plan.kind == "graph" and any(
        _text_below(one) != one.name or ruler.width(one.name, _READABLE, False) > wide for one in board.cells
    )


def _text_below(one: Cell) -> str:
    """Returns the text below a round place: its name, and its words without an emblem."""
    return " · ".join((one.name, *(word for word in one.words if word not in [style.word for style in one.emblems])))


def _name_area(ruler: Ruler, one: Cell, area: Area) -> Area:
    wide = ruler.width(_text_below(one), _BELOW_LETTERS, True) + 1
    return Area(area.x + (area.width - wide) / 2, area.y + area.height + 0.3, wide, 3.4)


def _small(ruler: Ruler, style: Style, area: Area, ground: Colour) -> Iterator[Mark]:
    yield from emblem(ruler, style, area, style.colour, PAPER if ground == PAPER else ground)


def _arrows(board: Board, cell: Size) -> Iterator[Mark]:
    """Draws an arrow from each place of a path to the next."""
    for one, other in pairwise(board.cells):
        start, end = (_area(board, at.spot.x, at.spot.y, cell) for at in (one, other))
        x, y = (start.x + end.x + cell.width) / 2, (start.y + end.y + cell.height) / 2
        right, down = (end.x - start.x) / cell.width, (end.y - start.y) / cell.height
        long, half = 1.3, 1.2
        tip = (x + right * long, y + down * long)
        base = [(x - right * long - side * down * half, y - down * long + side * right * half) for side in (-1, 1)]
        yield Shape((((tip), *base),), SOFT)


def _borders(board: Board, cell: Size) -> Iterator[Mark]:
    """Draws thick lines between territories and around the board."""
    for one in board.cells:
        area = _area(board, one.spot.x, one.spot.y, cell)
        right, bottom = area.x + area.width, area.y + area.height
        ends = {
            "left": (area.x, area.y, area.x, bottom),
            "right": (right, area.y, right, bottom),
            "top": (area.x, area.y, right, area.y),
            "bottom": (area.x, bottom, right, bottom),
        }
        for side in sorted(one.edges):
            yield Line(*ends[side], INK, 0.7)


def _numbers(ruler: Ruler, board: Board, cell: Size) -> Iterator[Mark]:
    """Draws the names of rows at the left, and of columns at the top."""
    spots = {one.spot.place: one.spot for one in board.cells if one.spot.board == board.cells[0].spot.board}
    for name, place in board.rows:
        area = _area(board, spots[place].x, spots[place].y, cell)
        yield from fit_text(
            ruler, name, Area(area.x - EDGE + 0.5, area.y, EDGE - 1.5, area.height), Ink(9, SOFT), "right"
        )
    for name, place in board.columns:
        area = _area(board, spots[place].x, spots[place].y, cell)
        yield from fit_text(ruler, name, Area(area.x, area.y - EDGE + 0.5, area.width, EDGE - 1), Ink(9, SOFT))

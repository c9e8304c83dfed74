"""Puts boards on pages: several small ones on one, and large ones in overlapping parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gamedsl.cards.boards import Board
from gamedsl.cards.drawing.board_marks import OVERLAP, board_marks, cell_for, extent, fitting_room, parts
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import At, Line, Mark, Ruler, Window
from gamedsl.cards.paper import MARGIN, Page, room
from gamedsl.cards.pieces import Size
from gamedsl.page.colours import SOFT


def is_divided(board: Board, paper: Size) -> bool:
    """Whether a board takes several pages."""
    free = room(paper)
    whole = extent(board, cell_for(board, free))
    return math.prod(parts(whole, fitting_room(whole, free))) > 1


def board_pages(ruler: Ruler, boards: Sequence[Board], paper: Size) -> Iterator[Page]:
    """Yields the pages of boards. Boards of the same size share pages if several fit; a larger one takes one page or several."""
    free = room(paper)
    groups: dict[tuple[str, Size], list[Board]] = {}
    for board in boards:
        groups.setdefault((board.name, extent(board, cell_for(board, free))), []).append(board)
    for (_, whole), same in groups.items():
        across, down = int(free.width // whole.width), int(free.height // whole.height)
        each = across * down
        if each <= 1 or len(same) == 1:
            for board in same:
                yield from _pages_of(ruler, board, whole, paper)
            continue
        for first in range(0, len(same), each):
            part = same[first : first + each]
            marks = tuple(_place_boards(ruler, part, across, whole, free))
            yield Page(paper, marks, ", ".join(board.title for board in part))


def _place_boards(ruler: Ruler, boards: Sequence[Board], across: int, whole: Size, free: Size) -> Iterator[Mark]:
    for number, board in enumerate(boards):
        row, column = divmod(number, across)
        marks = board_marks(ruler, board, cell_for(board, free))
        yield At(MARGIN + column * whole.width, MARGIN + row * whole.height, marks)


def _pages_of(ruler: Ruler, board: Board, whole: Size, paper: Size) -> Iterator[Page]:
    """Yields the pages of one board."""
    marks = board_marks(ruler, board, cell_for(board, room(paper)))
    free = fitting_room(whole, room(paper))
    best = Size(free.width + 2 * MARGIN, free.height + 2 * MARGIN)
    across, down = parts(whole, free)
    wide = (whole.width - OVERLAP) / across + OVERLAP if across > 1 else whole.width
    high = (whole.height - OVERLAP) / down + OVERLAP if down > 1 else whole.height
    for number in range(across * down):
        row, column = divmod(number, across)
        x, y = column * (wide - OVERLAP), row * (high - OVERLAP)
        left, top = (best.width - wide) / 2, (best.height - high) / 2
        window = Window(left, top, wide, high, left - x, top - y, marks)
        where = (
            "" if across * down == 1 else f", part {number + 1} of {across * down} (row {row + 1}, column {column + 1})"
        )
        told = f"{board.title}{where}"
        joins = tuple(_joins(ruler, Area(left, top, wide, high), row > 0, column > 0, told if where else ""))
        yield Page(best, (window, *joins), told)


def _joins(ruler: Ruler, area: Area, has_above: bool, has_before: bool, told: str) -> Iterator[Mark]:
    """Marks where a part overlaps the parts before and above it, and names the part."""
    if has_before:
        yield Line(area.x + OVERLAP, area.y, area.x + OVERLAP, area.y + area.height, SOFT, 0.2, 1.5)
    if has_above:
        yield Line(area.x, area.y + OVERLAP, area.x + area.width, area.y + OVERLAP, SOFT, 0.2, 1.5)
    if told:
        yield from fit_text(ruler, told, Area(area.x, area.y - 4.2, area.width, 3.4), Ink(7, SOFT), "left")

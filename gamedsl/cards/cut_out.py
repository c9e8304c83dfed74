"""Makes sheets of pieces to cut out: rows with cut marks, and backs behind them, above them, or none."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.colours import INK, SOFT
from gamedsl.cards.drawing.fitting import Area, Ink, fitted
from gamedsl.cards.drawing.marks import At, Line, Mark, Ruler, Turned
from gamedsl.cards.paper import MARGIN, Backs, Page, Sheet, lying, room
from gamedsl.cards.pieces import Size
from gamedsl.values import evolve, frozen

_LIFT = 1.2
"""The distance by which rows are moved up from the middle, since their description is below them."""


@frozen
class Item:
    """A piece to cut out: its front, its back if it has one, and its key. `has_two`: its back is a face like its front."""

    front: tuple[Mark, ...]
    back: tuple[Mark, ...] | None
    key: tuple[str, str]
    has_two: bool


@frozen
class Grid:
    """Columns and rows of pieces on a paper."""

    paper: Size
    piece: Size
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """The left edge of the first column, which is the same on both sides of the sheet."""
        return (self.paper.width - self.columns * self.piece.width) / 2

    @property
    def top(self) -> float:
        """The top edge of the first row."""
        return (self.paper.height - self.rows * self.piece.height) / 2 - _LIFT

    def spot(self, number: int) -> tuple[float, float]:
        """Returns the top left corner of a piece, counted row by row."""
        return (
            self.left + number % self.columns * self.piece.width,
            self.top + number // self.columns * self.piece.height,
        )


def upright_grid(paper: Size, piece: Size) -> Grid | None:
    """Returns the grid for an upright paper; None if no piece fits. Sheets with backs are always upright, so that all are turned over the same edge."""
    return _best([_grid(paper, piece)])


def folded_grid(paper: Size, piece: Size) -> Grid | None:
    """Returns the grid with the most pieces, each with its back above it, on upright or lying paper; None if no piece fits."""
    tall = Size(piece.width, 2 * piece.height)
    return _best([_grid(paper, tall), _grid(lying(paper), tall)])


def _grid(paper: Size, piece: Size) -> Grid:
    free = room(paper)
    return Grid(paper, piece, int((free.width + 0.01) // piece.width), int((free.height + 0.01) // piece.height))


def _best(grids: Sequence[Grid]) -> Grid | None:
    best = max(grids, key=lambda grid: grid.columns * grid.rows)
    return best if best.columns and best.rows else None


def cut_out(ruler: Ruler, items: Sequence[Item], size: Size, paper: Size, backs: Backs, title: str) -> Iterator[Sheet]:
    """Yields sheets of pieces of one size, with the requested backs. Yields nothing if a piece is larger than the paper."""
    is_folded = backs == "fold" and any(item.back is not None for item in items)
    grid = folded_grid(paper, size) if is_folded else upright_grid(paper, size)
    if grid is None:
        return
    if is_folded:
        items = [_fold(item, size) for item in items]
    elif backs == "none":
        items = [one for item in items for one in _separate(item)]
    each = grid.columns * grid.rows
    many = math.ceil(len(items) / each)
    for number in range(many):
        part = items[number * each : (number + 1) * each]
        told = f"{title}, sheet {number + 1} of {many}"
        shown = Page(grid.paper, tuple(_fronts(ruler, grid, part, told)), told, tuple(item.key for item in part))
        has_back = any(item.back is not None for item in part)
        yield Sheet(
            shown, Page(grid.paper, tuple(_backs(grid, part)), f"{told}: backs", is_back=True) if has_back else None
        )


def _fold(item: Item, size: Size) -> Item:
    """Puts the back above the front, upside down: when folded between them, they are back to back."""
    above = (Turned(size.width / 2, size.height / 2, item.back),) if item.back else ()
    fold = Line(0, size.height, size.width, size.height, SOFT, 0.2, 2.0)
    return evolve(item, front=(*above, At(0, size.height, item.front), fold), back=None)


def _separate(item: Item) -> tuple[Item, ...]:
    """Returns a piece without its back. If the back is a face, it becomes a piece of its own, to be exchanged instead of turned over."""
    front = evolve(item, back=None)
    return (front, evolve(front, front=item.back)) if item.has_two and item.back is not None else (front,)


def _fronts(ruler: Ruler, grid: Grid, items: Sequence[Item], told: str) -> Iterator[Mark]:
    yield from _cut_marks(grid, len(items))
    for number, item in enumerate(items):
        yield At(*grid.spot(number), item.front)
    y = grid.top + math.ceil(len(items) / grid.columns) * grid.piece.height + 5.0
    yield from fitted(ruler, told, Area(MARGIN, y, grid.paper.width - 2 * MARGIN, 2.6), Ink(6.5, SOFT))


def _backs(grid: Grid, items: Sequence[Item]) -> Iterator[Mark]:
    """Yields the backs with mirrored columns, since the sheet is turned over its long edge."""
    for number, item in enumerate(items):
        row, column = divmod(number, grid.columns)
        if item.back is not None:
            yield At(*grid.spot(row * grid.columns + grid.columns - 1 - column), item.back)


def _cut_marks(grid: Grid, number: int) -> Iterator[Mark]:
    """Yields short lines outside of the pieces, at the ends of each cut."""
    rows = math.ceil(number / grid.columns)
    columns = min(number, grid.columns)
    right, bottom = grid.left + columns * grid.piece.width, grid.top + rows * grid.piece.height
    near, far = 1.0, 4.2
    for column in range(columns + 1):
        x = grid.left + column * grid.piece.width
        yield Line(x, grid.top - far, x, grid.top - near, INK, 0.15)
        yield Line(x, bottom + near, x, bottom + far, INK, 0.15)
    for row in range(rows + 1):
        y = grid.top + row * grid.piece.height
        yield Line(grid.left - far, y, grid.left - near, y, INK, 0.15)
        yield Line(right + near, y, right + far, y, INK, 0.15)

"""Makes sheets of pieces to cut out: rows with cut marks, and backs behind them, above them, or none."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import At, Box, Line, Mark, Ruler, Turned, Window
from gamedsl.cards.paper import MARGIN, Backs, Page, Sheet, lying, room
from gamedsl.cards.pieces import Cut, Size
from gamedsl.page.colours import INK, SOFT
from gamedsl.values import evolve, frozen

_GUTTER = 1.0
"""The free border of a block of small pieces."""
_LIFT = 1.2
"""The distance by which rows are moved up from the middle, since their description is below them."""


@frozen
class Item:
    """A piece to cut out, or a block of small pieces in the place of one piece (`is_block`): its front, its back if it has one, and the keys of its pieces.
    `has_two`: its back is a face like its front."""

    front: tuple[Mark, ...]
    back: tuple[Mark, ...] | None
    keys: tuple[tuple[str, str], ...]
    has_two: bool
    is_block: bool = False


@frozen
class Group:
    """Pieces that are cut out in the same way."""

    cut: Cut
    items: tuple[Item, ...]


@frozen
class Grid:
    """The places of pieces on a sheet of paper, each with its top left corner, row by row."""

    paper: Size
    cut: Cut
    spots: tuple[tuple[float, float], ...]

    def behind(self, number: int) -> tuple[float, float]:
        """Returns the place behind a piece, on a sheet that is turned over its long edge."""
        x, y = self.spots[number]
        return self.paper.width - x - self.cut.size.width, y


def upright_grid(paper: Size, cut: Cut) -> Grid | None:
    """Returns the grid for an upright paper; None if no piece fits. Sheets with backs are always upright, so that all are turned over the same edge."""
    return _best([_grid(paper, cut)])


def grid_for_folding(paper: Size, cut: Cut) -> Grid | None:
    """Returns the grid with the most pieces, each with its back above it, on upright or lying paper; None if no piece fits."""
    tall = evolve(cut, size=Size(cut.size.width, 2 * cut.size.height))
    return _best([_grid(paper, tall), _grid(lying(paper), tall)])


def _grid(paper: Size, cut: Cut) -> Grid:
    if cut.is_hex:
        return _honeycomb(paper, cut)
    free, bleed = room(paper), cut.bleed
    wide, high = cut.size.width + 2 * bleed, cut.size.height + 2 * bleed
    # Parts that are cut off may extend into the margins of the paper.
    columns, rows = (int((of + 2 * bleed + 0.01) // each) for of, each in ((free.width, wide), (free.height, high)))
    left, top = (paper.width - columns * wide) / 2 + bleed, (paper.height - rows * high) / 2 - _LIFT + bleed
    spots = ((left + column * wide, top + row * high) for row in range(rows) for column in range(columns))
    return Grid(paper, cut, tuple(spots))


def _honeycomb(paper: Size, cut: Cut) -> Grid:
    """Returns rows of tiles with six sides, every other one moved by half a tile."""
    free = Size(room(paper).width + 2 * cut.bleed, room(paper).height + 2 * cut.bleed)
    wide = cut.size.width + 2 * cut.bleed
    high = wide * cut.size.height / cut.size.width
    rows = max(0, int((free.height + 0.01 - high) // (0.75 * high)) + 1)
    halves = int((free.width + 0.01) // (wide / 2))
    columns = (halves // 2, (halves - 1) // 2) if rows > 1 else (halves // 2, 0)
    left = (paper.width - halves * wide / 2) / 2
    top = (paper.height - high - (rows - 1) * 0.75 * high) / 2 - _LIFT
    inside = (wide - cut.size.width) / 2, (high - cut.size.height) / 2
    return Grid(
        paper,
        cut,
        tuple(
            (left + inside[0] + (column + 0.5 * (row % 2)) * wide, top + inside[1] + row * 0.75 * high)
            for row in range(rows)
            for column in range(columns[row % 2])
        ),
    )


def _best(grids: Sequence[Grid]) -> Grid | None:
    best = max(grids, key=lambda grid: len(grid.spots))
    return best if best.spots else None


def cut_out(ruler: Ruler, group: Group, paper: Size, backs: Backs, title: str) -> Iterator[Sheet]:
    """Yields sheets of pieces of one size, with the requested backs. Yields nothing if a piece is larger than the paper."""
    items, cut = group.items, group.cut
    is_folded = backs == "fold" and not cut.is_hex and any(item.back is not None for item in items)
    grid = grid_for_folding(paper, cut) if is_folded else upright_grid(paper, cut)
    if grid is None:
        return
    if is_folded:
        items = tuple(item if item.is_block else _fold(item, cut) for item in items)
    elif backs != "duplex":
        items = tuple(one for item in items for one in _separate(item, backs == "fold"))
    each = len(grid.spots)
    many = math.ceil(len(items) / each)
    for number in range(many):
        part = items[number * each : (number + 1) * each]
        told = f"{title}, sheet {number + 1} of {many}"
        shown = Page(
            grid.paper, tuple(_fronts(ruler, grid, part, told)), told, tuple(key for item in part for key in item.keys)
        )
        has_back = any(item.back is not None for item in part)
        yield Sheet(
            shown, Page(grid.paper, tuple(_backs(grid, part)), f"{told}: backs", is_back=True) if has_back else None
        )


def fill_last_sheet(
    cards: Group, tokens: Sequence[Group], paper: Size, *, is_folded: bool = False
) -> tuple[Group, list[Group]]:
    """Puts as many tokens as possible into the free places on the last sheet of cards. Returns the cards with blocks of tokens, and the remaining tokens. If
    cards are folded, a place is twice as high, and only tokens without a back are put there."""
    grid = grid_for_folding(paper, cards.cut) if is_folded else upright_grid(paper, cards.cut)
    height = cards.cut.size.height * (2 if is_folded else 1)
    place = Size(cards.cut.size.width, height)
    items, remaining = list(cards.items), list[Group]()
    each = 0 if grid is None else len(grid.spots)
    for group in tokens:
        has_backs = any(item.back is not None for item in group.items)
        is_apart = cards.cut.is_hex or group.cut.is_hex or group.cut.bleed or (is_folded and has_backs)
        many = _count_fitting(group.cut.size, place)
        free = 0 if is_apart or not each else -len(items) % each
        taken = group.items[: free * many]
        items += _blocks(evolve(group, items=taken), place)
        if len(taken) < len(group.items):
            remaining.append(evolve(group, items=group.items[len(taken) :]))
    return Group(cards.cut, tuple(items)), remaining


def _count_fitting(size: Size, room: Size) -> int:
    """Returns how many small pieces fit into a place."""
    return int((room.width - 2 * _GUTTER) // size.width) * int((room.height - 2 * _GUTTER) // size.height)


def _blocks(group: Group, room: Size) -> Iterator[Item]:
    """Yields blocks of small pieces, each as large as a card, with lines along their cuts. Nothing if a piece is too large."""
    size = group.cut.size
    columns, rows = (
        int((free - 2 * _GUTTER) // side) for free, side in ((room.width, size.width), (room.height, size.height))
    )
    if columns < 1 or rows < 1:
        return
    left, top = (room.width - columns * size.width) / 2, (room.height - rows * size.height) / 2
    for start in range(0, len(group.items), columns * rows):
        part = group.items[start : start + columns * rows]
        spots = [(left + n % columns * size.width, top + n // columns * size.height) for n in range(len(part))]
        front = [At(*spot, item.front) for spot, item in zip(spots, part, strict=True)]
        lines = [Box(*spot, size.width, size.height, None, SOFT, 0.1) for spot in spots]
        back = tuple(
            At(room.width - x - size.width, y, item.back)
            for (x, y), item in zip(spots, part, strict=True)
            if item.back is not None
        )
        yield Item(
            (*front, *lines),
            back or None,
            tuple(key for item in part for key in item.keys),
            has_two=False,
            is_block=True,
        )


def _fold(item: Item, cut: Cut) -> Item:
    """Puts the back above the front, upside down: when folded between them, they are back to back."""
    width, height, bleed = cut.size.width, cut.size.height, cut.bleed
    front, back = item.front, item.back
    if bleed:
        # Without this window, the print beyond the common edge would cover the other side.
        front = (Window(-bleed, 0, width + 2 * bleed, height + bleed, 0, 0, front),)
        back = None if back is None else (Window(-bleed, 0, width + 2 * bleed, height + bleed, 0, 0, back),)
    above = (Turned(width / 2, height / 2, back),) if back else ()
    fold = Line(0, height, width, height, SOFT, 0.2, 2.0)
    return evolve(item, front=(*above, At(0, height, front), fold), back=None)


def _separate(item: Item, has_backs: bool) -> tuple[Item, ...]:
    """Returns a piece without its back. If the back is a face, or backs are wanted, the back becomes a separate piece: for exchanging instead of turning
    over, or for gluing to the front."""
    front = evolve(item, back=None)
    is_needed = item.back is not None and (item.has_two or has_backs)
    return (front, evolve(front, front=item.back or ())) if is_needed else (front,)


def _fronts(ruler: Ruler, grid: Grid, items: Sequence[Item], told: str) -> Iterator[Mark]:
    spots = grid.spots[: len(items)]
    size, bleed = grid.cut.size, grid.cut.bleed
    if not grid.cut.is_hex:
        yield from _cut_marks(spots, size, bleed)
    for spot, item in zip(spots, items, strict=True):
        yield At(*spot, item.front)
    y = max(y for _, y in spots) + size.height + bleed + 5.0
    yield from fit_text(ruler, told, Area(MARGIN, y, grid.paper.width - 2 * MARGIN, 2.6), Ink(6.5, SOFT))


def _backs(grid: Grid, items: Sequence[Item]) -> Iterator[Mark]:
    """Yields the backs with mirrored columns, since the sheet is turned over its long edge."""
    for number, item in enumerate(items):
        if item.back is not None:
            yield At(*grid.behind(number), item.back)


def _cut_marks(spots: Sequence[tuple[float, float]], size: Size, bleed: float) -> Iterator[Mark]:
    """Yields short lines outside of the pieces, at the ends of each cut."""
    across = _edges([x for x, _ in spots], size.width)
    down = _edges([y for _, y in spots], size.height)
    near, far = bleed + 1.0, bleed + 4.2
    for x in across:
        yield Line(x, down[0] - far, x, down[0] - near, INK, 0.15)
        yield Line(x, down[-1] + near, x, down[-1] + far, INK, 0.15)
    for y in down:
        yield Line(across[0] - far, y, across[0] - near, y, INK, 0.15)
        yield Line(across[-1] + near, y, across[-1] + far, y, INK, 0.15)


def _edges(starts: Sequence[float], length: float) -> list[float]:
    """Returns where pieces begin and end, each place once."""
    return sorted({round(edge, 4) for start in starts for edge in (start, start + length)})

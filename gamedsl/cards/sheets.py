"""Sheets of paper: cards and tokens in rows with cut marks, their backs behind them, boards in parts, score sheets, and a first page that lists all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from gamedsl.cards.board_marks import OVERLAP, board_marks, cell_for, extent, lying, parts
from gamedsl.cards.boards import Board
from gamedsl.cards.box import Contents
from gamedsl.cards.card_marks import back, front, token
from gamedsl.cards.colours import INK, SOFT
from gamedsl.cards.fitting import Area, Ink, fitted
from gamedsl.cards.marks import At, Line, Mark, Ruler, Turned, Window
from gamedsl.cards.pieces import Size
from gamedsl.cards.score_marks import cover, score_sheets
from gamedsl.cards.words import counted, plain
from gamedsl.values import evolve, frozen

Part: TypeAlias = Literal["cards", "tokens", "boards", "score"]
PARTS: tuple[Part, ...] = ("cards", "tokens", "boards", "score")
Backs: TypeAlias = Literal["duplex", "fold", "none"]
PAPERS = {"a4": Size(210.0, 297.0), "letter": Size(215.9, 279.4)}

MARGIN = 7.5
"""Nothing but marks is printed nearer to an edge of the paper."""
_LIFT = 1.2
"""By how much sheets of cards lie higher than in the middle: below them stands what they are."""
_TOKEN = 16.0


@frozen
class Wishes:
    """How it is to be printed. `parts` are what is printed of it; if that is not everything, there is no first page."""

    paper: Size
    backs: Backs
    parts: tuple[Part, ...] = PARTS


@frozen
class Page:
    """A page. `what` says what is on it, and `holds` the keys of the pieces of which it shows a front, in their order."""

    size: Size
    marks: tuple[Mark, ...]
    what: str
    holds: tuple[tuple[str, str], ...] = ()


@frozen
class _Item:
    """What is cut out: its front, its back if it has one, and the key of the piece. `has_two`: its back is a face like its front."""

    front: tuple[Mark, ...]
    back: tuple[Mark, ...] | None
    key: tuple[str, str]
    has_two: bool


@frozen
class _Sheet:
    """A sheet of paper: its front, and its back if something stands there."""

    front: Page
    back: Page | None = None


def room(paper: Size) -> Size:
    """The part of a paper that is printed on."""
    return Size(paper.width - 2 * MARGIN, paper.height - 2 * MARGIN)


def too_large(box: Contents, wishes: Wishes) -> tuple[str, ...]:
    """The components whose pieces are larger than the paper, each with its size."""
    free = room(wishes.paper)
    found: dict[str, None] = {}
    for piece in (*box.cards, *box.tokens):
        size = piece.size
        if size is not None and (size.width > free.width or size.height > free.height):
            found[f"{piece.component} ({size})"] = None
        elif (
            size is not None
            and wishes.backs == "fold"
            and piece.face.form == "card"
            and _grid(wishes.paper, size, True) is None
        ):
            found[f"{piece.component} ({size}, folded)"] = None
    return tuple(found)


def pages(ruler: Ruler, box: Contents, wishes: Wishes) -> tuple[Page, ...]:
    """All pages in the order in which they are printed: behind each sheet its back, if any sheet has one."""
    made: dict[Part, tuple[_Sheet, ...]] = {part: tuple(_sheets(ruler, box, wishes, part)) for part in wishes.parts}
    sheets = [sheet for part in wishes.parts for sheet in made[part]]
    has_backs = any(sheet.back is not None for sheet in sheets)
    if wishes.parts == PARTS:
        marks = cover(ruler, box, _told(box, wishes, made, has_backs), room(wishes.paper))
        sheets.insert(0, _Sheet(_page(wishes.paper, marks, "first page")))
    if not has_backs:
        return tuple(sheet.front for sheet in sheets)
    return tuple(page for sheet in sheets for page in (sheet.front, sheet.back or _blank(ruler, sheet.front.size)))


def _page(paper: Size, marks: tuple[Mark, ...], what: str) -> Page:
    return Page(paper, (At(MARGIN, MARGIN, marks),), what)


def _blank(ruler: Ruler, size: Size) -> Page:
    area = Area(MARGIN, size.height / 2, size.width - 2 * MARGIN, 5)
    return Page(size, fitted(ruler, "The back of this sheet is empty.", area, Ink(8, SOFT)), "empty back")


def _sheets(ruler: Ruler, box: Contents, wishes: Wishes, part: Part) -> Iterator[_Sheet]:
    match part:
        case "cards":
            for size in dict.fromkeys(piece.size for piece in box.cards if piece.size is not None):
                yield from _card_sheets(ruler, box, wishes, size)
        case "tokens":
            yield from _token_sheets(ruler, box, wishes)
        case "boards":
            yield from (_Sheet(page) for page in _boards(ruler, box.boards, wishes.paper))
        case "score":
            if box.score is not None:
                for marks in score_sheets(ruler, box.score, f"{box.title}: score", room(wishes.paper)):
                    yield _Sheet(_page(wishes.paper, marks, "score sheet"))


# ---------------------------------------------------------------- what is cut out


@frozen
class _Grid:
    """Columns and rows of pieces on a paper; `turn` says how a piece that is folded lies: its back above its front, or beside it."""

    paper: Size
    piece: Size
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """Where the first column begins: the same from both sides of the sheet."""
        return (self.paper.width - self.columns * self.piece.width) / 2

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return (self.paper.height - self.rows * self.piece.height) / 2 - _LIFT

    def spot(self, number: int) -> tuple[float, float]:
        """The top left corner of a piece, counted row by row."""
        return (
            self.left + number % self.columns * self.piece.width,
            self.top + number // self.columns * self.piece.height,
        )


def _grid(paper: Size, piece: Size, is_turned: bool = False) -> _Grid | None:
    """As many pieces as a paper holds; `is_turned` allows to turn the paper, and the pieces are twice as high. None if there is room for none."""
    tall = Size(piece.width, 2 * piece.height) if is_turned else piece
    papers = (paper, Size(paper.height, paper.width)) if is_turned else (paper,)
    grids = [
        _Grid(one, tall, int((room(one).width + 0.01) // tall.width), int((room(one).height + 0.01) // tall.height))
        for one in papers
    ]
    best = max(grids, key=lambda grid: grid.columns * grid.rows)
    return best if best.columns and best.rows else None


def _card_sheets(ruler: Ruler, box: Contents, wishes: Wishes, size: Size) -> Iterator[_Sheet]:
    items: list[_Item] = []
    for piece in box.cards:
        if piece.size != size:
            continue
        note = " · ".join(part for part in (box.title, piece.component, piece.owner) if part)
        face, other = front(ruler, piece, size, note), back(ruler, piece, size, box.title, note)
        items += [_Item(face, other, piece.key, piece.other is not None)] * piece.copies
    yield from _cut_out(ruler, items, size, wishes, f"{box.title}: cards")


def _token_sheets(ruler: Ruler, box: Contents, wishes: Wishes) -> Iterator[_Sheet]:
    """Tokens with two faces, then the others."""
    usual = token_side(box, wishes.paper)
    groups: dict[tuple[float, bool], list[_Item]] = {}
    for piece in box.tokens:
        side = usual if piece.size is None else min(piece.size.width, piece.size.height)
        other = None if piece.other is None else token(ruler, piece.other, side)
        item = _Item(token(ruler, piece.face, side), other, piece.key, other is not None)
        groups.setdefault((side, other is not None), []).extend([item] * piece.copies)
    for (side, _), items in sorted(groups.items(), key=lambda group: not group[0][1]):
        yield from _cut_out(ruler, items, Size(side, side), wishes, f"{box.title}: tokens")


def token_side(box: Contents, paper: Size) -> float:
    """The side of tokens: they fit on the smallest places of the boards."""
    cells = [cell_for(board, room(paper)) for board in box.boards]
    return min([_TOKEN, *(0.8 * min(cell.width, cell.height) for cell in cells)])


def _cut_out(ruler: Ruler, items: Sequence[_Item], size: Size, wishes: Wishes, title: str) -> Iterator[_Sheet]:
    is_folded = wishes.backs == "fold" and any(item.back is not None for item in items)
    grid = _grid(wishes.paper, size, is_folded)
    if grid is None:
        return
    if is_folded:
        items = [_folded(item, size) for item in items]
    elif wishes.backs == "none":
        items = [one for item in items for one in _apart(item)]
    each = grid.columns * grid.rows
    many = math.ceil(len(items) / each)
    for number in range(many):
        part = items[number * each : (number + 1) * each]
        told = f"{title}, sheet {number + 1} of {many}"
        shown = Page(grid.paper, tuple(_fronts(ruler, grid, part, told)), told, tuple(item.key for item in part))
        has_back = any(item.back is not None for item in part)
        yield _Sheet(shown, Page(grid.paper, tuple(_behind(grid, part)), f"{told}: backs") if has_back else None)


def _folded(item: _Item, size: Size) -> _Item:
    """The back above the front, upside down: folded between them, they lie back to back."""
    above = (Turned(size.width / 2, size.height / 2, item.back),) if item.back else ()
    fold = Line(0, size.height, size.width, size.height, SOFT, 0.2, 2.0)
    return evolve(item, front=(*above, At(0, size.height, item.front), fold), back=None)


def _apart(item: _Item) -> tuple[_Item, ...]:
    """A piece without its back. Where that is a face, it is a piece of its own, to be exchanged and not turned over."""
    front = evolve(item, back=None)
    return (front, evolve(front, front=item.back)) if item.has_two and item.back is not None else (front,)


def _fronts(ruler: Ruler, grid: _Grid, items: Sequence[_Item], told: str) -> Iterator[Mark]:
    yield from _cut_marks(grid, len(items))
    for number, item in enumerate(items):
        yield At(*grid.spot(number), item.front)
    y = grid.top + math.ceil(len(items) / grid.columns) * grid.piece.height + 5.0
    yield from fitted(ruler, told, Area(MARGIN, y, grid.paper.width - 2 * MARGIN, 2.6), Ink(6.5, SOFT))


def _behind(grid: _Grid, items: Sequence[_Item]) -> Iterator[Mark]:
    """The backs, with columns mirrored: the sheet is turned over its long edge."""
    for number, item in enumerate(items):
        row, column = divmod(number, grid.columns)
        if item.back is not None:
            yield At(*grid.spot(row * grid.columns + grid.columns - 1 - column), item.back)


def _cut_marks(grid: _Grid, number: int) -> Iterator[Mark]:
    """Short lines outside of the pieces, at the ends of each cut."""
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


# ---------------------------------------------------------------- boards


def _boards(ruler: Ruler, boards: Sequence[Board], paper: Size) -> Iterator[Page]:
    """Boards of one size as many together as a page holds; a larger one on one page or on several."""
    free = room(paper)
    groups: dict[tuple[str, Size], list[Board]] = {}
    for board in boards:
        groups.setdefault((board.name, extent(board, cell_for(board, free))), []).append(board)
    for (_, whole), same in groups.items():
        across, down = int(free.width // whole.width), int(free.height // whole.height)
        each = across * down
        if each <= 1 or len(same) == 1:
            for board in same:
                yield from _board_pages(ruler, board, whole, paper)
            continue
        for first in range(0, len(same), each):
            part = same[first : first + each]
            marks = tuple(_beside(ruler, part, across, whole, free))
            yield Page(paper, marks, ", ".join(board.title for board in part))


def _beside(ruler: Ruler, boards: Sequence[Board], across: int, whole: Size, free: Size) -> Iterator[Mark]:
    for number, board in enumerate(boards):
        row, column = divmod(number, across)
        marks = board_marks(ruler, board, cell_for(board, free))
        yield At(MARGIN + column * whole.width, MARGIN + row * whole.height, marks)


def _board_pages(ruler: Ruler, board: Board, whole: Size, paper: Size) -> Iterator[Page]:
    """A board on one page or on several."""
    marks = board_marks(ruler, board, cell_for(board, room(paper)))
    free = lying(whole, room(paper))
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
    """Where a part lies over the one before it or above it, and which part it is."""
    if has_before:
        yield Line(area.x + OVERLAP, area.y, area.x + OVERLAP, area.y + area.height, SOFT, 0.2, 1.5)
    if has_above:
        yield Line(area.x, area.y + OVERLAP, area.x + area.width, area.y + OVERLAP, SOFT, 0.2, 1.5)
    if told:
        yield from fitted(ruler, told, Area(area.x, area.y - 4.2, area.width, 3.4), Ink(7, SOFT), "left")


# ---------------------------------------------------------------- what the first page says


def _told(box: Contents, wishes: Wishes, made: dict[Part, tuple[_Sheet, ...]], has_backs: bool) -> list[str]:
    players = f" for {_players(box.players)}"
    lines = [f"What is here{players}"]
    for number, pieces, what in ((len(made["cards"]), box.cards, "card"), (len(made["tokens"]), box.tokens, "token")):
        if pieces:
            groups: dict[str, int] = {}
            for piece in pieces:
                groups[piece.component] = groups.get(piece.component, 0) + piece.copies
            inner = ", ".join(f"{copies} {name}" for name, copies in groups.items()) if len(groups) > 1 else ""
            total = counted(sum(groups.values()), what)
            lines.append(f"– {total} on {counted(number, 'sheet')}{f': {inner}' if inner else ''}")
    lines += [f"– the board of {board.title}" for board in box.boards if board.seat is None]
    owned = dict.fromkeys(board.name for board in box.boards if board.seat is not None)
    lines += [
        f"– {sum(board.name == name for board in box.boards)} boards ({plain(name)}), one for each player"
        for name in owned
    ]
    if made["score"]:
        lines.append("– score sheets")
    if box.dice:
        lines += ["What else you need", *(f"– {one}" for one in box.dice)]
    return [*lines, "How to make it", *(f"– {one}" for one in _steps(box, wishes, made, has_backs))]


def _players(players: Sequence[int]) -> str:
    low, high = players[0], players[-1]
    return counted(low, "player") if low == high else f"{low} to {high} players"


def _steps(box: Contents, wishes: Wishes, made: dict[Part, tuple[_Sheet, ...]], has_backs: bool) -> Iterator[str]:
    if has_backs:
        yield "Print at 100 % on both sides of the paper, turned over the long edge. The back of each sheet follows it."
    else:
        yield "Print at 100 % on one side of the paper."
    if wishes.backs == "fold" and (box.cards or any(piece.other for piece in box.tokens)):
        yield "Fold pieces with a dashed line along it, glue the halves together, then cut."
    if box.cards or box.tokens:
        yield "Cut from mark to mark. Paper of 200 g/m² or more is best; thinner cards can go into sleeves."
    if any("part" in sheet.front.what for sheet in made["boards"]):
        yield "Lay the parts of a board over each other up to the dashed lines, and glue them."

"""Describes the position of an example or start: boards as drawings, the contents of many places as a table, the rest in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from gamedsl.rulebook.box.data import picture_cells
from gamedsl.rulebook.model import Block, Drawing, Paragraph, Table, capital, mark_name, plain, quiet
from gamedsl.rulebook.sentences.board_lines import lines_of
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.stories.facts import sentence_of_facts
from gamedsl.syntax.tree import data, example_lines, formulas
from gamedsl.syntax.tree.node import Node
from gamedsl.values import frozen


def position_blocks(say: Formulas, opening: str, given: Sequence[example_lines.Given]) -> Iterator[Block]:
    """Describes a position after the sentence that introduces it."""
    pictures = [one for one in given if isinstance(one, example_lines.GivenPicture)]
    cells = [cell for one in given if (cell := _on_grid(say, one)) is not None]
    drawn = {board for board in {cell.board for cell in cells} if _fits(board, cells) and _is_crowded(board, cells)}
    others = [one for one in given if not _is_drawn(say, one, drawn)]
    zones = [one for one in others if isinstance(one, example_lines.GivenZone)]
    in_table = zones if len(zones) > _FEW or any(map(_is_full, zones)) else []
    facts = [fact for one in others if one not in in_table for fact in _facts(one)]
    told = quiet(sentence_of_facts(say, facts, is_inside=opening.endswith(":")))
    lead = " ".join(part for part in (opening, told) if part)
    if lead:
        yield Paragraph(lead, is_position=bool(given))
    for board in dict.fromkeys(_board(one) for one in pictures):
        yield _picture(say, board, [one for one in pictures if _board(one) == board])
    for board in dict.fromkeys(cell.board for cell in cells if cell.board in drawn):
        yield _drawing(say, board, cells)
    if in_table:
        rows = [
            (quiet(capital(say.value(one.zone))), quiet(_content(say, one))) for one in in_table if not _is_empty(one)
        ]
        empty = [quiet(say.value(one.zone)) for one in in_table if _is_empty(one)]
        rows += [(capital(join_items(empty)), "nothing")] if empty else []
        yield Table(("at the beginning", "there is"), tuple(rows), is_position=True)


_FEW, _MANY = 2, 3
"""The most places and pieces in each that are told in a sentence."""


def _is_full(given: example_lines.GivenZone) -> bool:
    return len(given.content) > _MANY or any(isinstance(one, example_lines.FreeContent) for one in given.content)


def _is_empty(given: example_lines.GivenZone) -> bool:
    return all(one == formulas.NoneLiteral() for one in given.content)


def _is_drawn(say: Formulas, given: example_lines.Given, drawn: set[str]) -> bool:
    if isinstance(given, example_lines.GivenPicture):
        return True
    cell = _on_grid(say, given)
    return cell is not None and cell.board in drawn


def _facts(given: example_lines.Given) -> Iterator[formulas.Expr]:
    match given:
        case example_lines.GivenZone(zone, content):
            pieces = tuple(one for one in content if not isinstance(one, example_lines.FreeContent))
            yield formulas.Binary("is", zone, formulas.ListLiteral(pieces))
        case example_lines.GivenValue(place, value):
            yield formulas.Binary("is", place, value)
        case example_lines.GivenPicture():
            pass


def _board(given: example_lines.GivenPicture) -> str:
    of = given.layer.of if isinstance(given.layer, formulas.Attribute) else given.layer
    return of.id if isinstance(of, formulas.Name) else ""


def _picture(say: Formulas, board: str, layers: Sequence[example_lines.GivenPicture]) -> Drawing:
    """Joins the pictures of one board into one drawing."""
    grid = say.names.grids.get(board)
    rows, *others = [picture_cells(layer.rows) for layer in layers]
    for more in others:
        rows = tuple(
            tuple(f"{cell} {other}".strip() for cell, other in zip_longest(row, added, fillvalue=""))
            for row, added in zip_longest(rows, more, fillvalue=())
        )
    caption = " and ".join(say.value(layer.layer) for layer in layers)
    return Drawing(caption, rows, grid is not None and grid.hex, lines_of(grid))


@frozen
class _Cell:
    """The content of a place of a board in one of its zones or fields, `layer`."""

    board: str
    layer: str
    row: int
    column: int
    text: str


def _on_grid(say: Formulas, given: example_lines.Given) -> _Cell | None:
    """Returns the content of a place on a grid, given a line such as `space[1, 2].pirate: Beth`; None for other lines."""
    match given:
        case example_lines.GivenZone(target) | example_lines.GivenValue(target):
            pass
        case _:
            return None
    match target:
        case formulas.Attribute(formulas.Index(formulas.Name(board), (down, along)), layer):
            grid, row, column = say.names.grids.get(board), _number(down), _number(along)
            if grid is None or row is None or column is None or not _has_place(grid, row, column):
                return None
            return _Cell(board, layer.text, row, column, plain(_content(say, given)))
        case _:
            return None


def _number(node: Node) -> int | None:
    match node:
        case formulas.Number(value):
            return value
        case formulas.Unary("-", formulas.Number(value)):
            return -value
        case _:
            return None


def _has_place(grid: data.Grid | data.GrowingGrid, row: int, column: int) -> bool:
    return isinstance(grid, data.GrowingGrid) or (
        row in range(1, grid.rows + 1) and column in range(1, grid.columns + 1)
    )


def _texts_by_place(board: str, cells: Sequence[_Cell]) -> dict[tuple[int, int], str]:
    """Returns the texts for the places of a board."""
    laid: dict[tuple[int, int], str] = {}
    for cell in cells:
        if cell.board == board:
            at = cell.row, cell.column
            laid[at] = f"{laid.get(at, '')} {cell.text}".strip()
    return laid


def _fits(board: str, cells: Sequence[_Cell]) -> bool:
    """Whether the texts of all places are short enough for the drawing."""
    return all(len(text) <= _WIDEST for text in _texts_by_place(board, cells).values())


_WIDEST = 14


def _is_crowded(board: str, cells: Sequence[_Cell]) -> bool:
    """Whether a drawing says more than a sentence."""
    return len(_texts_by_place(board, cells)) > _FEW


def _drawing(say: Formulas, board: str, cells: Sequence[_Cell]) -> Drawing:
    grid, laid = say.names.grids[board], _texts_by_place(board, cells)
    down, along = _part_to_show(grid, laid)
    rows = tuple(tuple(laid.get((row, column), "") for column in along) for row in down)
    layers = dict.fromkeys(cell.layer for cell in cells if cell.board == board)
    return Drawing(
        f"{join_items([mark_name(layer) for layer in layers])} of {mark_name(board)}", rows, grid.hex, lines_of(grid)
    )


def _part_to_show(grid: data.Grid | data.GrowingGrid, laid: Iterable[tuple[int, int]]) -> tuple[range, range]:
    """Returns the rows and columns that a drawing shows: all of them, or those around what lies on a board without an edge."""
    if isinstance(grid, data.Grid):
        return range(1, grid.rows + 1), range(1, grid.columns + 1)
    rows, columns = ([place[i] for place in laid] for i in (0, 1))
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _content(say: Formulas, given: example_lines.Given) -> str:
    match given:
        case example_lines.GivenZone(content=content):
            return ", ".join(_piece(say, piece) for piece in content)
        case example_lines.GivenValue(value=value):
            return say.value(value)
        case example_lines.GivenPicture():
            return ""


def _piece(say: Formulas, piece: formulas.Expr | example_lines.FreeContent) -> str:
    if isinstance(piece, example_lines.FreeContent):
        return f"any {say.value(piece.number)} of {say.value(piece.zone)}"
    return say.value(piece)

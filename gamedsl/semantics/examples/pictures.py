"""Reads pictures of a whole board in a given position: one cell for each place."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.model.board import Board, Torus
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import BoardSymbol
from gamedsl.semantics.problems.data import Amount, BadGrowth, GrowthFlaw, WrongHeight, WrongWidth
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.source import Span
from gamedsl.syntax.tree import data, example_lines, formulas
from gamedsl.values import frozen


@frozen
class Drawn:
    """One cell of a picture: the place's field or zone, and its content (None: nothing)."""

    place: formulas.Attribute
    value: formulas.Expr | None
    span: Span


def cells_of_picture(program: Program, picture: example_lines.GivenPicture) -> Iterator[Drawn]:
    """Yields the cells of a picture, place by place."""
    board, layer = _board(program, picture), picture.layer
    if board is None or not isinstance(layer, formulas.Attribute):
        return
    for (row, column), cell in _places(board, picture.rows):
        numbers = (row, column) if board.kind in ("grid", "hex") else (column,)
        at = tuple(_as_formula(number, layer.span) for number in numbers)
        place = formulas.Attribute(formulas.Index(layer.of, at, span=layer.span), layer.name, span=layer.span)
        value = _value(program, cell)
        if value is not None or isinstance(cell, data.CellBlank):
            yield Drawn(place, value, cell.span)


def _board(program: Program, picture: example_lines.GivenPicture) -> Board | None:
    """Returns the board of a picture, if it has a cell for each of its places."""
    world, layer, rows = program.world, picture.layer, picture.rows.rows
    of = layer.of if isinstance(layer, formulas.Attribute) else None
    name = of.name.text if isinstance(of, formulas.Attribute) else of.id if isinstance(of, formulas.Name) else ""
    symbol = world.symbols.get(name)
    if isinstance(layer, formulas.Name) and layer.id == "given":
        world.problem(BadExample(layer.span, about(ExampleFlaw.GIVEN_IN_START)))
        return None
    if not isinstance(symbol, BoardSymbol) or world.boards[symbol.id].kind not in ("grid", "hex", "ring", "row"):
        world.problem(BadExample(layer.span, about(ExampleFlaw.NO_PICTURE, words(layer))))
        return None
    board = world.boards[symbol.id]
    if board.torus is not None:
        return board if _has_middle(program, board, board.torus, picture) else None
    if board.kind in ("grid", "hex"):
        if len(rows) != board.rows:
            world.problem(WrongHeight(picture.span, about(Amount.ROWS, words(layer)), board.rows, len(rows)))
            return None
        for row in rows:
            if len(row.cells) != board.columns:
                world.problem(WrongWidth(row.span, board.columns, len(row.cells)))
                return None
    number = sum(len(row.cells) for row in rows)
    if number != len(board.spec.places):
        world.problem(WrongHeight(picture.span, about(Amount.CELLS, words(layer)), len(board.spec.places), number))
        return None
    return board


def _has_middle(program: Program, board: Board, torus: Torus, picture: example_lines.GivenPicture) -> bool:
    """Whether the cells of a picture are places around the first one: of a board without an edge, a picture shows a part."""
    rows, name = picture.rows.rows, board.spec.name
    widths = {len(row.cells) for row in rows}
    if len(widths) > 1 or any(size % 2 == 0 for size in (len(rows), *widths)):
        program.world.problem(BadGrowth(picture.span, about(GrowthFlaw.PICTURE_WITHOUT_MIDDLE, name)))
        return False
    for at, cell in _places(board, picture.rows):
        if not isinstance(cell, data.CellBlank) and board.spec.at[torus.place(*at)] != at:
            program.world.problem(BadGrowth(cell.span, about(GrowthFlaw.PICTURE_TOO_LARGE, name)))
            return False
    return True


def _places(board: Board, rows: data.Rows) -> Iterator[tuple[tuple[int, int], data.Cell]]:
    """Yields the cells of a picture with their row and column. On a board without an edge, row and column are counted from the middle."""
    if board.torus is None:
        yield from zip(board.spec.at, (c for r in rows.rows for c in r.cells), strict=True)
        return
    for r, row in enumerate(rows.rows, -(len(rows.rows) // 2)):
        for c, cell in enumerate(row.cells, -(len(row.cells) // 2)):
            yield (r, c), cell


def _as_formula(number: int, span: Span) -> formulas.Expr:
    found = formulas.Number(abs(number), span=span)
    return found if number >= 0 else formulas.Unary("-", found, span=span)


def _value(program: Program, cell: data.Cell) -> formulas.Expr | None:
    """Returns a cell as a formula; None for a blank one."""
    match cell:
        case data.CellName():
            return formulas.Name(cell.text, span=cell.span)
        case data.CellNumber():
            return _as_formula(cell.value, cell.span)
        case data.CellFlag():
            return formulas.FlagLiteral(cell.value, span=cell.span)
        case data.CellBlank():
            return None
        case _:
            program.world.problem(BadExample(cell.span, about(ExampleFlaw.NO_VALUE_OF_PLACE, cell_text(cell))))
            return None

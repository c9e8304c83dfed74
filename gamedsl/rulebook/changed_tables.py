"""Shows tables and pieces as a variant leaves them: with its `set` lines in their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.rulebook.box.totals import elements
from gamedsl.rulebook.names import Names
from gamedsl.semantics.data.cells import cell_target, cell_text
from gamedsl.semantics.data.set_lines import argument_text, plain_cell
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve

SetLine = declarations.SetValue | declarations.SetCopies


def with_changed_cells(
    names: Names, decls: Sequence[declarations.Decl], lines: Sequence[SetLine]
) -> tuple[tuple[declarations.Decl, ...], frozenset[SetLine]]:
    """Returns the declarations with `set` lines applied to their cells, and the lines that no cell can show: lines with a formula, lines about boards, and
    lines about pieces whose row stands for several kinds."""
    changed = list(decls)
    elsewhere: set[SetLine] = set()
    for line in lines:
        is_shown = False
        for at, decl in enumerate(changed):
            new = _with_line(names, decl, line)
            if new is not None:
                changed[at], is_shown = new, True
        if not is_shown:
            elsewhere.add(line)
    return tuple(changed), frozenset(elsewhere)


def _with_line(names: Names, decl: declarations.Decl, line: SetLine) -> declarations.Decl | None:
    """Returns a declaration with one line applied to its cells; None if the line changes no cell of it."""
    cell = plain_cell(line.value)
    match decl:
        case data.ListTable() if isinstance(line, declarations.SetValue) and cell is not None:
            return _with_list_cell(decl, line.place, cell)
        case data.Component(rows=data.Rows() as rows) if isinstance(line, declarations.SetCopies) and cell is not None:
            found = None if decl.pivot is not None else _with_copies(names, rows, line, cell)
            return None if found is None else evolve(decl, rows=found)
        case data.Component(rows=None, numbers=formulas.Number()) if (
            isinstance(line, declarations.SetCopies)
            and line.of == formulas.Name(decl.name.text)
            and isinstance(line.value, formulas.Number)
        ):
            return evolve(decl, numbers=line.value)
        case data.RowTable(rows=rows) | data.RecordType(rows=rows) | data.Component(rows=data.Rows() as rows) if (
            isinstance(line, declarations.SetValue) and cell is not None
        ):
            changed = _with_row_cell(decl.name.text, rows, line.place, cell)
            return None if changed is None else evolve(decl, rows=changed)
        case _:
            return None


def _with_list_cell(decl: data.ListTable, place: formulas.Expr, cell: data.Cell) -> data.ListTable | None:
    match place:
        case formulas.Index(of=formulas.Name(id), args=(formulas.Number(number),)) if id == decl.name.text:
            at = number - decl.first
            return evolve(decl, cells=(*decl.cells[:at], cell, *decl.cells[at + 1 :]))
        case _:
            return None


def _with_row_cell(name: str, rows: data.Rows, place: formulas.Expr, cell: data.Cell) -> data.Rows | None:
    """Returns rows with a changed cell; None if the place is not one of their cells."""
    head, *others = rows.rows
    heads = [cell_text(one) for one in head.cells]
    target = cell_target(place, name, {cell_text(row.cells[0]) for row in others}, heads)
    if target is None or target[1] not in heads:
        return None
    keys, column = target[0], heads.index(target[1])
    at = [number for number, row in enumerate(others) if [cell_text(one) for one in row.cells[: len(keys)]] == keys]
    return _with_cell(rows, at[0], column, cell) if at else None


def _with_copies(names: Names, rows: data.Rows, line: declarations.SetCopies, cell: data.Cell) -> data.Rows | None:
    """Returns the rows of a component with another number of copies of a kind; a row of several kinds becomes one row for each."""
    head, *_ = rows.rows
    kind, zone = argument_text(line.of), None if line.zone is None else argument_text(line.zone)
    places = [
        at for at, one in enumerate(head.cells) if isinstance(one, data.CellZone) and zone in (None, one.zone.text)
    ]
    counts = [at for at, one in enumerate(head.cells) if isinstance(one, data.CellName) and one.text == "count"]
    columns = places or counts
    if len(columns) != 1:
        return None
    for at, row in enumerate(rows.rows[1:]):
        match row.cells[0]:
            case data.CellName(text) if text == kind:
                return _with_cell(rows, at, columns[0], cell)
            case data.CellEach(of) if kind in (elements(names, of.text) or ()) and not any(
                isinstance(one, data.CellEach | data.CellEachNumber) for one in row.cells[1:]
            ):
                each = elements(names, of.text) or ()
                single = [evolve(row, cells=(data.CellName(one, span=row.span), *row.cells[1:])) for one in each]
                split = evolve(rows, rows=(*rows.rows[: at + 1], *single, *rows.rows[at + 2 :]))
                return _with_cell(split, at + each.index(kind), columns[0], cell)
            case _:
                pass
    return None


def _with_cell(rows: data.Rows, at: int, column: int, cell: data.Cell) -> data.Rows:
    """Returns rows with another cell; `at` counts the rows below the heading."""
    row = rows.rows[at + 1]
    new = evolve(row, cells=(*row.cells[:column], cell, *row.cells[column + 1 :]))
    return evolve(rows, rows=(*rows.rows[: at + 1], new, *rows.rows[at + 2 :]))


def old_numbers(before: Sequence[declarations.Decl], now: Sequence[declarations.Decl]) -> dict[str, frozenset[int]]:
    """Returns the numbers that a variant has replaced in the cells of tables and pieces, by the name of the declaration."""
    known = {decl.name.text: decl for decl in before if isinstance(decl, _WITH_CELLS)}
    found: dict[str, frozenset[int]] = {}
    for decl in now:
        if isinstance(decl, _WITH_CELLS) and known.get(decl.name.text, decl) != decl:
            old, new = _parts(known[decl.name.text]), _parts(decl)
            found[decl.name.text] = frozenset(number for part in old if part not in new for number in _numbers(part))
    return found


_WITH_CELLS = (data.ListTable, data.RowTable, data.CsvTable, data.Component, data.RecordType)


def _parts(decl: declarations.Decl) -> list[Node | int]:
    """Returns the rows of a declaration, or its cells if it has only one row, and the number of its pieces."""
    total = [decl.total] if isinstance(decl, data.Component) and decl.total is not None else []
    kind = data.CellNumber if isinstance(decl, data.ListTable) else data.Row
    return [*total, *(node for node in walk(decl) if isinstance(node, kind))]


def _numbers(part: Node | int) -> Iterator[int]:
    if isinstance(part, int):
        yield part
    else:
        yield from (node.value for node in walk(part) if isinstance(node, data.CellNumber))


def table_cells(
    names: Names, decl: data.ListTable | data.RowTable | data.Component | data.RecordType
) -> dict[tuple[str, str], str]:
    """Returns the texts of the cells of a table or of pieces, by row and column; a row for each value of a type is as many rows, and a column of a place begins
    with `@`."""
    if isinstance(decl, data.ListTable):
        return {(str(decl.first + at), ""): cell_text(cell) for at, cell in enumerate(decl.cells)}
    rows = decl.rows
    if rows is None or not rows.rows:
        return {}
    head, *others = rows.rows
    columns = [f"@{cell.zone.text}" if isinstance(cell, data.CellZone) else cell_text(cell) for cell in head.cells]
    found: dict[tuple[str, str], str] = {}
    for row in others:
        first = row.cells[0]
        of = (elements(names, first.of.text) or ()) if isinstance(first, data.CellEach) else (cell_text(first),)
        for name in of:
            found |= {(name, column): cell_text(cell) for column, cell in zip(columns[1:], row.cells[1:], strict=False)}
    return found

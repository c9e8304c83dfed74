"""Shows tables and pieces as a variant leaves them: with its `set` lines in their cells."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.rulebook.names import Names
from gamedsl.rulebook.totals import elements
from gamedsl.semantics.data.cells import cell_target, cell_text
from gamedsl.semantics.data.set_lines import argument_text, plain_cell
from gamedsl.syntax import tree
from gamedsl.values import evolve

SetLine = tree.SetValue | tree.SetCopies


def with_changed_cells(
    names: Names, decls: Sequence[tree.Decl], lines: Sequence[SetLine]
) -> tuple[tuple[tree.Decl, ...], frozenset[SetLine]]:
    """Returns the declarations with `set` lines in their cells, and the lines that no cell can show: those with a formula, on boards, and on pieces whose
    rows stand for more than one kind."""
    changed = list(decls)
    elsewhere: set[SetLine] = set()
    for line in lines:
        is_shown = False
        for at, decl in enumerate(changed):
            new = _changed(names, decl, line)
            if new is not None:
                changed[at], is_shown = new, True
        if not is_shown:
            elsewhere.add(line)
    return tuple(changed), frozenset(elsewhere)


def _changed(names: Names, decl: tree.Decl, line: SetLine) -> tree.Decl | None:
    """Returns a declaration with one line in its cells; None if the line is not about a cell of it."""
    cell = plain_cell(line.value)
    match decl:
        case tree.ListTable() if isinstance(line, tree.SetValue) and cell is not None:
            return _changed_list(decl, line.place, cell)
        case tree.Component(rows=tree.Rows() as rows) if isinstance(line, tree.SetCopies) and cell is not None:
            found = None if decl.pivot is not None else _changed_copies(names, rows, line, cell)
            return None if found is None else evolve(decl, rows=found)
        case tree.RowTable(rows=rows) | tree.RecordType(rows=rows) | tree.Component(rows=tree.Rows() as rows) if (
            isinstance(line, tree.SetValue) and cell is not None
        ):
            changed = _changed_rows(decl.name.text, rows, line.place, cell)
            return None if changed is None else evolve(decl, rows=changed)
        case _:
            return None


def _changed_list(decl: tree.ListTable, place: tree.Expr, cell: tree.Cell) -> tree.ListTable | None:
    match place:
        case tree.Index(of=tree.Name(id), args=(tree.Number(number),)) if id == decl.name.text:
            at = number - decl.first
            return evolve(decl, cells=(*decl.cells[:at], cell, *decl.cells[at + 1 :]))
        case _:
            return None


def _changed_rows(name: str, rows: tree.Rows, place: tree.Expr, cell: tree.Cell) -> tree.Rows | None:
    """Returns rows with a changed cell; None if the place is not one of their cells."""
    head, *others = rows.rows
    heads = [cell_text(one) for one in head.cells]
    target = cell_target(place, name, {cell_text(row.cells[0]) for row in others}, heads)
    if target is None or target[1] not in heads:
        return None
    keys, column = target[0], heads.index(target[1])
    at = [number for number, row in enumerate(others) if [cell_text(one) for one in row.cells[: len(keys)]] == keys]
    return _with_cell(rows, at[0], column, cell) if at else None


def _changed_copies(names: Names, rows: tree.Rows, line: tree.SetCopies, cell: tree.Cell) -> tree.Rows | None:
    """Returns the rows of a component with another number of copies of a kind; a row of several kinds becomes one row for each."""
    head, *_ = rows.rows
    kind, zone = argument_text(line.of), None if line.zone is None else argument_text(line.zone)
    places = [
        at for at, one in enumerate(head.cells) if isinstance(one, tree.CellZone) and zone in (None, one.zone.text)
    ]
    counts = [at for at, one in enumerate(head.cells) if isinstance(one, tree.CellName) and one.text == "count"]
    columns = places or counts
    if len(columns) != 1:
        return None
    for at, row in enumerate(rows.rows[1:]):
        match row.cells[0]:
            case tree.CellName(text) if text == kind:
                return _with_cell(rows, at, columns[0], cell)
            case tree.CellEach(of) if kind in (elements(names, of.text) or ()) and not any(
                isinstance(one, tree.CellEach | tree.CellEachNumber) for one in row.cells[1:]
            ):
                each = elements(names, of.text) or ()
                single = [evolve(row, cells=(tree.CellName(one, span=row.span), *row.cells[1:])) for one in each]
                split = evolve(rows, rows=(*rows.rows[: at + 1], *single, *rows.rows[at + 2 :]))
                return _with_cell(split, at + each.index(kind), columns[0], cell)
            case _:
                pass
    return None


def _with_cell(rows: tree.Rows, at: int, column: int, cell: tree.Cell) -> tree.Rows:
    """Returns rows with another cell; `at` counts the rows below the heading."""
    row = rows.rows[at + 1]
    new = evolve(row, cells=(*row.cells[:column], cell, *row.cells[column + 1 :]))
    return evolve(rows, rows=(*rows.rows[: at + 1], new, *rows.rows[at + 2 :]))

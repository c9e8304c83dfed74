"""Names of places as players write them: `e4` of `grid square 8 by 8, columns a to h, rows from below`."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.terms import about
from gamedsl.syntax import tree


def names_of_lines(world: World, decl: tree.Grid) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns what players call the columns and the rows of a grid; nothing if the rules do not say it, or say it wrong."""
    if decl.columns_called is None and decl.rows_called is None:
        return (), ()
    columns, rows = _columns(world, decl), _rows(world, decl)
    if columns is None or rows is None:
        return (), ()
    if columns[0].isdigit() == rows[0].isdigit():
        at = decl.columns_called or decl.rows_called or decl
        sort = "numbers" if rows[0].isdigit() else "letters"
        world.problem(BadData(at.span, about(DataFlaw.CALLED_ALIKE, decl.name.text, sort)))
        return (), ()
    return columns, rows


def _columns(world: World, decl: tree.Grid) -> tuple[str, ...] | None:
    if decl.columns_called is not None:
        return _called(world, decl, decl.columns_called, decl.columns, "columns")
    if isinstance(decl.rows_called, tree.Called) and not decl.rows_called.first.text.isdigit():
        return _numbers(1, decl.columns)
    if decl.columns > len(ascii_lowercase):
        at = decl.rows_called or decl
        world.problem(BadData(at.span, about(DataFlaw.CALLED_WITHOUT_LETTERS, decl.name.text, decl.columns)))
        return None
    return tuple(ascii_lowercase[: decl.columns])


def _rows(world: World, decl: tree.Grid) -> tuple[str, ...] | None:
    match decl.rows_called:
        case tree.Called() as called:
            return _called(world, decl, called, decl.rows, "rows")
        case tree.RowsFromBelow():
            return _numbers(decl.rows, 1)
        case None:
            return _numbers(1, decl.rows)


def _numbers(first: int, last: int) -> tuple[str, ...]:
    step = 1 if first <= last else -1
    return tuple(str(number) for number in range(first, last + step, step))


def _called(world: World, decl: tree.Grid, called: tree.Called, number: int, what: str) -> tuple[str, ...] | None:
    """Returns what the columns or rows are called; None with a problem if that is no list of names for all of them."""
    first, last = called.first.text, called.last.text
    if first.isdigit():
        named = abs(int(last) - int(first)) + 1
        found = _numbers(int(first), int(last)) if named == number else ()
    else:
        letters = _letters(world, called)
        if letters is None:
            return None
        found, named = letters, len(letters)
    if called.without is not None:
        left_out = called.without
        if left_out.text not in found:
            problem = about(DataFlaw.CALLED_WITHOUT_NOTHING, left_out.text, first, last)
            world.problem(BadData(left_out.span, problem))
            return None
        found = tuple(one for one in found if one != left_out.text)
        named = len(found)
    if named != number:
        flaw = about(DataFlaw.CALLED_TOO_FEW, first, last, named, decl.name.text, number, what)
        world.problem(BadData(called.span, flaw))
        return None
    return found


def _letters(world: World, called: tree.Called) -> tuple[str, ...] | None:
    for name in (called.first, called.last):
        if (name.text not in ascii_lowercase and name.text not in ascii_uppercase) or len(name.text) != 1:
            world.problem(BadData(name.span, about(DataFlaw.CALLED_BY_WORD, name.text)))
            return None
    alphabet = ascii_lowercase if called.first.text.islower() else ascii_uppercase
    if called.last.text not in alphabet:
        world.problem(BadData(called.span, about(DataFlaw.CALLED_TWO_WAYS, called.first.text, called.last.text)))
        return None
    first, last = alphabet.index(called.first.text), alphabet.index(called.last.text)
    return tuple(alphabet[i] for i in (range(first, last + 1) if first <= last else range(first, last - 1, -1)))

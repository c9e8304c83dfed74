"""Names of places as players write them: `e4` of `grid square 8 by 8, columns a to h, rows from below`."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import TypeAlias

from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.terms import about
from gamedsl.syntax.tree import data

Lines: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""The names of the columns and the rows of a grid; nothing if the rules do not give them."""

_Called: TypeAlias = "tuple[str, ...] | BadData"


def names_of_lines(decl: data.Grid) -> Lines | BadData:
    """Returns the players' names for the columns and the rows of a grid, or a problem with these names."""
    if decl.columns_called is None and decl.rows_called is None:
        return (), ()
    columns, rows = _columns(decl), _rows(decl)
    if isinstance(columns, BadData):
        return columns
    if isinstance(rows, BadData):
        return rows
    if columns[0].isdigit() == rows[0].isdigit():
        at = decl.columns_called or decl.rows_called or decl
        sort = "numbers" if rows[0].isdigit() else "letters"
        return BadData(at.span, about(DataFlaw.CALLED_ALIKE, decl.name.text, sort))
    return columns, rows


def _columns(decl: data.Grid) -> _Called:
    if decl.columns_called is not None:
        return _names_along(decl, decl.columns_called, decl.columns, "columns")
    if isinstance(decl.rows_called, data.Called) and not _is_number(decl.rows_called.first.text):
        return _numbers(1, decl.columns)
    if decl.columns > len(ascii_lowercase):
        at = decl.rows_called or decl
        return BadData(at.span, about(DataFlaw.CALLED_WITHOUT_LETTERS, decl.name.text, decl.columns))
    return tuple(ascii_lowercase[: decl.columns])


def _rows(decl: data.Grid) -> _Called:
    match decl.rows_called:
        case data.Called() as called:
            return _names_along(decl, called, decl.rows, "rows")
        case data.RowsFromBelow():
            return _numbers(decl.rows, 1)
        case None:
            return _numbers(1, decl.rows)


def _numbers(first: int, last: int) -> tuple[str, ...]:
    step = 1 if first <= last else -1
    return tuple(str(number) for number in range(first, last + step, step))


def _names_along(decl: data.Grid, called: data.Called, number: int, what: str) -> _Called:
    """Returns the names of the columns or rows, or why they do not name all of them."""
    first, last = called.first.text, called.last.text
    if _is_number(first):
        named = abs(int(last) - int(first)) + 1
        found = _numbers(int(first), int(last)) if named == number else ()
    else:
        letters = _letters(called)
        if isinstance(letters, BadData):
            return letters
        found, named = letters, len(letters)
    if called.without is not None:
        left_out = called.without
        if left_out.text not in found:
            return BadData(left_out.span, about(DataFlaw.CALLED_WITHOUT_NOTHING, left_out.text, first, last))
        found = tuple(one for one in found if one != left_out.text)
        named = len(found)
    if named != number:
        return BadData(called.span, about(DataFlaw.CALLED_TOO_FEW, first, last, named, decl.name.text, number, what))
    return found


def _is_number(text: str) -> bool:
    """Whether a text is a number as the language writes it: there are names of other digits, such as 𝟙."""
    return text.isascii() and text.isdigit()


def _letters(called: data.Called) -> _Called:
    for name in (called.first, called.last):
        if len(name.text) != 1 or name.text not in ascii_lowercase + ascii_uppercase:
            return BadData(name.span, about(DataFlaw.CALLED_BY_WORD, name.text))
    alphabet = ascii_lowercase if called.first.text.islower() else ascii_uppercase
    if called.last.text not in alphabet:
        return BadData(called.span, about(DataFlaw.CALLED_TWO_WAYS, called.first.text, called.last.text))
    first, last = alphabet.index(called.first.text), alphabet.index(called.last.text)
    return tuple(alphabet[i] for i in (range(first, last + 1) if first <= last else range(first, last - 1, -1)))

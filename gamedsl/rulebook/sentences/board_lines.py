"""Finds the names of a board's rows and columns."""

from __future__ import annotations

from string import ascii_lowercase

from gamedsl.semantics.data.place_names import Lines, names_of_lines
from gamedsl.semantics.problems.data import BadData
from gamedsl.syntax.tree import data


def lines_of(grid: data.Grid | data.GrowingGrid | None) -> Lines:
    """Returns the names of a board's columns and rows: those in the rules, otherwise letters and numbers, as on pages and in the terminal."""
    called = names_of_lines(grid) if isinstance(grid, data.Grid) else ((), ())
    if isinstance(called, BadData):
        return (), ()
    if isinstance(grid, data.Grid) and not called[0] and grid.rows > 1 and grid.columns <= len(ascii_lowercase):
        return tuple(ascii_lowercase[: grid.columns]), tuple(str(at + 1) for at in range(grid.rows))
    return called

"""Long tests look at a share of their rows in everyday runs, and at all of them where the variable GAMEDSL_TESTS is `all`, as once a week.

Which rows these are depends on their place in the table alone, so that every run looks at the same ones. Tests of similar things begin at different
rows: together they look at every row.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

if "--bless" in sys.argv:  # what is written anew is written of all rows, in processes of the run too
    os.environ["GAMEDSL_TESTS"] = "all"

IS_WHOLE = os.environ.get("GAMEDSL_TESTS") == "all"
"""Whether all rows are looked at."""


def share(rows: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
    """Returns every `one_in`-th row, from the row `first` on; all rows in a whole run."""
    return rows if IS_WHOLE else rows[first::one_in]


def few(rows: Sequence[T], number: int, first: int = 0) -> Sequence[T]:
    """Returns about so many rows, evenly spaced, from the row `first` on; all rows in a whole run. For tables that grow with the project."""
    return share(rows, max(1, -(-len(rows) // number)), first)


def paired(rows: Sequence[T], others: Sequence[U]) -> Sequence[tuple[T, U]]:
    """Returns each row with one of the others, which take turns; each row with each of the others in a whole run."""
    if IS_WHOLE:
        return [(row, other) for row in rows for other in others]
    return [(row, others[number % len(others)]) for number, row in enumerate(rows)]


def picked(rows: Sequence[T], usual: Sequence[T]) -> Sequence[T]:
    """Returns the rows that are named, each of which meets something that the others do not; all rows in a whole run."""
    unknown = [row for row in usual if row not in rows]
    if unknown:
        raise ValueError(f"these are no rows of the table: {unknown}")
    return rows if IS_WHOLE else usual


def less(whole: int, usual: int) -> int:
    """Returns the number for everyday runs; the larger one in a whole run."""
    return whole if IS_WHOLE else usual

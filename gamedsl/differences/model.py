"""The differences as typed values: for each declaration its deed, and its values, cells, members and lines before and after."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from gamedsl.differences.things import Cell, Sort
from gamedsl.graph.compiled import Setup
from gamedsl.values import frozen


class Deed(Enum):
    """The kind of change to a declaration."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


@frozen
class Subject:
    """A declaration that differs. `old_name` is its former name if it was renamed, else empty."""

    deed: Deed
    sort: Sort
    name: str
    owner: str
    old_name: str = ""


@frozen
class ValueChange:
    """One value of a declaration before and after; None if there is none."""

    what: str
    before: str | None
    after: str | None


@frozen
class CellChange:
    """One cell of a table before and after; None if there is no such cell."""

    row: str
    column: str
    before: str | None
    after: str | None


@frozen
class MembersChange:
    """The added and removed names of a list; `is_reordered`: the remaining names are in another order, and the order has a meaning."""

    what: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    is_reordered: bool


@frozen
class LineChange:
    """A line that is kept, removed or added, in source order; removed lines come before the added ones that replace them."""

    deed: Literal["same", "removed", "added"]
    depth: int
    text: str


@frozen
class LinesChange:
    """All lines of a declaration, before and after."""

    lines: tuple[LineChange, ...]


@frozen
class Whole:
    """The full content of an added or removed declaration; `values` by name."""

    doc: str
    values: tuple[tuple[str, str], ...]
    cells: tuple[Cell, ...]
    lines: tuple[LineChange, ...]


Detail = ValueChange | CellChange | MembersChange | LinesChange | Whole


@frozen
class Difference:
    """The details that differ in one declaration in the same setups. `setups` are these setups; None: all."""

    subject: Subject
    details: tuple[Detail, ...]
    setups: tuple[Setup, ...] | None = None


@frozen
class Unchanged:
    """A declaration that is equal on both sides, as written on the second one."""

    sort: Sort
    name: str
    owner: str
    source: str


@frozen
class Differences:
    """All differences between two sides with these names. `setups` are the setups that were compared."""

    before: str
    after: str
    differences: tuple[Difference, ...]
    setups: tuple[Setup, ...]
    same: tuple[Unchanged, ...]
    """The declarations that are equal in all setups."""

    @property
    def are_equal(self) -> bool:
        return not self.differences

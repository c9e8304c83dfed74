"""What differs, as typed values: for each declaration its deed, its values, cells, members and lines before and after."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from gamedsl.differences.things import Cell, Sort
from gamedsl.graph.compiled import Setup
from gamedsl.values import frozen


class Deed(Enum):
    """What has happened to a declaration."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


@frozen
class Subject:
    """A declaration that differs. `old_name` is what it was called if it was renamed, else empty."""

    deed: Deed
    sort: Sort
    name: str
    owner: str
    old_name: str = ""


@frozen
class ValueChange:
    """One value of a declaration; None where there is none."""

    what: str
    before: str | None
    after: str | None


@frozen
class CellChange:
    """One cell of a table; None where there is no such cell."""

    row: str
    column: str
    before: str | None
    after: str | None


@frozen
class MembersChange:
    """Names that came and went; `is_reordered`: those that stayed have another order, and it has a meaning."""

    what: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    is_reordered: bool


@frozen
class LineChange:
    """A line that stays, goes or comes, in the order of the text; lines that go stand before those that come in their place."""

    deed: Literal["same", "removed", "added"]
    depth: int
    text: str


@frozen
class LinesChange:
    """All lines of a declaration, before and after."""

    lines: tuple[LineChange, ...]


@frozen
class Whole:
    """All that a declaration that came or went says; `values` by name."""

    doc: str
    values: tuple[tuple[str, str], ...]
    cells: tuple[Cell, ...]
    lines: tuple[LineChange, ...]


Detail = ValueChange | CellChange | MembersChange | LinesChange | Whole


@frozen
class Difference:
    """What differs in one declaration, in the same setups. `setups` are those in which it does; None: in all."""

    subject: Subject
    details: tuple[Detail, ...]
    setups: tuple[Setup, ...] | None = None


@frozen
class Unchanged:
    """A declaration that is equal on both sides, as it is written on the second one."""

    sort: Sort
    name: str
    owner: str
    source: str


@frozen
class Differences:
    """All differences between two sides, which have these names. `setups` are the setups that were compared."""

    before: str
    after: str
    differences: tuple[Difference, ...]
    setups: tuple[Setup, ...]
    same: tuple[Unchanged, ...]
    """The declarations that are equal in all setups."""

    @property
    def are_equal(self) -> bool:
        return not self.differences

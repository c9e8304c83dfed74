"""A board of the setup: its places, neighbours and lines."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model.game import BoardSpec
from gamedsl.graph.model.types import BoardId, EnumId
from gamedsl.semantics.model.symbols import Column
from gamedsl.values import define, frozen


@frozen
class Torus:
    """The places of a board without an edge: all that are at most `radius` steps away from place 0."""

    radius: int
    width: int
    size: int

    def place(self, row: int, column: int) -> int:
        """Returns the number of the place in a row and a column, counted from place 0 in all directions."""
        return (column + self.width * row) % self.size


@define(eq=False)
class Board:
    spec: BoardSpec
    kind: Literal["grid", "hex", "ring", "row", "graph", "union"]
    rows: int
    columns: int
    layers: dict[str, Column]
    neighbours: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[int, ...], ...]
    """Position x 8 directions, row-major; empty where there are none."""
    paths: tuple[tuple[int, ...], ...]
    """The rows of a graph: paths of places that are linked in a chain."""
    views: tuple[tuple[int, ...], ...]
    """`line(p)` of a ring around a grid."""
    around: BoardId | None
    edges: EnumId | None
    ends: tuple[tuple[int, int], ...]
    parts: tuple[tuple[BoardId, int], ...] = ()
    """The boards of a union, each with the number of its first place."""
    torus: Torus | None = None
    """Of a board without an edge."""
    laid: str | None = None
    """The component whose pieces are laid on a board without an edge; None if all pieces are."""
    column_names: tuple[str, ...] = ()
    """The names that the rules give to the columns and rows of a grid, if any."""
    row_names: tuple[str, ...] = ()

    @property
    def has_rows(self) -> bool:
        """Whether the places of a grid lie in rows and columns with numbers."""
        return self.kind in ("grid", "hex") and self.torus is None

    def position(self, place: int) -> tuple[int, int]:
        """Returns the row and the column of a place of a grid, from 0."""
        return self.spec.at[place] if self.torus is not None else divmod(place, self.columns)

    def place_at(self, row: int, column: int) -> int | None:
        """Returns the place of a grid in a row and a column, from 0; None outside of the board."""
        if self.torus is not None:
            return self.torus.place(row, column)
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

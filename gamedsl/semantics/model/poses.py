"""The poses of shapes: the turned and mirrored forms in which they can lie on a grid."""

from __future__ import annotations

from gamedsl.graph.model.types import Type
from gamedsl.semantics.model.board import Board
from gamedsl.values import frozen

Square = tuple[int, int, int | None]
"""Row and column, counted from the first square of the shape, and the value of the square, if it has one."""


@frozen
class Pose:
    """One form in which a shape can lie. The first of its squares is the leftmost one in the top row; it has row and column 0."""

    shape: int
    squares: tuple[Square, ...]
    turned: int
    """The direction in which the top of the picture points."""
    is_flipped: bool


@frozen
class Poses:
    """All poses of the shapes of a declaration, in the order of the values of their type `name`. `value` is the type of the values of squares."""

    name: str
    is_hex: bool
    poses: tuple[Pose, ...]
    value: Type | None

    def suits(self, board: Board) -> bool:
        """Whether the shapes can be laid on a board."""
        return board.kind == ("hex" if self.is_hex else "grid")

"""A sheet of characters on which roads are drawn, and names and labels are written over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Flag
from itertools import groupby, pairwise

from gamedsl.table.maps.charts import Cell

Style = Callable[[str], str]
"""Gives a text its colours."""


class _Arms(Flag):
    """Where lines leave a cell."""

    NONE = 0
    LEFT = 1
    RIGHT = 2
    UP = 4
    DOWN = 8


_LEVEL, _STEEP = _Arms.LEFT | _Arms.RIGHT, _Arms.UP | _Arms.DOWN
_SIGNS = " ───│╯╰┴│╮╭┬│┤├┼"
"""The sign for each set of arms, by its value."""
_STEPS: Mapping[Cell, tuple[_Arms, _Arms, str]] = {
    (1, 0): (_Arms.RIGHT, _Arms.LEFT, "→"),
    (-1, 0): (_Arms.LEFT, _Arms.RIGHT, "←"),
    (0, 1): (_Arms.DOWN, _Arms.UP, "↓"),
    (0, -1): (_Arms.UP, _Arms.DOWN, "↑"),
}
"""For a step to the next cell: where it leaves a cell and where it enters the next one, and the head of an arrow."""
_BENT = 3
"""A label that hides a bend of its line is as bad as so many other lines near it."""


def _keep(text: str) -> str:
    return text


class Canvas:
    """A sheet of characters, each with its style."""

    def __init__(self, width: int, rows: int) -> None:
        self._width = width
        self._cells = [[" "] * width for _ in range(rows)]
        self._styles: list[list[Style]] = [[_keep] * width for _ in range(rows)]
        self._written: set[Cell] = set()
        self._arms: dict[Cell, _Arms] = {}
        self._lines: Counter[Cell] = Counter()
        """The number of lines that run through each cell."""

    def draw(self, start: Cell, end: Cell, style: Style) -> None:
        """Draws a line between two cells; it has no gaps, because it goes from each cell to one beside, above or below."""
        cells = list(_cells_between(start, end))
        self._lines.update(cells)
        for (x, y), (to_x, to_y) in pairwise(cells):
            leaving, entering, _ = _STEPS[to_x - x, to_y - y]
            self._add_arm((x, y), leaving, style)
            self._add_arm((to_x, to_y), entering, style)

    def _add_arm(self, cell: Cell, arm: _Arms, style: Style) -> None:
        x, y = cell
        self._arms[cell] = self._arms.get(cell, _Arms.NONE) | arm
        self._cells[y][x] = _SIGNS[self._arms[cell].value]
        self._styles[y][x] = style

    def keep_free(self, x: int, y: int, length: int) -> None:
        """Keeps labels and heads of arrows out of some cells of a row."""
        self._written.update((column, y) for column in range(x, x + length))

    def is_free(self, x: int, y: int, length: int) -> bool:
        """Whether nothing is written on some cells of a row, nor right beside them."""
        return (
            x >= 0
            and x + length <= self._width
            and self._written.isdisjoint((column, y) for column in range(x - 1, x + length + 1))
        )

    def write(self, x: int, y: int, text: str, style: Style) -> None:
        """Writes a text over what is drawn."""
        for column, letter in enumerate(text, start=x):
            self._cells[y][column] = letter
            self._styles[y][column] = style
            self._written.add((column, y))

    def label(self, start: Cell, end: Cell, text: str, room: int) -> None:
        """Writes a text on a line between two cells: where no other line is near, where the line does not bend, and as near to its middle as there is room. The
        text of the same line finds the same cells whenever its `room` is the same."""
        cells = list(_cells_between(start, end))
        half = room // 2

        def find_fault(at: int) -> tuple[int, int]:
            x, y = cells[at]
            covered = [(column, y) for column in range(x - half, x - half + room)]
            around = {(column, row) for column, _ in covered for row in (y - 1, y, y + 1)}
            others = sum(self._lines[cell] for cell in around) - len(around.intersection(cells))
            bends = sum(self._arms.get(cell, _LEVEL) not in (_LEVEL, _STEEP) for cell in covered)
            return others + _BENT * bends, abs(at - len(cells) // 2)

        free = [at for at, (x, y) in enumerate(cells) if self.is_free(x - half, y, room)]
        if free:
            x, y = cells[min(free, key=find_fault)]
            self.write(x - half, y, text, _keep)
            self.keep_free(x - half, y, room)

    def point(self, start: Cell, end: Cell, style: Style) -> None:
        """Draws the head of an arrow where a line from one cell to another reaches what is written at its end."""
        cells = list(_cells_between(start, end))
        free = [at for at in range(len(cells) - 1, 0, -1) if cells[at] not in self._written]
        if free:
            x, y = cells[free[0]]
            before_x, before_y = cells[free[0] - 1]
            self.write(x, y, _STEPS[x - before_x, y - before_y][2], style)

    def lines(self) -> Iterator[str]:
        """Yields the rows of the sheet."""
        for letters, styles in zip(self._cells, self._styles, strict=True):
            end = len("".join(letters).rstrip())
            parts = groupby(zip(letters[:end], styles, strict=False), key=lambda one: id(one[1]))
            yield "".join(_styled(list(group)) for _, group in parts)


def _styled(group: list[tuple[str, Style]]) -> str:
    text = "".join(letter for letter, _ in group)
    return group[0][1](text) if text.strip() else text


def _cells_between(start: Cell, end: Cell) -> Iterator[Cell]:
    """Yields the cells of a line, with both ends: as near to a straight one as steps to cells beside, above and below can be."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    row = y
    for step in range(steps + 1):
        # Halves are rounded in one direction, so that the line is the same on every machine.
        column, next_row = (
            x + (2 * (to_x - x) * step + steps) // (2 * steps),
            y + (2 * (to_y - y) * step + steps) // (2 * steps),
        )
        before = x + (2 * (to_x - x) * (step - 1) + steps) // (2 * steps) if step else column
        if next_row != row and column != before:
            yield column, row
        row = next_row
        yield column, row

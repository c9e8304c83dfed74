"""A sheet of characters on which roads are drawn, and names and labels are written over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise

from gamedsl.table.maps.charts import Cell

Style = Callable[[str], str]
"""Gives a text its colours."""

_LEVEL, _STEEP, _FALLING, _RISING = "─│╲╱"
_HEADS: Mapping[Cell, str] = {
    (1, 0): "→", (1, 1): "↘", (0, 1): "↓", (-1, 1): "↙", (-1, 0): "←", (-1, -1): "↖", (0, -1): "↑", (1, -1): "↗",
}  # fmt: skip
_CROSSINGS: Mapping[frozenset[str], str] = {
    frozenset((_LEVEL, _STEEP)): "┼",
    frozenset((_FALLING, _RISING)): "╳",
}


def _keep(text: str) -> str:
    return text


class Canvas:
    """A sheet of characters, each with its style."""

    def __init__(self, width: int, rows: int) -> None:
        self._width = width
        self._cells = [[" "] * width for _ in range(rows)]
        self._styles: list[list[Style]] = [[_keep] * width for _ in range(rows)]
        self._written: set[Cell] = set()
        self._lines: Counter[Cell] = Counter()
        """The number of lines that run through each cell."""

    def draw(self, start: Cell, end: Cell, style: Style) -> None:
        """Draws a line between two cells."""
        cells = list(_cells_between(start, end))
        self._lines.update(cells)
        for before, (x, y) in pairwise(cells):
            sign = _sign(before, (x, y))
            old = self._cells[y][x]
            self._cells[y][x] = _CROSSINGS.get(frozenset((old, sign)), sign)
            self._styles[y][x] = style

    def find_room(self, middle: int, y: int, length: int) -> int | None:
        """Returns the column where a text of a length may begin in a row below a middle and beside nothing that is written; None if it has no room."""
        if y >= len(self._cells):
            return None
        best = middle - length // 2
        starts = sorted(range(best - length // 2, best + length // 2 + 1), key=lambda start: abs(start - best))
        return next((start for start in starts if self.is_free(start, y, length)), None)

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

    def write_apart(self, x: int, y: int, text: str, style: Style) -> None:
        """Writes a text over what is drawn, with a gap to lines beside it."""
        for column in (x - 1, x + len(text)):
            if 0 <= column < self._width:
                self.write(column, y, " ", _keep)
        self.write(x, y, text, style)

    def label(self, start: Cell, end: Cell, text: str) -> None:
        """Writes a text on a line between two cells: where no other line is near, and as near to its middle as there is room."""
        cells = list(_cells_between(start, end))
        half = len(text) // 2

        def find_fault(at: int) -> tuple[int, int]:
            x, y = cells[at]
            around = {(column, row) for column in range(x - half - 1, x + half + 2) for row in (y - 1, y, y + 1)}
            others = sum(self._lines[cell] for cell in around) - len(around.intersection(cells))
            return others, abs(at - len(cells) // 2)

        free = [at for at, (x, y) in enumerate(cells) if self.is_free(x - half, y, len(text))]
        if free:
            x, y = cells[min(free, key=find_fault)]
            self.write(x - half, y, text, _keep)

    def point(self, start: Cell, end: Cell, style: Style) -> None:
        """Draws the head of an arrow where a line from one cell to another reaches what is written at its end."""
        cells = list(_cells_between(start, end))
        free = [at for at in range(len(cells) - 1, 0, -1) if cells[at] not in self._written]
        if free:
            x, y = cells[free[0]]
            before_x, before_y = cells[free[0] - 1]
            self.write(x, y, _HEADS[x - before_x, y - before_y], style)

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
    """Yields the cells of a straight line, with both ends."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    for step in range(steps + 1):
        # Halves are rounded in one direction, so that the line is the same on every machine.
        yield x + (2 * (to_x - x) * step + steps) // (2 * steps), y + (2 * (to_y - y) * step + steps) // (2 * steps)


def _sign(before: Cell, cell: Cell) -> str:
    across, down = cell[0] - before[0], cell[1] - before[1]
    if not down:
        return _LEVEL
    if not across:
        return _STEEP
    return _FALLING if across * down > 0 else _RISING

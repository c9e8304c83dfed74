"""Writes examples and starts as lines."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Line
from gamedsl.semantics.data.cells import cell_text
from gamedsl.syntax import tree


def example_lines(text: SourceText, example: tree.Example) -> Iterator[Line]:
    """Yields the lines of an example; the givens have a line for each value and each row of a picture."""
    for line in example.lines:
        if isinstance(line, tree.ExampleGiven):
            yield Line(0, ("given",), "given:")
            for given in line.lines:
                yield from _given(text, given, 1)
        else:
            yield Line(0, line, text.of(line))


def start_lines(text: SourceText, start: tree.StartPosition) -> Iterator[Line]:
    """Yields the lines of a start."""
    for line in start.lines:
        match line:
            case tree.GivenPicture() | tree.GivenZone() | tree.GivenValue():
                yield from _given(text, line, 0)
            case _:
                yield Line(0, line, text.of(line))


def _given(text: SourceText, given: tree.Given, depth: int) -> Iterator[Line]:
    if not isinstance(given, tree.GivenPicture):
        yield Line(depth, given, text.of(given))
        return
    yield Line(depth, ("picture", given.layer), f"{text.of(given.layer)}:")
    for row in given.rows.rows:
        yield Line(depth + 1, row, " ".join(cell_text(cell) for cell in row.cells))

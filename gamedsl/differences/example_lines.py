"""Writes examples and starts as lines."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Line
from gamedsl.semantics.data.cells import cell_text
from gamedsl.syntax.tree import example_lines


def write_example(text: SourceText, example: example_lines.Example) -> Iterator[Line]:
    """Yields the lines of an example; the givens have a line for each value and each row of a picture."""
    for line in example.lines:
        if isinstance(line, example_lines.ExampleGiven):
            yield Line(0, ("given",), "given:")
            for given in line.lines:
                yield from _lines_of_given(text, given, 1)
        else:
            yield Line(0, line, text.of(line))


def write_start(text: SourceText, start: example_lines.StartPosition) -> Iterator[Line]:
    """Yields the lines of a start."""
    for line in start.lines:
        match line:
            case example_lines.GivenPicture() | example_lines.GivenZone() | example_lines.GivenValue():
                yield from _lines_of_given(text, line, 0)
            case _:
                yield Line(0, line, text.of(line))


def _lines_of_given(text: SourceText, given: example_lines.Given, depth: int) -> Iterator[Line]:
    if not isinstance(given, example_lines.GivenPicture):
        yield Line(depth, given, text.of(given))
        return
    yield Line(depth, ("picture", given.layer), f"{text.of(given.layer)}:")
    for row in given.rows.rows:
        yield Line(depth + 1, row, " ".join(cell_text(cell) for cell in row.cells))

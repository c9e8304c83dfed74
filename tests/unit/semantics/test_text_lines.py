"""The lines of a text know the blocks around them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamedsl.semantics.problems.following.text_lines import TextLines
from gamedsl.source import Source


def indented(depth: int, rest: str) -> str:
    return " " * depth + rest


LINES = st.lists(st.builds(indented, st.integers(0, 5), st.sampled_from(["a", "b:", "", "# c"])))


def opening(lines: TextLines, row: int) -> int | None:
    """The nearest line above that is less deep, found by looking at each."""
    column = lines.indentation(row)
    outer = (
        other for other in range(row - 1, -1, -1) if not lines.is_empty(other) and lines.indentation(other) < column
    )
    return next(outer, None)


@given(LINES)
def test_the_line_above_opens_the_block(texts: list[str]) -> None:
    lines = TextLines(Source("g.gdl", "\n".join(texts)))
    assert [lines.above(row) for row in range(len(lines.lines))] == [
        opening(lines, row) for row in range(len(lines.lines))
    ]


def test_lines_around_begin_outside() -> None:
    lines = TextLines(Source("g.gdl", "rule a:\n    if x:\n\n        y\n    z\n"))
    assert lines.around(3) == [0, 1, 3]
    assert lines.around(4) == [0, 4]

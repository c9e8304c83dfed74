"""The lines of a rules text as people see them: indentation, words, blocks. This includes lines that could not be read."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property, lru_cache

from gamedsl.source import Source, Span
from gamedsl.syntax.tables import load
from gamedsl.values import frozen

_WORD = re.compile(r"[^\W\d]\w*")
_SELECTION = re.compile(r"\b(\w+):[ \t]*([^:\n]*?\bof)\b")
_NO_CODE = re.compile(r'"[^"\n]*"|#[^\n]*')


@frozen
class Selection:
    """The part of a selection that tells how many are chosen: its place in the text, and its words: `1 of`, `one of`, `any number of`."""

    start: int
    end: int
    words: str


@frozen
class TextLines:
    """The lines of one source; rows are counted from 0."""

    source: Source

    @cached_property
    def lines(self) -> list[str]:
        """The lines without sentences and comments."""
        return _NO_CODE.sub(_blank, self.source.text).split("\n")

    @cached_property
    def _words(self) -> list[tuple[str, ...]]:
        return [tuple(_WORD.findall(line)) for line in self.lines]

    @cached_property
    def selections(self) -> dict[str, list[Selection]]:
        """The selections such as `x: 1 of` by their names, in their order."""
        found: dict[str, list[Selection]] = {}
        for one in _SELECTION.finditer("\n".join(self.lines)):
            found.setdefault(one[1], []).append(Selection(one.start(2), one.end(2), one[2]))
        return found

    def row(self, offset: int) -> int:
        return self.source.position(offset)[0] - 1

    def words(self, row: int) -> tuple[str, ...]:
        """Returns the words on a line, both names and words of the language."""
        return self._words[row]

    def indentation(self, row: int) -> int:
        line = self.lines[row]
        return len(line) - len(line.lstrip())

    def is_empty(self, row: int) -> bool:
        return not self.lines[row].strip()

    def block(self, row: int) -> range:
        """Returns a line and the deeper lines below it."""
        column, last = self.indentation(row), row + 1
        while last < len(self.lines) and (self.is_empty(last) or self.indentation(last) > column):
            last += 1
        return range(row, last)

    def above(self, row: int) -> int | None:
        """Returns the line that opens the block around a line."""
        return self._above[row]

    @cached_property
    def _above(self) -> list[int | None]:
        """The line that opens the block around each line. All are found in one pass, because a text may have many thousands of lines."""
        above: list[int | None] = []
        rows: list[int] = []  # the lines that enclose the next one; their columns increase
        columns: list[int] = []
        for row in range(len(self.lines)):
            column = self.indentation(row)
            around = bisect_left(columns, column)
            above.append(rows[around - 1] if around else None)
            if not self.is_empty(row):
                rows[around:], columns[around:] = [row], [column]
        return above

    def around(self, row: int) -> list[int]:
        """Returns the lines that open the blocks around a line, the outermost first, and the line itself."""
        rows = [row]
        while (outer := self.above(rows[0])) is not None:
            rows.insert(0, outer)
        return rows

    def text(self, rows: range) -> str:
        return "\n".join(self.lines[row] for row in rows)

    def all_words(self, rows: range) -> set[str]:
        return {word for row in rows for word in self._words[row]}

    def rows(self, span: Span) -> range:
        """Returns the lines of a place."""
        return range(self.row(span.start), self.row(max(span.start, span.end - 1)) + 1)


def _blank(found: re.Match[str]) -> str:
    return " " * (found.end() - found.start())


@lru_cache(maxsize=16)
def text_lines(name: str, text: str) -> TextLines:
    """Returns the lines of a text."""
    return TextLines(Source(name, text))


def own_words(words: set[str]) -> set[str]:
    """Removes the words of the language."""
    return words - load().words.keys()

"""A text with a name, and places in it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from gamedsl.errors import ArgumentError
from gamedsl.values import field, frozen


def decode_rules(data: bytes) -> str:
    """Returns the text of a rules file. Where carriage returns alone end the lines, as old programs write them, they are line ends. Raises
    UnicodeDecodeError for bytes that are no UTF-8."""
    text = data.decode("utf-8-sig")
    return text if "\n" in text else text.replace("\r", "\n")


@frozen
class Span:
    """A half-open stretch `start..end` of characters (offsets from 0) in the source called `source`."""

    source: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """Returns the span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def begins_in(self, other: Span) -> bool:
        """Whether the span begins inside the other one."""
        return self.source == other.source and other.start <= self.start < other.end


NOWHERE = Span("", 0, 0)


@frozen
class Source:
    """One rules text; `name` is its name in diagnostics (usually the path as the user gave it)."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Returns (line, column) of an offset, both counted from 1; columns count characters. Raises ArgumentError for an offset
        that is not in the text."""
        self._check_offset(offset)
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_start(self, offset: int) -> int:
        """Returns the offset at which the line of an offset begins. Raises ArgumentError."""
        self._check_offset(offset)
        return self.text.rfind("\n", 0, offset) + 1

    def line(self, number: int) -> str:
        """Returns the text of a line (counted from 1) without its line break; empty past the end. Raises ArgumentError."""
        _check_line(number)
        if not 1 <= number <= len(self._line_starts):
            return ""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")

    def _check_offset(self, offset: object) -> None:
        if not isinstance(offset, int) or not 0 <= offset <= len(self.text):
            raise ArgumentError(f"`offset` is a number from 0 to {len(self.text)}, not {offset!r}")


def _check_line(number: object) -> None:
    if not isinstance(number, int):
        raise ArgumentError(f"`number` is the number of a line, not {number!r}")

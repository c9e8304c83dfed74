"""Reads tables whose cells are separated by `|`, as in Markdown: reports each table once, and reads its rows as if they were separated by blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.source import Source, Span
from gamedsl.syntax.problems.pictures import PipesInRows
from gamedsl.syntax.problems.wording import LEVEL, align_rows
from gamedsl.values import frozen

_HEADER = re.compile(r"[ \t]*(?:component|table|type|graph|grid|ring|row)\b[^\n]*:[ \t\r]*(?:#[^\n]*)?")
"""A line whose block consists of rows."""

_LIST = re.compile(r"(table\b[^\n:]*:)([^\n#\"]*\|[^\n#\"]*)")
_RULER = re.compile(r"[ \t]*[|:+ \t-]*-[|:+ \t-]*\r?")
"""The line below the heading of such a table: `|---|---|`."""

_CELL = re.compile(r"\.|none|@?[A-Za-z]\w*|-?\d+|each [A-Za-z]\w*|each -?\d+\.\.-?\d+")


@frozen
class _Line:
    """A line of the text that has a `|` outside of sentences and comments: its start, its text, and its cells. A ruler has no cells."""

    start: int
    text: str
    cells: tuple[str, ...]
    is_whole: bool = True
    """Whether it is a line of its own, and no end of a header."""


def without_pipes(source: Source, start: int, end: int) -> tuple[Source, list[PipesInRows]]:
    """Returns the text with blanks in place of the signs that divide cells, from the offset `start` to the offset `end`, and a problem for each table."""
    if source.text.find("|", start, end) < 0:
        return source, []
    text, problems = source.text, list[PipesInRows]()
    for table in _tables(text, start, end):
        first, last = table[0], table[-1]
        rows = [line.cells for line in table if line.cells]
        if not rows:
            continue
        for line in table:
            text = f"{text[: line.start]}{_blank(line)}{text[line.start + len(line.text) :]}"
        stop = last.start + len(last.text.rstrip())
        place = Span(source.name, first.start + _indent(first.text), first.start + len(first.text.rstrip()))
        whole = Span(source.name, place.start, stop)
        is_plain = all(_CELL.fullmatch(cell) for row in rows for cell in row)
        indent = _indent(first.text)
        rows_here = _align_cells(rows, indent or LEVEL) if first.is_whole else _align_cells(rows, 0)
        problems.append(PipesInRows(place, whole, rows_here, is_plain, 0 if indent or not first.is_whole else LEVEL))
    return Source(source.name, text), problems


def _tables(text: str, start: int, end: int) -> Iterator[Sequence[_Line]]:
    """Yields the lines of each table: those that begin with `|`, and rows with a `|` below the header of a block of rows."""
    at, table = start, list[_Line]()
    header_indent: int | None = None
    for written in text[start:end].splitlines(keepends=True):
        line = written.rstrip("\r\n")
        listed = _LIST.match(line)
        is_row = (
            line.lstrip().startswith("|")
            or (header_indent is not None and _indent(line) > header_indent and _has_pipe(line))
        ) and '"' not in line
        if is_row and not line.lstrip().startswith("let "):
            code = line.partition("#")[0].rstrip()
            table.append(_Line(at, code, () if _RULER.fullmatch(code) else _cells(code)))
        else:
            if table:
                yield table
                table = []
            if listed:
                yield [_Line(at + len(listed[1]) + 1, listed[2][1:].rstrip(), _cells(listed[2]), is_whole=False)]
            if line.strip() and not line.lstrip().startswith(('"', "#")):
                is_inside = header_indent is not None and _indent(line) > header_indent
                header_indent = _indent(line) if _HEADER.fullmatch(line) else header_indent if is_inside else None
        at += len(written)
    if table:
        yield table


def _has_pipe(line: str) -> bool:
    return "|" in line.partition("#")[0]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _cells(line: str) -> tuple[str, ...]:
    """Returns the cells of a row; an empty text between two signs is an empty cell."""
    inside = line.strip().removeprefix("|").removesuffix("|")
    return tuple(" ".join(cell.split()) or "." for cell in inside.split("|"))


def _blank(line: _Line) -> str:
    """Returns a row with blanks in place of `|`, of the same length; an empty cell becomes `.`. Of a ruler nothing stays."""
    if not line.cells:
        return " " * len(line.text)
    text = re.sub(r"\|[ \t]*(?=\|)", lambda gap: f"|{gap[0][1:-1]}." if gap[0][1:] else ".", line.text)
    joined = re.sub(r"(?<=[A-Za-z]) (?=[A-Za-z])", "_", text)
    return (text if all(map(_CELL.fullmatch, line.cells)) else joined).replace("|", " ")


def _align_cells(rows: Sequence[Sequence[str]], indent: int) -> str:
    """Returns the rows as the language writes them, in columns; a name of two words becomes one."""
    named = [[cell if _CELL.fullmatch(cell) else cell.replace(" ", "_") for cell in row] for row in rows]
    return align_rows(named, indent)

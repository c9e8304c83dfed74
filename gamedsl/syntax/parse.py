"""Parses text to a tree: `parse` never fails, it returns the readable part and the problems.

A line that does not fit is repaired where its mistake is clear. Otherwise it is left out together with the deeper lines below it, and reading continues with
the next line of the block. Only `tools/make_tables.py` needs Lark: its tables are run here.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.source import Source, Span
from gamedsl.syntax.build import Builder
from gamedsl.syntax.depth import too_deep
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.machine import Machine
from gamedsl.syntax.piped_rows import without_pipes
from gamedsl.syntax.problems.joining import join_problems, sort_problems
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.texts import LongLine, TooDeep
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.reading import Reading
from gamedsl.syntax.recovery.stumble import Stumble
from gamedsl.syntax.tables import UNNAMEABLE, load
from gamedsl.syntax.tree.declarations import Decl, File
from gamedsl.values import frozen

LONGEST_TEXT = 1_100_000
"""The most characters of a text; fifty times the largest game that comes with the language."""

DEEPEST_TREE = 150
"""The deepest nesting of nodes; later passes walk the tree by recursion."""


@frozen
class Parsed:
    """The declarations that could be read, and the problems of the text in source order."""

    tree: File
    problems: tuple[SyntaxProblem, ...]


def parse(source: Source) -> Parsed:
    """Reads a text; any text has an answer."""
    if len(source.text) > LONGEST_TEXT:
        start = Span(source.name, 0, 0)
        return Parsed(File((), span=start), (LongLine(start, LONGEST_TEXT, "characters"),))
    return parse_part(source, 0, len(source.text))


def parse_part(source: Source, start: int, end: int) -> Parsed:
    """Reads whole lines of a text, from the offset `start` to the offset `end`."""
    tables = load()
    plain, piped = without_pipes(source, start, end)
    reader = Reader(plain, tables)
    reader.read(start, end)
    builder = Builder(plain, tables.reserved | UNNAMEABLE)
    reading = Reading(plain, reader.lines, Machine(source.name, tables, builder.method))
    reading.read()
    decls: tuple[Decl, ...] = reading.machine.result()
    found = join_problems(source, [*piped, *reader.problems, *reading.problems, *builder.problems])
    if reading.suspect:
        decls, deep = _without_deep(decls)
        found += deep
    file = File(decls, span=Span(source.name, 0, len(source.text)), marks=tuple(builder.marks))
    return Parsed(file, sort_problems(found, reader.unseen + reading.unseen))


def find_lines(source: Source, rows: Iterable[int]) -> tuple[Stumble, ...]:
    """Returns the lines that begin in some rows of a text as they are written, each with a machine for questions about it."""
    tables = load()
    reader = Reader(source, tables)
    reader.read()
    machine = Machine(source.name, tables, Builder(source, tables.reserved | UNNAMEABLE).method)
    reading = Reading(source, reader.lines, machine, watched=frozenset(rows))
    reading.read()
    return tuple(reading.kept)


def words_at(source: Source, offset: int) -> frozenset[str]:
    """Returns the terminals that the grammar allows at an offset, after the text before it. Their meaning there is not checked."""
    tables = load()
    before = source.text[:offset]
    column = offset - (before.rfind("\n") + 1)
    reader = Reader(Source(source.name, before), tables)
    reader.read()
    row = source.position(offset)[0]
    lines = list(reader.lines)
    open_line: list[Token] = []
    if lines and source.position(lines[-1].tokens[-1][2])[0] == row:
        last = lines.pop()
        column, open_line = last.column, list(last.tokens)
        while open_line and not open_line[-1][1]:  # a bracket that the reader has closed is still open here
            open_line.pop()
    reading = Reading(source, lines, Machine(source.name, tables, Builder(source, tables.reserved).method))
    reading.feed()
    reading.begin(Line(column, [*open_line, ("NAME", "", offset, offset)]))
    taken = reading.machine.take(open_line, 0)
    return frozenset(reading.machine.list_words()) if taken == len(open_line) else frozenset()


def parse_change(source: Source, start: int) -> Parsed:
    """Reads one line of a variant; text before `start` is ignored. The tree is a variant without a name that contains only this change."""
    tables = load()
    text = " " * start + source.text[start:]
    blank = Source(source.name, text if len(text) <= LONGEST_TEXT else "")
    reader = Reader(blank, tables)
    reader.read()
    builder = Builder(blank, tables.reserved | UNNAMEABLE)
    reading = Reading(blank, reader.lines, Machine(source.name, tables, builder.method), header=_VARIANT)
    reading.read()
    span = Span(source.name, start, len(source.text))
    file = File(reading.machine.result(), span=span, marks=tuple(builder.marks))
    return Parsed(file, sort_problems(reader.problems + reading.problems + builder.problems, reading.unseen))


_VARIANT = ("VARIANT", "NAME", "OF", "NAME", "COLON")
"""The header of a variant."""


def _without_deep(decls: tuple[Decl, ...]) -> tuple[tuple[Decl, ...], list[SyntaxProblem]]:
    deep: list[SyntaxProblem] = []
    kept: list[Decl] = []
    for decl in decls:
        span = too_deep(decl, DEEPEST_TREE)
        if span is None:
            kept.append(decl)
        else:
            deep.append(TooDeep(span, DEEPEST_TREE))
    return tuple(kept), deep

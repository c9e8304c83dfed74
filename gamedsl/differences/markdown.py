"""Writes the report in Markdown. Texts of the rules are escaped, so that no character in them acts as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.differences.model import Deed
from gamedsl.differences.plain_text import in_context, write_line
from gamedsl.differences.report import Change, Entry, Grid, Report, Word

_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&$])")
_SIGNS = {"same": "  ", "removed": "- ", "added": "+ "}


def markdown(told: Report) -> str:
    """Writes a title and a section for each entry; ends in a line break."""
    blocks = [f"# {_escape(told.before)} → {_escape(told.after)}", _escape(told.summary)]
    for title, entries in (("Rules", told.rules), ("Examples", told.examples)):
        if entries:
            blocks.append(f"## {title}")
            blocks += [block for entry in entries for block in _entry(entry)]
    return "\n\n".join(blocks) + "\n"


def _entry(entry: Entry) -> Iterator[str]:
    only = f" ({_escape(entry.only)})" if entry.only else ""
    yield f"### {''.join(map(_word, _capital(entry.head)))}{only}"
    if entry.notes:
        yield "\n".join(f"* {_escape(f'{name}: ' if name else '')}{_escape(text)}" for name, text in entry.notes)
    if entry.changes:
        yield _table(entry.changes)
    if entry.grid is not None and entry.deed is Deed.ADDED:
        yield _grid(entry.grid)
    if entry.lines and entry.deed is not Deed.REMOVED:
        yield _fence(list(_lines(entry)))


def _capital(head: Sequence[Word]) -> tuple[Word, ...]:
    first, *rest = head
    return (Word(first.text[:1].upper() + first.text[1:], first.is_name), *rest)


def _word(word: Word) -> str:
    return f"*{_escape(word.text)}*" if word.is_name else _escape(word.text)


def _table(changes: Sequence[Change]) -> str:
    rows = [f"| {_escape(c.label)} | {_cell(c.before)} | {_cell(c.after)} |" for c in changes]
    return "\n".join(("| | before | after |", "|---|---|---|", *rows))


def _cell(text: str | None) -> str:
    return "" if text is None else _escape(text)


def _grid(grid: Grid) -> str:
    rows = [f"| {' | '.join(map(_escape, row))} |" for row in (grid.head, *grid.rows)]
    return "\n".join((rows[0], "|---" * len(grid.head) + "|", *rows[1:]))


def _lines(entry: Entry) -> Iterator[str]:
    for line in in_context(entry.lines):
        yield "  …" if line is None else _SIGNS[line.deed] + write_line(line)


def _fence(lines: Sequence[str]) -> str:
    """Returns a block of code with a fence that is longer than any in the text."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((f"{fence}diff", *lines, fence))


def _escape(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(text.split()))

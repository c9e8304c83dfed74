"""Writes the report as text for a terminal: pieces with a style, which are readable without it. Unchanged lines around changed ones
are shown: their neighbours, and the heads of the blocks around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from gamedsl.differences.model import Deed, LineChange
from gamedsl.differences.report import Change, Entry, Grid, Report
from gamedsl.values import evolve

Style = Literal["plain", "title", "name", "added", "removed", "faint"]
Piece = tuple[Style, str]
_INDENT = "    "
_WIDE = 100
"""Wider pairs of values are written below each other."""
_SIGNS: dict[str, tuple[Style, str]] = {"same": ("plain", "  "), "removed": ("removed", "- "), "added": ("added", "+ ")}


def pieces(told: Report) -> Iterator[Piece]:
    """Yields the whole text, ending in a line break. Replaces characters that a terminal could interpret as commands."""
    for style, said in _pieces(told):
        yield style, "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in said)


def _pieces(told: Report) -> Iterator[Piece]:
    yield "title", f"{told.before} → {told.after}\n"
    yield "plain", f"{told.summary}\n"
    for entry in told.rules:
        yield "plain", "\n"
        yield from _entry(entry)
    if told.examples:
        yield "plain", "\n"
    for entry in told.examples:
        yield from _entry(entry if entry.deed is Deed.CHANGED else evolve(entry, notes=(), lines=()))


def text(told: Report) -> str:
    """Returns the whole text without styles."""
    return "".join(said for _, said in pieces(told))


def _entry(entry: Entry) -> Iterator[Piece]:
    for word in entry.head:
        style: Style = "name" if word.is_name else "plain"
        yield style, word.text
    yield "plain", f" ({entry.only})\n" if entry.only else "\n"
    for name, said in entry.notes:
        yield "plain", f"{_INDENT}{name}: {said}\n" if name else f"{_INDENT}{said}\n"
    if entry.deed is Deed.REMOVED:
        return
    yield from _changes(entry.changes)
    if entry.grid is not None:
        for line in _grid_lines(entry.grid):
            yield "added", f"{_INDENT}+ {line}\n"
    yield from _lines(entry)


def _changes(changes: Sequence[Change]) -> Iterator[Piece]:
    narrow = [change for change in changes if change.label and _is_narrow(change)]
    width = max((len(change.label) for change in narrow), default=0)
    for change in changes:
        if change in narrow:
            yield "plain", f"{_INDENT}{change.label.ljust(width)}  "
            yield from _pair(change)
        elif not change.label and _is_narrow(change):
            yield "plain", _INDENT
            yield from _pair(change)
        else:
            yield from _write_below(change)


def _is_narrow(change: Change) -> bool:
    return len(change.label) + len(change.before or "") + len(change.after or "") <= _WIDE


def _pair(change: Change) -> Iterator[Piece]:
    """Writes a change: `28 → 26`; `(none)` for a missing value."""
    if change.before is not None or not change.is_list:
        yield "removed", change.before if change.before is not None else "(none)"
    if not change.is_list:
        yield "plain", " → "
    if change.after is not None or not change.is_list:
        yield "added", change.after if change.after is not None else "(none)"
    yield "plain", "\n"


def _write_below(change: Change) -> Iterator[Piece]:
    indent = _INDENT
    if change.label:
        yield "plain", f"{_INDENT}{change.label}\n"
        indent += "  "
    if change.before is not None:
        yield "removed", f"{indent}- {change.before}\n"
    if change.after is not None:
        yield "added", f"{indent}+ {change.after}\n"


def _grid_lines(grid: Grid) -> Iterator[str]:
    """Yields rows in columns, after the head if it is not empty."""
    rows = (grid.head, *grid.rows) if any(grid.head) else grid.rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _lines(entry: Entry) -> Iterator[Piece]:
    for line in in_context(entry.lines):
        if line is None:
            yield "faint", f"{_INDENT}  …\n"
        else:
            style, sign = _SIGNS[line.deed]
            yield style, f"{_INDENT}{sign}{write_line(line)}\n"


def write_line(line: LineChange) -> str:
    """Returns the line with its indentation."""
    return _INDENT * line.depth + line.text


def in_context(lines: Sequence[LineChange]) -> list[LineChange | None]:
    """Returns the lines that are shown; None marks lines that are left out."""
    shown = _select(lines)
    made: list[LineChange | None] = []
    for number, line in enumerate(lines):
        if number in shown:
            made.append(line)
        elif not made or made[-1] is not None:
            made.append(None)
    return made


def _select(lines: Sequence[LineChange]) -> set[int]:
    found: set[int] = set()
    for number, line in enumerate(lines):
        if line.deed != "same":
            found |= {number - 1, number, number + 1} & set(range(len(lines)))
            found |= _heads(lines, number)
    left_out = [number for number in range(len(lines)) if number not in found]
    # A single hidden line would save nothing, since the mark takes a line too.
    return found | {n for n in left_out if n - 1 not in left_out and n + 1 not in left_out}


def _heads(lines: Sequence[LineChange], number: int) -> set[int]:
    """Returns the heads of the blocks around a line."""
    found: set[int] = set()
    depth = lines[number].depth
    for at in range(number - 1, -1, -1):
        if lines[at].depth < depth and lines[at].deed != ("added" if lines[number].deed == "removed" else "removed"):
            depth = lines[at].depth
            found.add(at)
    return found

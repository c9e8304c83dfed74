"""Places as editors count them (lines from 0, columns in units of UTF-16), and as texts do (offsets of characters)."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from gamedsl.diagnostics.model import Edit
from gamedsl.source import Source, Span


def path_of(uri: str) -> str:
    """Returns the absolute path of a file. Addresses of other things, such as a text that was never saved, are returned unchanged."""
    found = to_fs_path(uri) if uri.startswith("file:") else None
    return uri if not found else str(Path(found).absolute())


def uri_of(path: str) -> str:
    """Returns the address of a file."""
    return (from_fs_path(path) or path) if Path(path).is_absolute() else path


def offset_of(source: Source, position: types.Position) -> int:
    """Returns the offset of a position; of one that is not in the text, the nearest."""
    lines = source.text.split("\n")
    if position.line >= len(lines):
        return len(source.text)
    line = lines[position.line]
    return sum(len(one) + 1 for one in lines[: position.line]) + _characters(line, position.character)


def _characters(line: str, units: int) -> int:
    """Returns how many characters of a line take this many units of UTF-16."""
    if line.isascii():
        return min(units, len(line))
    taken = 0
    for number, sign in enumerate(line):
        if taken >= units:
            return number
        taken += 2 if ord(sign) > 0xFFFF else 1
    return len(line)


def position_of(source: Source, offset: int) -> types.Position:
    """Returns the position of an offset."""
    line, column = source.position(min(offset, len(source.text)))
    before = source.text[offset - column + 1 : offset]
    units = len(before) if before.isascii() else len(before.encode("utf-16-le")) // 2
    return types.Position(line - 1, units)


def range_of(source: Source, span: Span) -> types.Range:
    """Returns the range of a span."""
    return types.Range(position_of(source, span.start), position_of(source, span.end))


def whole_range(source: Source) -> types.Range:
    """Returns the range of the whole text."""
    return range_of(source, Span(source.name, 0, len(source.text)))


def text_edit(source: Source, edit: Edit) -> types.TextEdit:
    """Returns an edit of a text."""
    return types.TextEdit(range_of(source, edit.span), edit.text)

"""Renders a diagnostic as plain text; its styled pieces are the same text, cut where the colour may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill
from typing import Literal
from unicodedata import combining, east_asian_width

from gamedsl.diagnostics.model import Diagnostic, Label
from gamedsl.source import Source

Style = Literal["plain", "severity", "code", "message", "place", "gutter", "source", "mark", "other", "help"]
Piece = tuple[Style, str]

WIDEST = 140
"""The most characters shown of a very long source line, from a little before the label on."""

_BEFORE = 60
"""The most of them before the label."""

_TAB = 4

_LEFT_OUT = "..."

_LEAST = 30
"""A line of rules is never cut to fewer characters."""


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """Returns the text of a diagnostic, ending in a line break; a place in an unknown source is named without its line."""
    return "".join(text for _, text in pieces(diagnostic, sources))


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """Returns the texts of several diagnostics with an empty line between them."""
    return "\n".join(render(diagnostic, sources) for diagnostic in diagnostics)


def pieces(diagnostic: Diagnostic, sources: Mapping[str, Source], columns: int | None = None) -> list[Piece]:
    """Returns the text of a diagnostic as styled pieces. With `columns`, sentences are folded and lines of rules are cut to this width."""
    labels = [diagnostic.primary, *diagnostic.others]
    width = max((len(str(_line_number(label, sources))) for label in labels), default=1)
    result: list[Piece] = [
        ("severity", diagnostic.severity.value),
        ("code", f"[{diagnostic.code}]"),
        ("plain", ": "),
        ("message", _fold(diagnostic.message, columns, len(f"{diagnostic.severity.value}[{diagnostic.code}]: "))),
        ("plain", "\n"),
    ]
    for label in labels:
        result += _place(label, sources, width, columns, "mark" if label is diagnostic.primary else "other")
    for line in diagnostic.advice:
        result.append(("help", "help"))
        result.append(("plain", f": {_fold(line, columns, len('help: '))}\n"))
    return result


def _fold(sentence: str, columns: int | None, before: int) -> str:
    """Breaks a sentence between words where it is too long for its lines, of which the first one begins with `before` characters."""
    if columns is None or "\n" in sentence:
        return sentence
    return fill(sentence, columns, initial_indent=" " * before, subsequent_indent="  ", break_on_hyphens=False).lstrip()


def _line_number(label: Label, sources: Mapping[str, Source]) -> int:
    source = sources.get(label.span.source)
    return 1 if source is None else source.position(label.span.start)[0]


def _place(
    label: Label, sources: Mapping[str, Source], width: int, columns: int | None, style: Style
) -> Iterator[Piece]:
    span, source = label.span, sources.get(label.span.source)
    if source is None:
        if span.source:
            yield "place", f" --> {span.source}"
            yield "plain", f": {label.text}\n" if label.text else "\n"
        return
    line, column = source.position(span.start)
    text = source.line(line)
    begin = column - 1
    end = min(begin + span.end - span.start, len(text))
    room = None if columns is None else max(_LEAST, columns - width - len(" | "))
    shown, offset, length = _clip_line(text, begin, end, room)
    last, _ = source.position(span.end)
    words = label.text if last == line else f"{label.text} (up to line {last})".strip()
    yield "place", f" --> {span.source}:{line}:{column}"
    yield "plain", "\n"
    yield "gutter", f"{line:>{width}} |"
    yield "source", f" {shown}".rstrip()
    yield "plain", "\n"
    yield "gutter", f"{'':>{width}} |"
    yield "plain", " " * (offset + 1)
    sign = "^" if style == "mark" else "-"
    if room is None or not words or offset + length + len(f" {words}") <= room:
        yield style, f"{sign * length} {words}".rstrip()
    else:
        yield style, sign * min(length, room - offset)
        yield "plain", "\n"
        yield "gutter", f"{'':>{width}} |"
        yield "plain", " " * (max(0, min(offset, room - len(words))) + 1)
        yield style, words
    yield "plain", "\n"


def _clip_line(text: str, begin: int, end: int, room: int | None) -> tuple[str, int, int]:
    """Returns the displayed part of a line, the column at which the label begins in it, and the label's width (at least 1)."""
    if room is not None and len(text) > room:
        first = max(0, min(begin - room // 3, len(text) - room + len(_LEFT_OUT)))
        head = _LEFT_OUT if first else ""
        tail = _LEFT_OUT if len(head) + len(text) - first > room else ""
        inner = text[first : first + room - len(head) - len(tail)]
        text, begin, end = f"{head}{inner}{tail}", begin - first + len(head), end - first + len(head)
        end = min(end, len(text))
    elif len(text) > 2 * WIDEST:
        first = max(0, begin - _BEFORE)
        head = "..." if first else ""
        text, begin, end = head + text[first : begin + WIDEST], begin - first + len(head), end - first + len(head)
        end = min(end, len(text))
        text += "..."
    if text.isascii() and text.isprintable():
        return text, begin, max(1, len(text[begin:end]))
    cells: list[str] = []
    column = 0
    for character in text:
        cell = _cell(character, column)
        cells.append(cell)
        column += _width(cell)
    starts = _width("".join(cells[:begin])) + max(0, begin - len(text))
    length = max(1, _width("".join(cells[begin:end])))
    return "".join(cells), starts, length


def _cell(character: str, column: int) -> str:
    """Returns a character as displayed: tabs as spaces, unprintable ones as a replacement sign."""
    if character == "\t":
        return " " * (_TAB - column % _TAB)
    return character if character.isprintable() or combining(character) else "\ufffd"


def _width(text: str) -> int:
    """Returns the number of columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)

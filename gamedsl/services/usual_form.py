"""The usual form of a text, of a part of it, and of the line that was just ended."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from gamedsl.diagnostics.model import Edit
from gamedsl.source import Source, Span
from gamedsl.syntax.format import format_text
from gamedsl.syntax.reparse import declaration_part


def text_in_usual_form(source: Source) -> str | None:
    """Returns the text in its usual form; None if it cannot be read, or has that form."""
    found = format_text(source)
    return None if found.problems or found.text == source.text else found.text


def format_part(source: Source, start: int, end: int) -> tuple[Edit, ...]:
    """Returns the edits that give the lines of a part their usual form. Declarations that cannot be read stay as they are."""
    text, at = source.text, declaration_part(source.text, start)[0]
    first = text.rfind("\n", 0, start) + 1
    edits: list[Edit] = []
    while True:
        begin, stop = declaration_part(text, at)
        edits += (one for one in _edits(source, begin, stop) if first <= one.span.start and one.span.start <= end)
        if stop >= len(text) or stop > end:
            return tuple(edits)
        at = stop


def format_line(source: Source, offset: int) -> tuple[Edit, ...]:
    """Returns the edits that give the line above an offset its usual form."""
    end = source.text.rfind("\n", 0, offset)
    begin = source.text.rfind("\n", 0, max(end, 0)) + 1
    edits = format_part(source, begin, max(end, 0))
    return tuple(one for one in edits if begin <= one.span.start and one.span.end <= end + 1)


def _edits(source: Source, begin: int, stop: int) -> Iterator[Edit]:
    """Yields the edits of one declaration, line by line. Blank lines below it stay."""
    old = source.text[begin:stop].rstrip()
    found = format_text(Source(source.name, f"{old}\n"))
    if found.problems:
        return
    lines, new = f"{old}\n".splitlines(keepends=True), found.text.splitlines(keepends=True)
    starts = [begin]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for tag, a, b, c, d in SequenceMatcher(None, lines, new, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            for number in range(b - a):
                span = Span(source.name, starts[a + number], starts[a + number + 1])
                yield Edit(span, new[c + number])
        elif tag != "equal":
            yield Edit(Span(source.name, starts[a], starts[b]), "".join(new[c:d]))

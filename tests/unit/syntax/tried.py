"""Checks texts as users do: the lines that findings propose were tried."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import Parsed, check, level_fixes, parse_files
from gamedsl.source import Source


def find_errors(name: str, text: str, base: Source | None = None) -> list[Diagnostic]:
    """Returns the errors of a text, which may build on another one."""

    def read(source: Source) -> Parsed:
        return parse_files(source, lambda _: base)

    source = Source(name, text)
    report = level_fixes(check(read(source)), source, read)
    return [one for one in report.diagnostics if one.code.startswith("E")]


def apply_first(found: Diagnostic, text: str) -> str:
    """Returns a text after the first correction of a finding."""
    for edit in sorted(found.fixes[0].edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def normal(text: str) -> str:
    """Returns a text with single blanks inside its lines."""
    return "\n".join(line[: len(line) - len(line.lstrip())] + " ".join(line.split()) for line in text.split("\n"))

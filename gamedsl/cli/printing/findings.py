"""Prints diagnostics on a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping

import click

from gamedsl.cli.printing.text import plural
from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.diagnostics.render import Style, pieces
from gamedsl.source import Source

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def text_with_colours(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """Returns the diagnostic with colours, ending in a line break. On a terminal it fits into the lines; a file or another program gets each sentence in one."""
    colour = _COLOURS[diagnostic.severity]
    columns = shutil.get_terminal_size().columns if sys.stderr.isatty() and sys.stdout.isatty() else None
    return "".join(_style(style, text, colour) for style, text in pieces(diagnostic, sources, columns))


def warn(sentence: str) -> None:
    """Prints a warning about the result of a command."""
    click.echo(f"warning: {sentence}", err=True)


def count_by_severity(diagnostics: Iterable[Diagnostic]) -> str:
    """Counts diagnostics by severity: `2 errors, 1 warning`; empty if there are none."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    counts = ((severities.count(severity), severity) for severity in Severity)
    return ", ".join(plural(number, _NOUNS[severity]) for number, severity in counts if number)


def is_finding(diagnostic: Diagnostic) -> bool:
    """Whether the diagnostic makes `check` fail; information does not."""
    return diagnostic.severity is not Severity.INFO


def _style(style: Style, text: str, colour: str) -> str:
    match style:
        case "severity" | "code":
            return click.style(text, fg=colour, bold=True)
        case "message" | "help":
            return click.style(text, bold=True)
        case "mark":
            return click.style(text, fg=colour)
        case "gutter" | "other":
            return click.style(text, fg="blue")
        case "plain" | "place" | "source":
            return text

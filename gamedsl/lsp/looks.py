"""Findings of look files as editors show them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from gamedsl import pipeline
from gamedsl.bases import LOOK_SUFFIX
from gamedsl.graph.compiled import Setup
from gamedsl.lsp.places import range_of
from gamedsl.services import View
from gamedsl.source import Source, Span


def look_beside(path: str) -> str:
    """Returns the place of the look file beside rules, whether there is one or not."""
    return str(Path(path).with_suffix(LOOK_SUFFIX))


def rules_beside(path: str) -> str | None:
    """Returns the place of the rules that a look file is for; None for other files."""
    return f"{path.removesuffix(LOOK_SUFFIX)}.gdl" if path.endswith(LOOK_SUFFIX) else None


def look_findings(path: str, text: str, rules: View) -> list[types.Diagnostic]:
    """Returns the findings of a look file with this text, at their lines."""
    setups = pipeline.setups(rules.parsed)
    if rules.report.has_errors or not setups:
        told = "the rules beside this file have mistakes: the look is checked once they are corrected"
        return [_diagnostic(path, text, told, 1, types.DiagnosticSeverity.Information)]
    # One setup has almost all names, and compiling all of them takes long.
    found = _mistakes(path, text, rules, setups[:1]) and _mistakes(path, text, rules, setups)
    return [_diagnostic(path, text, *one, types.DiagnosticSeverity.Error) for one in found]


def _mistakes(path: str, text: str, rules: View, setups: Sequence[Setup]) -> list[tuple[str, int | None]]:
    """Returns the mistakes in a look file with their lines, by the names of some setups."""
    from gamedsl.page import LookError  # imported here because most editors show no look file
    from gamedsl.page.pictures import PictureError

    try:
        _check(path, text, rules, setups)
    except LookError as error:
        return list(zip(error.findings, error.lines, strict=True))
    except PictureError as error:
        return [(str(error), None)]
    return []


def _check(path: str, text: str, rules: View, setups: Sequence[Setup]) -> None:
    """Raises LookError and PictureError for a look file with mistakes."""
    from gamedsl.page import LookError, read_look
    from gamedsl.rulebook import LabelError, check_labels, labels_in
    from gamedsl_interpreter.hosting.model import named_things

    models = [named_things(pipeline.compile(rules.parsed, setup).game) for setup in setups]
    look = read_look(text, models, Path(path).parent)
    try:
        check_labels(labels_in(look), [one for _, file in rules.parsed.chain.files for one in file.decls])
    except LabelError as wrong:
        raise LookError(wrong.findings) from None


def _diagnostic(
    path: str, text: str, told: str, line: int | None, severity: types.DiagnosticSeverity
) -> types.Diagnostic:
    """Returns a finding about a line; about the first one, if it is about the file as a whole."""
    lines = text.split("\n")
    at = min(line or 1, len(lines)) - 1
    start = sum(len(one) + 1 for one in lines[:at])
    span = Span(path, start + len(lines[at]) - len(lines[at].lstrip()), start + len(lines[at].rstrip()))
    return types.Diagnostic(range_of(Source(path, text), span), told, severity=severity, source="gamedsl")

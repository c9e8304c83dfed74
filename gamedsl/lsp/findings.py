"""Findings as editors show them."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.lsp.places import range_of, uri_of
from gamedsl.services import View
from gamedsl.services.early import early

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_USELESS = ("W0902", "W0903", "W0904", "W0905")
"""Findings of what is used nowhere: editors show it pale."""


def findings(view: View) -> dict[str, list[types.Diagnostic]]:
    """Returns the findings by file: those of the file itself, which may be empty, and those of the files it builds on."""
    return _by_file(view, view.report.diagnostics)


def early_findings(view: View) -> dict[str, list[types.Diagnostic]] | None:
    """Returns the findings that are certain at once, together with those of the last whole check; None if the file was never checked."""
    found = early(view)
    return None if found is None else _by_file(view, found.diagnostics)


def _by_file(view: View, diagnostics: Iterable[Diagnostic]) -> dict[str, list[types.Diagnostic]]:
    found: dict[str, list[types.Diagnostic]] = {view.path: []}
    for one in diagnostics:
        shown = _diagnostic(view, one)
        if shown is not None:
            found.setdefault(one.primary.span.source, []).append(shown)
    return found


def _diagnostic(view: View, one: Diagnostic) -> types.Diagnostic | None:
    source = view.source_of(one.primary.span.source)
    if source is None:
        return None
    label = f"\n{one.primary.text}" if one.primary.text else ""
    advice = "".join(f"\nhelp: {text}" for text in one.help)
    return types.Diagnostic(
        range_of(source, one.primary.span),
        f"{one.message}{label}{advice}",
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="gamedsl",
        tags=[types.DiagnosticTag.Unnecessary] if one.code in _USELESS else None,
        related_information=list(_places_beside(view, one)) or None,
        data={"fixes": [fix.title for fix in one.fixes]},
    )


def _places_beside(view: View, one: Diagnostic) -> Iterable[types.DiagnosticRelatedInformation]:
    for label in one.others:
        source = view.source_of(label.span.source)
        if source is not None:
            place = types.Location(uri_of(source.name), range_of(source, label.span))
            yield types.DiagnosticRelatedInformation(place, label.text or "see here")

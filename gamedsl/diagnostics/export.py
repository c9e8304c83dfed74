"""Diagnostics for other programs: JSON, SARIF 2.1.0 and GitHub annotations.

The JSON form is stable: `{"version": 1, "diagnostics": [...]}`, where a diagnostic is

    {"code": "E0301", "severity": "error", "message": "...", "primary": LABEL, "others": [LABEL...], "help": ["..."],
     "fixes": [{"title": "...", "edits": [{"file": "...", "start": POINT, "end": POINT, "text": "..."}]}]}

a LABEL is `{"file": "...", "start": POINT, "end": POINT, "text": "..."}` and a POINT `{"line": 1, "column": 1,
"offset": 0}`: lines and columns count from 1, offsets from 0, all in characters; the end is the first place behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from gamedsl.diagnostics.catalogue import CATALOGUE
from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity
from gamedsl.source import Source, Span

Sources = Mapping[str, Source]

_SARIF_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def to_json(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """The JSON text described above."""
    data = {"version": 1, "diagnostics": [as_data(diagnostic, sources) for diagnostic in diagnostics]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def to_sarif(diagnostics: Sequence[Diagnostic], sources: Sources, version: str) -> str:
    """A SARIF 2.1.0 log with one run; `version` is the version of this program."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [{"id": code, "shortDescription": {"text": CATALOGUE[code].title}} for code in codes if code in CATALOGUE]
    run = {
        "tool": {"driver": {"name": "gamedsl", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, sources) for diagnostic in diagnostics],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def to_github(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """One workflow command to a line; GitHub shows them beside the changed lines."""
    return "".join(_annotation(diagnostic, sources) for diagnostic in diagnostics)


# ---------------------------------------------------------------- JSON


def as_data(diagnostic: Diagnostic, sources: Sources) -> dict[str, object]:
    """One diagnostic of the JSON form, to stand among other data."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "primary": _label(diagnostic.primary, sources),
        "others": [_label(label, sources) for label in diagnostic.others],
        "help": list(diagnostic.help),
        "fixes": [_fix(fix, sources) for fix in diagnostic.fixes],
    }


def _label(label: Label, sources: Sources) -> dict[str, object]:
    return {**_stretch(label.span, sources), "text": label.text}


def _fix(fix: Fix, sources: Sources) -> dict[str, object]:
    return {"title": fix.title, "edits": [{**_stretch(edit.span, sources), "text": edit.text} for edit in fix.edits]}


def _stretch(span: Span, sources: Sources) -> dict[str, object]:
    return {"file": span.source, "start": _point(span, span.start, sources), "end": _point(span, span.end, sources)}


def _point(span: Span, offset: int, sources: Sources) -> dict[str, int]:
    line, column = _position(span, offset, sources)
    return {"line": line, "column": column, "offset": offset}


def _position(span: Span, offset: int, sources: Sources) -> tuple[int, int]:
    source = sources.get(span.source)
    return (1, 1) if source is None else source.position(offset)


# ---------------------------------------------------------------- SARIF


def _result(diagnostic: Diagnostic, sources: Sources) -> dict[str, object]:
    text = "\n".join([diagnostic.message, *(f"help: {line}" for line in diagnostic.help)])
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "level": _SARIF_LEVEL[diagnostic.severity],
        "message": {"text": text},
        "locations": [_location(diagnostic.primary, sources)],
    }
    if diagnostic.others:
        result["relatedLocations"] = [_location(label, sources) for label in diagnostic.others]
    if diagnostic.fixes:
        result["fixes"] = [_sarif_fix(fix, sources) for fix in diagnostic.fixes]
    return result


def _location(label: Label, sources: Sources) -> dict[str, object]:
    place = {"artifactLocation": {"uri": label.span.source}, "region": _region(label.span, sources)}
    location: dict[str, object] = {"physicalLocation": place}
    if label.text:
        location["message"] = {"text": label.text}
    return location


def _region(span: Span, sources: Sources) -> dict[str, int]:
    line, column = _position(span, span.start, sources)
    end_line, end_column = _position(span, span.end, sources)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _sarif_fix(fix: Fix, sources: Sources) -> dict[str, object]:
    changes: dict[str, list[object]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span, sources), "insertedContent": {"text": edit.text}}
        changes.setdefault(edit.span.source, []).append(replacement)
    files = [{"artifactLocation": {"uri": name}, "replacements": parts} for name, parts in changes.items()]
    return {"description": {"text": fix.title}, "artifactChanges": files}


# ---------------------------------------------------------------- GitHub


def _annotation(diagnostic: Diagnostic, sources: Sources) -> str:
    region = _region(diagnostic.primary.span, sources)
    properties = {"file": diagnostic.primary.span.source, "line": region["startLine"], "endLine": region["endLine"]}
    if region["startLine"] == region["endLine"]:  # GitHub accepts columns only within one line
        properties |= {"col": region["startColumn"], "endColumn": region["endColumn"]}
    properties["title"] = diagnostic.code
    listed = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    message = "\n".join([diagnostic.message, *(f"help: {line}" for line in diagnostic.help)])
    return f"::{_GITHUB_COMMAND[diagnostic.severity]} {listed}::{_escaped(message, '')}\n"


def _escaped(text: str, more: str) -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text

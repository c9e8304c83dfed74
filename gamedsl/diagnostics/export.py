"""Diagnostics for other programs: JSON and GitHub annotations. SARIF has a module of its own.

The JSON form is stable: `{"version": 1, "diagnostics": [...]}`, where a diagnostic is

    {"code": "E0301", "severity": "error", "message": "...", "primary": LABEL, "others": [LABEL...], "help": ["..."],
     "fixes": [{"title": "...", "level": "...", "edits": [{"file": "...", "start": POINT, "end": POINT, "text": "..."}]}]}

a LABEL is `{"file": "...", "start": POINT, "end": POINT, "text": "..."}` and a POINT `{"line": 1, "column": 1,
"offset": 0}`; a level is `certain` or `perhaps`: lines and columns count from 1, offsets from 0, all in characters; the end is exclusive.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping

from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity
from gamedsl.source import Source, Span

Sources = Mapping[str, Source]
Place = Callable[[str], str]
"""Returns the path under which other programs see the source of a name."""

_GITHUB_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def to_json(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Returns the JSON text described above."""
    data = {"version": 1, "diagnostics": [as_data(diagnostic, sources) for diagnostic in diagnostics]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def to_github(diagnostics: Iterable[Diagnostic], sources: Sources, place: Place = str) -> str:
    """Returns one workflow command per line; GitHub shows them beside the changed lines. `place` gives the path of a source from the root of the repository."""
    return "".join(_annotation(diagnostic, sources, place) for diagnostic in diagnostics)


# ---------------------------------------------------------------- JSON


def as_data(diagnostic: Diagnostic, sources: Sources) -> dict[str, object]:
    """Returns one diagnostic of the JSON form, for use inside other data."""
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
    return {
        "title": fix.title,
        "level": fix.level.value,
        "edits": [{**_stretch(edit.span, sources), "text": edit.text} for edit in fix.edits],
    }


def _stretch(span: Span, sources: Sources) -> dict[str, object]:
    return {"file": span.source, "start": _point(span, span.start, sources), "end": _point(span, span.end, sources)}


def _point(span: Span, offset: int, sources: Sources) -> dict[str, int]:
    line, column = _position(span, offset, sources)
    return {"line": line, "column": column, "offset": offset}


def _position(span: Span, offset: int, sources: Sources) -> tuple[int, int]:
    source = sources.get(span.source)
    return (1, 1) if source is None else source.position(offset)


# ---------------------------------------------------------------- for all forms


def region_of(span: Span, sources: Sources) -> dict[str, int]:
    """Returns `startLine`, `startColumn`, `endLine`, `endColumn`, all from 1; the end is exclusive."""
    line, column = _position(span, span.start, sources)
    end_line, end_column = _position(span, span.end, sources)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def message_of(diagnostic: Diagnostic) -> str:
    """Returns the message and the advice, each on a line."""
    return "\n".join([diagnostic.message, *(f"help: {line}" for line in diagnostic.advice)])


# ---------------------------------------------------------------- GitHub


def _annotation(diagnostic: Diagnostic, sources: Sources, place: Place) -> str:
    region = region_of(diagnostic.primary.span, sources)
    properties = {
        "file": place(diagnostic.primary.span.source),
        "line": region["startLine"],
        "endLine": region["endLine"],
    }
    if region["startLine"] == region["endLine"]:  # GitHub accepts columns only within one line
        properties |= {"col": region["startColumn"], "endColumn": region["endColumn"]}
    properties["title"] = diagnostic.code
    message = "\n".join((message_of(diagnostic), *_also(diagnostic, sources, place)))
    return _command(_GITHUB_COMMAND[diagnostic.severity], properties, message)


def file_annotation(file: str, message: str) -> str:
    """Returns the workflow command for a mistake that has no place in its file."""
    return _command("error", {"file": file}, message)


def _command(name: str, properties: Mapping[str, object], message: str) -> str:
    listed = ",".join(f"{key}={_escape(str(value), ',:')}" for key, value in properties.items())
    return f"::{name} {listed}::{_escape(message, '')}\n"


def _also(diagnostic: Diagnostic, sources: Sources, place: Place) -> Iterator[str]:
    """Yields the related places of a finding, which an annotation can only name."""
    for label in diagnostic.others:
        line, column = _position(label.span, label.span.start, sources)
        yield f"see {place(label.span.source)}:{line}:{column}{f': {label.text}' if label.text else ''}"


def _escape(text: str, more: str) -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text

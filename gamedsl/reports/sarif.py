"""Exports diagnostics as a SARIF 2.1.0 log, which code scanning reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import quote

from gamedsl.diagnostics.export import Place, Sources, message_of, region_of
from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity, severity_of
from gamedsl.pipeline.catalogue import CATALOGUE, page
from gamedsl.values import frozen

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

ROOT = "SRCROOT"
"""The name of the root of all paths in the log: readers replace it by the root of their copy of the repository."""

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def to_sarif(diagnostics: Sequence[Diagnostic], sources: Sources, version: str, place: Place = str) -> str:
    """Returns the log, with one run; `version` is the version of this program. `place` gives the path of a source from the root, or its whole path."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    log = _Log(sources, place, {code: number for number, code in enumerate(codes)})
    run = {
        "tool": {"driver": {"name": "gamedsl", "version": version, "rules": [_rule(code) for code in codes]}},
        "originalUriBaseIds": {ROOT: {"description": {"text": "the root of the repository, or the current folder"}}},
        "columnKind": "unicodeCodePoints",
        "results": [log.result(diagnostic) for diagnostic in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(code: str) -> dict[str, object]:
    title = CATALOGUE.get(code)
    if title is None:
        return {"id": code}
    rule: dict[str, object] = {
        "id": code,
        "shortDescription": {"text": title},
        "defaultConfiguration": {"level": _LEVEL[severity_of(code)]},
    }
    with suppress(KeyError):
        text = page(code)
        rule["help"] = {"text": text, "markdown": text}
    return rule


@frozen
class _Log:
    """Shared data of the results of one log: `rules` maps codes to their numbers."""

    sources: Sources
    place: Place
    rules: dict[str, int]

    def result(self, diagnostic: Diagnostic) -> dict[str, object]:
        """Returns a finding; its related places become related locations."""
        result: dict[str, object] = {
            "ruleId": diagnostic.code,
            "ruleIndex": self.rules[diagnostic.code],
            "level": _LEVEL[diagnostic.severity],
            "message": {"text": message_of(diagnostic)},
            "locations": [self._location(diagnostic.primary)],
        }
        if diagnostic.others:
            numbered = enumerate(diagnostic.others, start=1)
            result["relatedLocations"] = [{"id": number, **self._location(label)} for number, label in numbered]
        if diagnostic.fixes:
            result["fixes"] = [self._fix(fix) for fix in diagnostic.fixes]
        return result

    def _location(self, label: Label) -> dict[str, object]:
        at = {"artifactLocation": self._artifact(label.span.source), "region": region_of(label.span, self.sources)}
        location: dict[str, object] = {"physicalLocation": at}
        if label.text:
            location["message"] = {"text": label.text}
        return location

    def _artifact(self, source: str) -> dict[str, str]:
        path = self.place(source).replace("\\", "/")
        if path.startswith("/") or path[1:3] == ":/":
            return {"uri": f"file:///{quote(path.lstrip('/'), safe='/:')}"}
        return {"uri": quote(path), "uriBaseId": ROOT}

    def _fix(self, fix: Fix) -> dict[str, object]:
        changes: dict[str, list[object]] = {}
        for edit in fix.edits:
            region = region_of(edit.span, self.sources)
            replacement = {"deletedRegion": region, "insertedContent": {"text": edit.text}}
            changes.setdefault(edit.span.source, []).append(replacement)
        files = [{"artifactLocation": self._artifact(name), "replacements": parts} for name, parts in changes.items()]
        properties = {"level": fix.level.value}
        return {"description": {"text": fix.title}, "artifactChanges": files, "properties": properties}

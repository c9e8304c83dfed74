"""`check --fix`: applies unambiguous corrections until none is left."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl import pipeline
from gamedsl.cli.common.files import Files
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.reports.places import position
from gamedsl.source import Source
from gamedsl.values import evolve, frozen

MOST_ROUNDS = 10
"""The most passes: one correction can reveal the next one."""

TOO_MUCH_WORK = "E0608"
"""The finding that checking has stopped because it takes too long."""


@frozen
class Corrected:
    """One correction that was made: `place` is where it stood by then."""

    code: str
    place: str
    title: str


def corrected(files: Files) -> tuple[Files, tuple[Corrected, ...]]:
    """The rules with all corrections made that leave no choice, and which those are; base files stay as they are."""
    made: list[Corrected] = []
    for _ in range(MOST_ROUNDS):
        report = pipeline.check(files.parsed())
        chosen = _apart(_sure(report.diagnostics, files.source))
        if not chosen:
            break
        made += [Corrected(d.code, position(d.primary.span, files.sources), fix.title) for d, fix in chosen]
        text = _edited(files.source.text, (edit for _, fix in chosen for edit in fix.edits))
        files = evolve(files, source=Source(files.source.name, text))
        if any(diagnostic.code == TOO_MUCH_WORK for diagnostic in report.diagnostics):
            break  # Another round would take as long, and find no more.
    return files, tuple(made)


def _sure(diagnostics: Iterable[Diagnostic], source: Source) -> list[tuple[Diagnostic, Fix]]:
    """Findings with one correction, which changes this text and nothing else."""
    return [
        (diagnostic, diagnostic.fixes[0])
        for diagnostic in diagnostics
        if len(diagnostic.fixes) == 1
        and diagnostic.fixes[0].edits
        and all(edit.span.source == source.name for edit in diagnostic.fixes[0].edits)
    ]


def _apart(found: Iterable[tuple[Diagnostic, Fix]]) -> list[tuple[Diagnostic, Fix]]:
    """Those that do not touch what one before them changes; the others wait for the next round."""
    kept: list[tuple[Diagnostic, Fix]] = []
    taken: list[Edit] = []
    for diagnostic, fix in found:
        if not any(_touch(edit, other) for edit in fix.edits for other in taken):
            kept.append((diagnostic, fix))
            taken += fix.edits
    return kept


def _touch(one: Edit, other: Edit) -> bool:
    """Whether the stretches meet, be it only at their ends: two insertions at one place have no order."""
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def _edited(text: str, edits: Iterable[Edit]) -> str:
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text

"""Changes that an editor offers: corrections of findings; and whether another one makes mistakes."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.diagnostics.model import Diagnostic, Edit, FixLevel, apply_edits
from gamedsl.services.workspace import View, Workspace
from gamedsl.values import frozen


@frozen
class Change:
    """A change of the text. `is_certain`: nothing else can be meant; `finding` is the finding that it corrects."""

    title: str
    edits: tuple[Edit, ...]
    is_certain: bool = False
    finding: Diagnostic | None = None


def corrections(view: View, start: int, end: int) -> list[Change]:
    """Returns the corrections of findings that touch a part of the file."""
    return [
        Change(fix.title, fix.edits, fix.level is FixLevel.CERTAIN, one)
        for one in view.report.diagnostics
        if one.primary.span.source == view.path and one.primary.span.start <= end and start <= one.primary.span.end
        for fix in one.fixes
        if fix.edits and all(edit.span.source == view.path for edit in fix.edits)
    ]


def correct_text(view: View) -> str | None:
    """Returns the text with all certain corrections; None if there are no corrections."""
    found = pipeline.correct(view.source, view.read_with)
    return found.source.text if found.made else None


def is_as_good(view: View, edits: tuple[Edit, ...]) -> bool:
    """Whether these edits cause no new mistake in a text."""
    text = apply_edits(view.source.text, edits)
    # This may run while other questions about the present text are answered.
    apart = Workspace(view.workspace.more, dict(view.workspace.opened))
    after = apart.view_of(view.path, text)
    errors = [[one.code for one in look.report.diagnostics if one.code.startswith("E")] for look in (view, after)]
    return errors[0] == errors[1]

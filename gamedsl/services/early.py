"""Findings while somebody types: those that are certain at once, before the whole text has been checked.

Mistakes of writing, and wrong names and types in the declaration that is typed, are told at once. Findings of the last whole check stay until the next one,
unless they lie where somebody types. The next whole check reports the same mistakes. The lines that a finding proposes come
with the whole check, which tries them, and which leaves out suggestions that lead nowhere.
"""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.garbage import garbage_stays
from gamedsl.pipeline.switches import without_comments
from gamedsl.pipeline.trying import without_proposals
from gamedsl.services.first_look import first_look
from gamedsl.services.workspace import View
from gamedsl.source import Source, Span
from gamedsl.syntax.moving import place_anew
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from gamedsl.syntax.reparse import TextEdit, edit_between
from gamedsl.values import frozen


@frozen
class Early:
    """Findings at once: the `certain` ones, and those of the last whole check that may still hold."""

    certain: tuple[Diagnostic, ...]
    before: tuple[Diagnostic, ...]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(dict.fromkeys((*self.certain, *self.before)))


def early(view: View) -> Early | None:
    """Returns findings at once; None if nothing is known yet, as in a file that was never checked, or one whose bases have changed."""
    last = view.workspace.checked.get(view.path)
    if last is None or last.view.source == view.source or _bases(last.view) != _bases(view):
        return None
    written = [one for one in view.parsed.diagnostics if one.severity is Severity.ERROR or _is_on(view, one)]
    with garbage_stays():
        certain = (*map(without_proposals, written), *first_look(last.kept, last.view.parsed, view.parsed))
    edit = edit_between(last.view.source.text, view.source.text)
    typed = _find_touched_part(last.view, edit)
    before = [
        place_anew(one, lambda span: _move(view.path, edit, span))
        for one in last.report.diagnostics
        if one.code >= FIRST_OF_MEANING and _may_stay(one, view.path, typed, edit)
    ]
    return Early(certain, tuple(before))


def _bases(view: View) -> list[Source]:
    return [source for source in view.parsed.sources if source.name != view.path]


def _is_on(view: View, one: Diagnostic) -> bool:
    """Whether no comment switches a finding off."""
    source = view.source_of(one.primary.span.source)
    return source is None or bool(without_comments([one], source))


def _find_touched_part(view: View, edit: TextEdit) -> Span:
    """Returns the part of a text that an edit touches, from the start of a declaration on."""
    starts = [one.span.start for one in view.file.decls]
    begin = max((start for start in starts if start < edit.start), default=0)
    end = min((start for start in starts if start > edit.end), default=len(view.source.text))
    return Span(view.path, begin, end)


def _may_stay(one: Diagnostic, path: str, typed: Span, edit: TextEdit) -> bool:
    span = one.primary.span
    if span.source != path or not span.begins_in(typed):
        return True
    return one.severity is not Severity.ERROR and (span.end < edit.start or span.start > edit.end)


def _move(path: str, edit: TextEdit, span: Span) -> Span:
    by = edit.shift(span.start) if span.source == path else 0
    return Span(span.source, span.start + by, span.end + by)

"""Tries the lines that findings propose: each is put into the text, which is checked again. A line with a mistake of its own is not proposed."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.diagnostics.model import Diagnostic, Fix, Severity
from gamedsl.pipeline.checking import Report, check
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import setups
from gamedsl.semantics.model.effort import Effort
from gamedsl.source import Source, Span
from gamedsl.values import evolve

Read = Callable[[Source], Parsed]
"""Reads a text in place of the one that has the findings, with all that it builds on."""

TOO_MUCH_WORK = "E0608"
"""The finding that checking has stopped because it takes too long."""

_PROPOSING = frozenset(["E0044", "E0059"])
"""Findings whose proposals are guesses at a whole line."""

_MOST_TRIED = 6
"""The most lines that are tried for one text: each try checks it once."""

_MOST_FINDINGS = 12
"""With more findings nothing is tried: the text is no game yet, and checking it again for each line takes long."""


def try_proposals(report: Report, source: Source, read: Read, new_effort: Callable[[], Effort] = Effort) -> Report:
    """Returns the report in which each guess is a line that works, if one of its lines does; of those that are not tried, the likeliest is left. Each check
    works with an effort of its own."""
    if not any(one.code in _PROPOSING and one.fixes for one in report.diagnostics):
        return report
    is_too_much = any(one.code == TOO_MUCH_WORK for one in report.diagnostics)
    left = 0 if is_too_much or len(report.diagnostics) > _MOST_FINDINGS else _MOST_TRIED
    told: list[Diagnostic] = []
    for diagnostic in report.diagnostics:
        fixes = diagnostic.fixes if diagnostic.code in _PROPOSING else ()
        if fixes and len(fixes) <= left and all(e.span.source == source.name for fix in fixes for e in fix.edits):
            left -= len(fixes)
            told.append(_with_working_line(diagnostic, source, read, new_effort))
        else:
            told.append(evolve(diagnostic, fixes=fixes[:1]) if fixes else diagnostic)
    return evolve(report, diagnostics=tuple(told))


def without_proposals(diagnostic: Diagnostic) -> Diagnostic:
    """Returns a finding without the lines that are still to be tried."""
    is_guess = diagnostic.code in _PROPOSING and (diagnostic.fixes or diagnostic.otherwise)
    return evolve(diagnostic, help=(), fixes=(), otherwise=()) if is_guess else diagnostic


def _with_working_line(
    diagnostic: Diagnostic, source: Source, read: Read, new_effort: Callable[[], Effort]
) -> Diagnostic:
    """Returns the finding with the first proposal that works; with what remains to be said if none does."""
    flaws: list[Diagnostic] = []
    for fix in diagnostic.fixes:
        flaw = _flaw(fix, source, read, new_effort())
        if flaw is None:
            is_first = fix == diagnostic.fixes[0]
            help = diagnostic.help if is_first else (_help(diagnostic, fix),)
            return evolve(diagnostic, fixes=(fix,), help=help)
        flaws.append(flaw)
    kept = tuple(line.replace("{flaw}", flaws[0].message) for line in diagnostic.otherwise)
    return evolve(diagnostic, fixes=(), help=kept)


def _help(diagnostic: Diagnostic, fix: Fix) -> str:
    """Returns the advice with another line, in the words of the first one."""
    line = fix.title.removeprefix("write ")
    return f"did you mean {line}?" if diagnostic.help[0].startswith("did you mean") else f"write {line}"


def _flaw(fix: Fix, source: Source, read: Read, effort: Effort) -> Diagnostic | None:
    """Returns the first mistake in the lines that a correction writes."""
    text, lines = source.text, [*_lines_of(fix, source)]
    for edit in sorted(fix.edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    parsed = read(Source(source.name, text))
    found = check(parsed, setups(parsed)[:1], effort).diagnostics
    return next(
        (d for d in found if d.severity is Severity.ERROR and any(d.primary.span.begins_in(s) for s in lines)), None
    )


def _lines_of(fix: Fix, source: Source) -> tuple[Span, ...]:
    """Returns the lines that a correction has written, in the text after it."""
    found: list[Span] = []
    shift = 0
    for edit in sorted(fix.edits, key=lambda one: one.span.start):
        start = source.text.rfind("\n", 0, edit.span.start) + 1
        end = source.text.find("\n", edit.span.end)
        end = len(source.text) if end < 0 else end
        grown = len(edit.text) - (edit.span.end - edit.span.start)
        found.append(Span(source.name, start + shift, end + shift + grown + 1))
        shift += grown
    return tuple(found)

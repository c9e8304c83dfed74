"""Applies corrections that have no alternative: finds the certain ones, and makes the text with all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, apply_edits
from gamedsl.pipeline.checking import TOO_MUCH_WORK, Report, check
from gamedsl.pipeline.reading import Parsed, Read
from gamedsl.semantics.model.builtin_names import GIVEN
from gamedsl.semantics.model.effort import Effort
from gamedsl.source import Source, Span
from gamedsl.syntax.tables import load
from gamedsl.values import evolve, frozen

MOST_ROUNDS = 10
"""The most passes: one correction can reveal the next one."""


@frozen
class Correction:
    """One applied correction: the finding, in the text before the correction."""

    diagnostic: Diagnostic
    fix: Fix
    source: Source


@frozen
class Corrected:
    """A text without mistakes, and the corrections that led to it; without corrections it is the original text.

    `waiting` are corrections that seem certain, but are not made because the text still has mistakes with them.
    """

    source: Source
    made: tuple[Correction, ...]
    waiting: tuple[Correction, ...]


def correct(
    source: Source, read: Read, first: Report | None = None, new_effort: Callable[[], Effort] = Effort
) -> Corrected:
    """Makes all certain corrections, including those that earlier ones reveal, if the text is free of mistakes afterwards. `first` is the report about all
    setups of the original text, if it is known. Each check has an effort of its own."""
    made: list[Correction] = []
    text = source
    for _ in range(MOST_ROUNDS):
        parsed = read(text)
        report = first if first is not None and text is source else check(parsed, effort=new_effort())
        chosen = _choose_separate(_certain(parsed, report, text))
        if not chosen:
            break
        made += chosen
        text = Source(text.name, apply_edits(text.text, (edit for one in chosen for edit in one.fix.edits)))
        if any(diagnostic.code == TOO_MUCH_WORK for diagnostic in report.diagnostics):
            return Corrected(source, (), tuple(made))  # Another round would take as long, and find nothing new.
    if made and not check(read(text), effort=new_effort()).has_errors:
        return Corrected(text, tuple(made), ())
    return Corrected(source, (), tuple(made))


def level_fixes(
    report: Report,
    source: Source,
    read: Read,
    whole: Report | None = None,
    new_effort: Callable[[], Effort] = Effort,
) -> Report:
    """Returns the report with working guesses. Fixes stay certain only if the text is free of mistakes once all certain fixes are made. `whole` is the
    report about all setups of the text, if it is known. Each check has an effort of its own."""
    if not report.diagnostics:
        return report
    from gamedsl.pipeline.trying import try_proposals  # only findings need it

    report = try_proposals(report, source, read, new_effort)
    if not any(fix.level is FixLevel.CERTAIN for diagnostic in report.diagnostics for fix in diagnostic.fixes):
        return report
    is_too_much = any(diagnostic.code == TOO_MUCH_WORK for diagnostic in report.diagnostics)
    made = () if is_too_much else correct(source, read, whole, new_effort).made
    sure = {(one.diagnostic, one.fix) for one in made}
    return evolve(report, diagnostics=tuple(_set_level(diagnostic, sure) for diagnostic in report.diagnostics))


def _set_level(diagnostic: Diagnostic, sure: set[tuple[Diagnostic, Fix]]) -> Diagnostic:
    fixes = tuple(fix if (diagnostic, fix) in sure else evolve(fix, level=FixLevel.PERHAPS) for fix in diagnostic.fixes)
    return evolve(diagnostic, fixes=fixes)


def _certain(parsed: Parsed, report: Report, source: Source) -> list[Correction]:
    """Returns the findings with exactly one correction, which changes only this text and has no other reading as near."""
    texts = {one.name: one.text for one in parsed.sources}
    return [
        Correction(diagnostic, diagnostic.fixes[0], source)
        for diagnostic in report.diagnostics
        if len(diagnostic.fixes) == 1
        and diagnostic.fixes[0].edits
        and diagnostic.fixes[0].level is FixLevel.CERTAIN
        and all(_is_sure(edit, texts, source) for edit in diagnostic.fixes[0].edits)
    ]


def _is_sure(edit: Edit, texts: dict[str, str], source: Source) -> bool:
    """Whether an edit is in this text and, if it writes a name of the rules' own, whether that name is the right one of the two.

    A name that is misspelt where it is declared looks the same as one that is misspelt where it is used: the spelling that occurs more often is right.
    """
    if edit.span.source != source.name:
        return False
    old = source.text[edit.span.start : edit.span.end]
    if not old and not _is_known(source.text, edit.span.start, texts):
        return False
    is_name = old.isidentifier() and edit.text.isidentifier()
    if not is_name or edit.text in load().words or edit.text in GIVEN:
        return True
    return _times(old, texts) == 1 and _times(edit.text, texts) > 1


def _is_known(text: str, place: int, texts: dict[str, str]) -> bool:
    """Whether the word before a place belongs to the language or occurs elsewhere too. Otherwise the slip may be in the word itself, so perhaps no sign is
    missing."""
    begin = place
    while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
        begin -= 1
    word = text[begin:place]
    return not word.isidentifier() or word in load().words or _times(word, texts) > 1


def _times(name: str, texts: dict[str, str]) -> int:
    return sum(len(re.findall(rf"\b{re.escape(name)}\b", text)) for text in texts.values())


def _choose_separate(found: Iterable[Correction]) -> list[Correction]:
    """Returns the corrections that do not touch the edits of an earlier one; the others wait for the next round."""
    kept: list[Correction] = []
    taken: list[Span] = []
    for one in found:
        spans = [edit.span for edit in one.fix.edits]
        if not any(_touch(span, other) for span in spans for other in taken):
            kept.append(one)
            taken += spans
    return kept


def _touch(one: Span, other: Span) -> bool:
    """Whether the spans meet, even if only at their ends: two insertions at one place have no order."""
    return one.start <= other.end and other.start <= one.end

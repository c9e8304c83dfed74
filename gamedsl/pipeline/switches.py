"""Switches warnings off: by a comment at their line, or for all files.

`# off W0902` at the end of a line, or alone on the line above, switches that warning off there. Errors cannot be switched off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from gamedsl.diagnostics.model import Diagnostic, Severity, severity_of
from gamedsl.pipeline.catalogue import CATALOGUE
from gamedsl.semantics.problems.bare_names import (
    ChoiceWithoutSentence,
    EndWithoutSentence,
    FormulaWithoutSentence,
    QuestionWithoutSentence,
)
from gamedsl.semantics.problems.usage import IdleSwitch
from gamedsl.source import Source, Span
from gamedsl.values import frozen

_SWITCH = re.compile(r"#[ \t]*off[ \t]+((?:[A-Z]\d{4}[ \t,]*)+)[^\n]*$", re.MULTILINE)
_CODE = re.compile(r"[A-Z]\d{4}")
_WARNING_OF = {"I0901": "W0902"}
"""The warnings that become hints in a file that is being written: switching off the warning also switches off the hint."""
_ON_REQUEST = frozenset(
    problem.code
    for problem in (EndWithoutSentence, QuestionWithoutSentence, ChoiceWithoutSentence, FormulaWithoutSentence)
)
"""Findings that not every check looks for (`check --words`), so nobody can say that switching them off does nothing."""


@frozen
class Switch:
    """A comment's switch that turns a code off: for its line and, if the comment is alone on its line, for the next line."""

    code: str
    span: Span
    lines: tuple[int, ...]


def remove_switched_off(diagnostics: Iterable[Diagnostic], off: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Returns the errors, and the diagnostics whose code is not `off`."""
    codes = frozenset(off)
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR or codes.isdisjoint(_codes_of(d)))


def after_comments(
    diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], own: str
) -> tuple[Diagnostic, ...]:
    """Removes the diagnostics that comments of these sources switch off. If no errors remain, adds a warning for each unused switch of the source called
    `own`; findings in other sources can depend on the source that builds on them, so their switches are not judged."""
    switches = {name: _switches(source) for name, source in sources.items()}
    used: set[Span] = set()
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        source = sources.get(diagnostic.primary.span.source)
        found = () if source is None else _find_switches(switches[diagnostic.primary.span.source], source, diagnostic)
        if found and diagnostic.severity is not Severity.ERROR:
            used.update(switch.span for switch in found)
        else:
            kept.append(diagnostic)
    if any(diagnostic.severity is Severity.ERROR for diagnostic in kept):
        return tuple(kept)
    idle = [switch for switch in switches.get(own, ()) if switch.span not in used and switch.code not in _ON_REQUEST]
    return (*kept, *(_idle(switch).explain() for switch in idle))


def without_comments(diagnostics: Iterable[Diagnostic], source: Source) -> tuple[Diagnostic, ...]:
    """Removes the diagnostics of a source that its comments switch off."""
    switches = _switches(source)
    return tuple(diagnostic for diagnostic in diagnostics if not _find_switches(switches, source, diagnostic))


def _switches(source: Source) -> tuple[Switch, ...]:
    found: list[Switch] = []
    for comment in _SWITCH.finditer(source.text) if "off" in source.text else ():
        line, column = source.position(comment.start())
        is_alone = not source.line(line)[: column - 1].strip()
        for code in _CODE.finditer(source.text, comment.start(1), comment.end(1)):
            place = Span(source.name, code.start(), code.end())
            found.append(Switch(code.group(), place, (line, line + 1) if is_alone else (line,)))
    return tuple(found)


def _find_switches(switches: Sequence[Switch], source: Source, diagnostic: Diagnostic) -> tuple[Switch, ...]:
    line, _ = source.position(diagnostic.primary.span.start)
    return tuple(switch for switch in switches if switch.code in _codes_of(diagnostic) and line in switch.lines)


def _codes_of(diagnostic: Diagnostic) -> tuple[str, ...]:
    """Returns the codes that switch a diagnostic off."""
    return diagnostic.code, _WARNING_OF.get(diagnostic.code, diagnostic.code)


def _idle(switch: Switch) -> IdleSwitch:
    if switch.code not in CATALOGUE:
        return IdleSwitch(switch.span, switch.code, "unknown")
    is_error = severity_of(switch.code) is Severity.ERROR
    return IdleSwitch(switch.span, switch.code, "error" if is_error else "idle")

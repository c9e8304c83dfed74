"""Puts problems into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.diagnostics.problem import MOST_PROBLEMS, Problem
from gamedsl.syntax.problems.texts import TooMany as TooManyProblems
from gamedsl.values import evolve


def explain_all(problems: Sequence[Problem]) -> Iterator[Diagnostic]:
    """Explains at most as many problems as a person would read, then reports the number of the others, as an error if one of them is an error."""
    yield from (p.explain() for p in problems[:MOST_PROBLEMS])
    hidden = problems[MOST_PROBLEMS:]
    if hidden:
        more = TooManyProblems(hidden[0].span, len(hidden)).explain()
        yield more if any(p.is_error for p in hidden) else evolve(more, severity=Severity.WARNING)


def explain_errors(problems: Iterable[Problem]) -> tuple[Diagnostic, ...]:
    """Explains the problems because of which rules cannot be compiled."""
    return tuple(p.explain() for p in problems if p.is_error)


def errors_of(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Returns the errors, which prevent compilation."""
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)

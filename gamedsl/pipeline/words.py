"""Puts problems into words. The explanations are imported with the first problem, because most rules have none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.semantics.problems.problems import MOST_PROBLEMS, Problem
from gamedsl.syntax.problems import SyntaxProblem
from gamedsl.syntax.problems import TooMany as TooManyProblems
from gamedsl.values import evolve


def explained(problem: Problem) -> Diagnostic:
    """Returns a problem in words."""
    from gamedsl.semantics.problems.explain import explain

    return explain(problem)


def explained_syntax(problem: SyntaxProblem) -> Diagnostic:
    """Returns a syntax problem in words."""
    from gamedsl.syntax.explain import explain

    return explain(problem)


def all_explained(problems: Sequence[Problem]) -> Iterator[Diagnostic]:
    """Explains at most as many problems as a person would read, then reports the number of the others, as an error if one of them is an error."""
    yield from (explained(p) for p in problems[:MOST_PROBLEMS])
    hidden = problems[MOST_PROBLEMS:]
    if hidden:
        errors = any(explained(p).severity is Severity.ERROR for p in hidden)
        more = explained_syntax(TooManyProblems(hidden[0].span, len(hidden)))
        yield more if errors else evolve(more, severity=Severity.WARNING)


def is_error(problem: Problem) -> bool:
    """Whether rules with this problem cannot be compiled."""
    return explained(problem).severity is Severity.ERROR


def errors_of(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Returns the errors, which prevent compilation."""
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)

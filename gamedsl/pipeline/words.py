"""Problems in words. What puts them into words is read in with the first one: most rules have none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.semantics.problems.problems import MOST_PROBLEMS, Problem
from gamedsl.syntax.problems import SyntaxProblem
from gamedsl.syntax.problems import TooMany as TooManyProblems
from gamedsl.values import evolve


def explained(problem: Problem) -> Diagnostic:
    """A problem in words. They are read in with the first one: most rules have none."""
    from gamedsl.semantics.problems.explain import explain

    return explain(problem)


def explained_syntax(problem: SyntaxProblem) -> Diagnostic:
    """The same for a problem of writing."""
    from gamedsl.syntax.explain import explain

    return explain(problem)


def all_explained(problems: Sequence[Problem]) -> Iterator[Diagnostic]:
    """Not more than anybody would read; of the others the number, as an error if one of them is."""
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
    """Those because of which rules cannot be compiled."""
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)

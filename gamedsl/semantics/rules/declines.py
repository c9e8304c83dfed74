"""Finds endless loops around a `may choose`: a pass in which the choice is declined must change something; otherwise the loop asks the same again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.model import source_statements, statements
from gamedsl.graph.model.types import RuleId
from gamedsl.semantics.problems.occurrences import AsksAgain
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.simultaneous import inner_statements, whole_rules


def check_declines(program: Program, others: Sequence[source_statements.Stmt]) -> None:
    """Reports `may choose`s in called rules whose decline does not end the loop around the call."""
    for stmt in _walk_statements(whole_rules(program, others)):
        if isinstance(stmt, statements.Repeat):
            asked = list(_find_declined(program, stmt.body, (), ends=True))
            if asked and None not in asked:
                for choose in dict.fromkeys(c for c in asked if c is not None):
                    program.world.problem(AsksAgain(program.world.sites[choose.site].span))


def _walk_statements(stmts: Sequence[source_statements.Stmt]) -> Iterator[source_statements.Stmt]:
    for stmt in stmts:
        yield stmt
        yield from _walk_statements(inner_statements(stmt))


def _find_declined(
    program: Program, stmts: Sequence[source_statements.Stmt], above: tuple[RuleId, ...], *, ends: bool
) -> Iterator[source_statements.Choose | None]:
    """Yields the choices that one pass declines if everything is declined, and None for a change or for the end of the loop. `ends`: whether a decline here
    leaves the loop."""
    for stmt in stmts:
        match stmt:
            case statements.SetLocal() | source_statements.Require() | statements.Check() | statements.Ensure():
                pass
            case source_statements.Choose(mode="may") if ends:
                yield None  # the loop is left
                return
            case source_statements.Choose(mode="may"):
                yield stmt
                return  # the rest of the rule or pass is skipped
            case statements.If():
                yield from _find_declined(program, inner_statements(stmt), above, ends=ends)
            case statements.For() | statements.Repeat():
                yield from _find_declined(program, inner_statements(stmt), above, ends=False)
            case statements.CallRule() if stmt.rule not in above:
                rule = program.rules[stmt.rule]
                bodies = [body for body in (rule.body, *(own for _, own in rule.for_seats)) if body is not None]
                for body in bodies:
                    yield from _find_declined(program, body.stmts, (*above, stmt.rule), ends=False)
            case _:
                yield None

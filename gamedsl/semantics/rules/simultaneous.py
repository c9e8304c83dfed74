"""Checks `each player … together`: all choose at once, so the choice comes first, and there is only one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.model import source_statements, statements
from gamedsl.graph.model.types import RuleId
from gamedsl.semantics.problems.rules import Clash, Misplaced, Misplacement, TogetherTwice
from gamedsl.semantics.rules.program import Program


def check_together(program: Program, others: tuple[source_statements.Stmt, ...]) -> None:
    """Reports effects before the choice of a `together`, and a second choice."""
    for each in _turns(whole_rules(program, others)):
        if each.together:
            _check(program, each)


def whole_rules(program: Program, others: Sequence[source_statements.Stmt]) -> tuple[source_statements.Stmt, ...]:
    """Returns the statements of all phases and rules, also of scripted seats, after `others`."""
    whole: list[source_statements.Stmt] = [*others]
    for phase in program.phases:
        if phase is not None:
            whole += [*phase.stmts, *([phase.each] if phase.each is not None else [])]
            whole += [stmt for _, body in phase.for_seats for stmt in body.stmts]
    for rule in program.rules:
        for body in (rule.body, *(own for _, own in rule.for_seats)):
            whole += body.stmts if body is not None else ()
    return tuple(whole)


def _check(program: Program, each: source_statements.Each) -> None:
    name = program.world.sites[each.site].where
    first = list(_find_first(program, each.body, ()))
    chooses = {id(c): c for c in first if isinstance(c, source_statements.Choose)}
    if not chooses and first and _has_choice(program, each.body, ()):
        program.world.problem(TogetherTwice(program.world.sites[_site(first[0], each)].span, name, Clash.EFFECT_BEFORE))
    for choose in chooses.values():
        if choose.unseen:
            program.world.problem(Misplaced(program.world.sites[choose.site].span, Misplacement.UNSEEN_TOGETHER))
    twice = [c for c in first if isinstance(c, source_statements.Choose)]
    if len(twice) > len(chooses) and len(chooses) == 1:
        program.world.problem(TogetherTwice(program.world.sites[twice[0].site].span, name, Clash.TWO_WAYS))
    for choose in list(chooses.values())[1:]:
        program.world.problem(TogetherTwice(program.world.sites[choose.site].span, name, Clash.ANOTHER_CHOICE))


def _site(stmt: source_statements.Stmt, each: source_statements.Each) -> int:
    return getattr(stmt, "site", each.site)


def _turns(stmts: Sequence[source_statements.Stmt]) -> Iterator[source_statements.Each]:
    for stmt in stmts:
        if isinstance(stmt, source_statements.Each):
            yield stmt
        yield from _turns(inner_statements(stmt))


def inner_statements(stmt: source_statements.Stmt) -> tuple[source_statements.Stmt, ...]:
    """Returns the statements inside a statement."""
    match stmt:
        case statements.If():
            return (*stmt.then, *stmt.otherwise)
        case statements.For() | statements.Repeat() | source_statements.Each():
            return stmt.body
        case source_statements.Choose():
            return stmt.otherwise or ()
        case _:
            return ()


def _find_first(
    program: Program, stmts: tuple[source_statements.Stmt, ...], above: tuple[RuleId, ...]
) -> list[source_statements.Stmt]:
    """Returns the first choice or effect on every path through the statements."""
    for stmt in stmts:
        match stmt:
            case statements.SetLocal() | source_statements.Require():
                continue
            case statements.If():
                found = _find_first(program, stmt.then, above) + _find_first(program, stmt.otherwise, above)
            case statements.CallRule():
                body = program.rules[stmt.rule].body
                inner = body is not None and stmt.rule not in above
                found = _find_first(program, body.stmts, (*above, stmt.rule)) if inner and body is not None else []
            case _:
                return [stmt]
        if found:
            return found
    return []


def _has_choice(program: Program, stmts: tuple[source_statements.Stmt, ...], above: tuple[RuleId, ...]) -> bool:
    for stmt in stmts:
        if isinstance(stmt, source_statements.Choose) or _has_choice(program, inner_statements(stmt), above):
            return True
        if isinstance(stmt, statements.CallRule) and stmt.rule not in above:
            body = program.rules[stmt.rule].body
            if body is not None and _has_choice(program, body.stmts, (*above, stmt.rule)):
                return True
    return False

"""Scripted seats: every selection and menu that such a seat can reach must have an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamedsl.graph.model import source_statements, statements
from gamedsl.graph.model.nodes import Script
from gamedsl.graph.model.types import RuleId
from gamedsl.semantics.model.checked import Body
from gamedsl.semantics.problems.problems import Mismatch, Unanswered

if TYPE_CHECKING:
    from gamedsl.semantics.rules.program import Program, RuleWork


def unanswered(p: Program, script: Script) -> None:
    """Reports what the seat can be asked and has no answer for."""
    answers = {a.name: a.policy for a in script.answers}
    seen: set[RuleId] = set()
    for phase in p.phases:
        if phase is None or phase.each is None:
            continue
        own = next((b for seat, b in phase.for_seats if seat == script.seat), None)
        _stmts(p, script, answers, own.stmts if own is not None else phase.each.body, seen)


def _stmts(
    p: Program, script: Script, answers: Mapping[str, str], body: tuple[source_statements.Stmt, ...], seen: set[RuleId]
) -> None:
    for stmt in body:
        match stmt:
            case source_statements.Choose():
                _choose(p, script, answers, stmt, seen)
            case source_statements.DrawKeep():
                _ask(p, script, answers, "kept", stmt.site)
            case statements.If():
                _stmts(p, script, answers, stmt.then, seen)
                _stmts(p, script, answers, stmt.otherwise, seen)
            case statements.For() | statements.Repeat():
                _stmts(p, script, answers, stmt.body, seen)
            case statements.CallRule():
                _rule(p, script, answers, stmt.rule, seen)
            case _:
                pass


def _choose(
    p: Program, script: Script, answers: Mapping[str, str], choose: source_statements.Choose, seen: set[RuleId]
) -> None:
    if choose.mode == "may" and answers.get(choose.owner) == "none":
        return
    for part in choose.parts:
        if isinstance(part, statements.Select | statements.YesNo):
            _ask(p, script, answers, part.name, part.site)
            _fits(p, script, part.name, _policies(choose, part))
    if choose.menu is not None:
        _ask(p, script, answers, choose.owner, choose.site)
        _fits(p, script, choose.owner, ("first", "last", "random", *_DECLINED[choose.mode == "may"]))
        for line in choose.menu:
            _rule(p, script, answers, line.rule, seen)


_DECLINED: dict[bool, tuple[str, ...]] = {True: ("none", "no"), False: ()}
"""Answers that decline, where something may be declined."""


def _policies(choose: source_statements.Choose, part: statements.Select | statements.YesNo) -> tuple[str, ...]:
    """The answers that mean something to a selection."""
    if isinstance(part, statements.YesNo):
        return ("yes", "no", "random", "none")
    can_be_none = choose.mode == "may" or part.quantity in ("any", "up_to")
    return ("highest", "lowest", "first", "last", "random", *_DECLINED[can_be_none])


def _fits(p: Program, script: Script, name: str, allowed: tuple[str, ...]) -> None:
    """Reports an answer that says nothing about what is asked."""
    seat = next(seat for seat in p.merged.seats if p.w.scripted[seat.name] == script.seat)
    for answer in seat.answers:
        if answer.name.text == name and answer.policy not in allowed:
            *most, last = (f"`{policy}`" for policy in allowed)
            wanted = f"{', '.join(most)} or {last}"
            p.w.problem(Mismatch(answer.span, wanted, f"`{answer.policy}`"))


def _rule(p: Program, script: Script, answers: Mapping[str, str], rule: RuleId, seen: set[RuleId]) -> None:
    if rule in seen:
        return
    seen.add(rule)
    body = _body(p.rules[rule], script)
    if body is not None:
        _stmts(p, script, answers, body.stmts, seen)


def _body(work: RuleWork, script: Script) -> Body | None:
    return next((b for seat, b in work.for_seats if seat == script.seat), work.body)


def _ask(p: Program, script: Script, answers: Mapping[str, str], name: str, site: int) -> None:
    if name not in answers:
        p.w.problem(Unanswered(p.w.sites[site].span, p.w.seats[script.seat], name))

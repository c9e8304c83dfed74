"""Checks scripted seats: every selection and menu that such a seat can reach must have an answer."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.nodes import Answer, Script
from gamedsl.graph.model.types import ListOf, LocalId, Piece, RuleId, SetOf, plain
from gamedsl.semantics.formulas.collections import sort_key
from gamedsl.semantics.model.checked import Body
from gamedsl.semantics.model.merged import ScriptedSeat
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import Asking
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.problems.choices import Unanswered, UnknownSelection
from gamedsl.semantics.problems.terms import Names, Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.rules.program import Program, RuleWork
from gamedsl.syntax.tree import declarations


def report_unanswered(program: Program, script: Script, around: tuple[source_statements.Stmt, ...]) -> None:
    """Reports decisions of the seat that have no answer: in phases, and in the statements before and after them (`around`)."""
    answers = {a.name: a.policy for a in script.answers}
    seen: set[RuleId] = set()
    _stmts(program, script, answers, around, seen)
    for phase in program.phases:
        if phase is None or phase.each is None:
            continue
        own = next((b for seat, b in phase.for_seats if seat == script.seat), None)
        _stmts(program, script, answers, own.stmts if own is not None else phase.each.body, seen)


def _stmts(
    program: Program,
    script: Script,
    answers: Mapping[str, str],
    body: tuple[source_statements.Stmt, ...],
    seen: set[RuleId],
) -> None:
    for stmt in body:
        match stmt:
            case source_statements.Choose():
                _choose(program, script, answers, stmt, seen)
            case source_statements.DrawKeep():
                _ask(program, script, answers, "kept", stmt.site)
            case statements.If():
                _stmts(program, script, answers, stmt.then, seen)
                _stmts(program, script, answers, stmt.otherwise, seen)
            case statements.For() | statements.Repeat():
                _stmts(program, script, answers, stmt.body, seen)
            case statements.CallRule():
                _rule(program, script, answers, stmt.rule, seen)
            case _:
                pass


def _choose(
    program: Program, script: Script, answers: Mapping[str, str], choose: source_statements.Choose, seen: set[RuleId]
) -> None:
    if choose.mode == "may" and answers.get(choose.owner) == "none":
        return
    for part in choose.parts:
        if isinstance(part, statements.Select | statements.YesNo):
            _ask(program, script, answers, part.name, part.site)
            _fits(program, script, part.name, _policies(choose, part))
    if choose.menu is not None:
        _ask(program, script, answers, choose.owner, choose.site)
        _fits(program, script, choose.owner, ("first", "last", "random", *_DECLINED[choose.mode == "may"]))
        for line in choose.menu:
            _rule(program, script, answers, line.rule, seen)
    _stmts(program, script, answers, choose.otherwise or (), seen)


_DECLINED: dict[bool, tuple[str, ...]] = {True: ("none", "no"), False: ()}
"""Answers that decline, for optional choices."""


def _policies(choose: source_statements.Choose, part: statements.Select | statements.YesNo) -> tuple[str, ...]:
    """Returns the answers that a selection allows."""
    if isinstance(part, statements.YesNo):
        return ("yes", "no", "random", "none")
    can_be_none = choose.mode == "may" or part.quantity in ("any", "up_to")
    return ("highest", "lowest", "first", "last", "random", *_DECLINED[can_be_none])


def _fits(program: Program, script: Script, name: str, allowed: tuple[str, ...]) -> None:
    """Reports an answer that the decision does not allow."""
    seat = next(seat for seat in program.merged.seats if program.world.scripted[seat.name] == script.seat)
    for answer in seat.answers:
        if answer.name.text == name and answer.policy not in allowed:
            program.world.problem(
                Mismatch(answer.span, about(Thing.ONE_OF, Names(allowed)), about(Thing.WRITTEN, answer.policy))
            )


def _rule(program: Program, script: Script, answers: Mapping[str, str], rule: RuleId, seen: set[RuleId]) -> None:
    if rule in seen:
        return
    seen.add(rule)
    body = _body(program.rules[rule], script)
    if body is not None:
        _stmts(program, script, answers, body.stmts, seen)


def _body(work: RuleWork, script: Script) -> Body | None:
    return next((b for seat, b in work.for_seats if seat == script.seat), work.body)


def _ask(program: Program, script: Script, answers: Mapping[str, str], name: str, site: int) -> None:
    if name not in answers:
        program.world.problem(Unanswered(program.world.sites[site].span, program.world.seats[script.seat], name))


def script_of(program: Program, seat: ScriptedSeat) -> Script:
    world = program.world
    who = world.scripted[seat.name]
    made: list[Answer] = []
    known = {name for _, name in program.selection_types} | {
        n for n, v in world.symbols.items() if isinstance(v, Asking)
    }
    for answer in seat.answers:
        if answer.name.text not in known:
            names = tuple(sorted(known))
            world.problem(UnknownSelection(answer.name.span, answer.name.text, Role.CHOICE, names, world.seats[who]))
        element: LocalId | None = None
        key: expressions.Expr | None = None
        if answer.key is not None:
            _check_single(program, answer)
            types = [e for (_, n), (_, e) in program.selection_types.items() if n == answer.name.text]
            local = world.local("it", types[0] if types else world.player)
            me = expressions.Const(who, world.player)
            element, key = local.id, sort_key(world, answer.key, Scope(seat.name, me=me, element=local))
        elif answer.policy in ("highest", "lowest"):
            _check_ordered(program, answer)
        made.append(Answer(answer.name.text, answer.policy, element, key))
    return Script(who, tuple(made))


def _check_single(program: Program, answer: declarations.Answer) -> None:
    """Reports a key for a choice of several: a key compares single elements."""
    for (_, name), (chosen, element) in program.selection_types.items():
        if name == answer.name.text and chosen != element:
            found = about(Thing.KEY_AND_CHOICE_OF_SEVERAL, name)
            program.world.problem(Mismatch(answer.name.span, about(Thing.WITHOUT_KEY, answer.policy), found))
            return


def _check_ordered(program: Program, answer: declarations.Answer) -> None:
    """Reports `highest` without a key for pieces and lists: they have no order of their own."""
    for (_, name), (chosen, element) in program.selection_types.items():
        if name == answer.name.text and chosen == element and isinstance(plain(element), Piece | ListOf | SetOf):
            what = about(Thing.KEY, answer.policy)
            program.world.problem(Mismatch(answer.name.span, what, describe(program.world, element)))
            return

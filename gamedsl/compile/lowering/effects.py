"""Keeps statements that neither ask nor draw as structured effects; rules made only of them become the Game's routines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gamedsl.compile.analysis.exposed_tops import exposed_tops
from gamedsl.compile.lowering.draft import Draft
from gamedsl.compile.lowering.formulas import NO, all_of, constant, me_is, negate, seats_from
from gamedsl.graph.model.expressions import Expr, FieldAt, Local
from gamedsl.graph.model.game import Routine
from gamedsl.graph.model.source_statements import Each, Require, Stmt, Stop
from gamedsl.graph.model.statements import CallRule, Check, Effect, For, If, Repeat, ResetFields, SetLocal, Simple
from gamedsl.graph.model.types import FLAG, FieldId, LocalId, Player, RuleId, SiteId
from gamedsl.semantics.effects.origins import bodies_of
from gamedsl.semantics.model.checked import Body


def is_plain(draft: Draft, stmts: Sequence[Stmt]) -> bool:
    """Whether play cannot stop anywhere in the statements."""
    return all(_is_plain(draft, stmt) for stmt in stmts)


def _is_plain(draft: Draft, stmt: Stmt) -> bool:
    match stmt:
        case If():
            return is_plain(draft, stmt.then) and is_plain(draft, stmt.otherwise)
        case Repeat() if stmt.cut_off:
            # If the limit of a loop cuts the match off, reaching it leads to the end of the match, which needs an edge.
            return False
        case For() | Repeat():
            return is_plain(draft, stmt.body)
        case Each():
            return stmt.until is None and not stmt.together and is_plain(draft, stmt.body)
        case CallRule():
            return rule_is_plain(draft, stmt.rule)
        case _ if isinstance(stmt, Stop):
            return False
        case _:
            return not exposed_tops(draft, stmt)


def rule_is_plain(draft: Draft, rule: RuleId) -> bool:
    """Whether play cannot stop anywhere in the rule, whoever acts."""
    if rule not in draft.plain_rules:
        draft.plain_rules[rule] = all(is_plain(draft, body.stmts) for body in bodies_of(draft.checked, rule))
    return draft.plain_rules[rule]


def effects(draft: Draft, stmts: Sequence[Stmt]) -> tuple[Effect, ...]:
    """Converts plain statements to the effects of a Game."""
    return tuple(effect for stmt in stmts for effect in _effects(draft, stmt))


def _effects(draft: Draft, stmt: Stmt) -> tuple[Effect, ...]:
    if isinstance(stmt, Simple):
        return (stmt,)
    if isinstance(stmt, Stop):
        raise AssertionError("not a plain statement")
    match stmt:
        case If():
            return _make_if(stmt.condition, effects(draft, stmt.then), effects(draft, stmt.otherwise))
        case For():
            body = effects(draft, stmt.body)
            return (For(stmt.locals, stmt.source, body),) if body else ()
        case Repeat():
            return (Repeat(stmt.limit, stmt.number, stmt.until, effects(draft, stmt.body), stmt.site),)
        case Each():
            return each_effects(draft, stmt, stmt.body)
        case CallRule():
            return (stmt,) if routine(draft, stmt.rule).body else ()
        case Require():
            needed = stmt.requirement
            return (Check(needed.condition, "E_REFUSED", needed.name, needed.site),)
        case _:
            assert_never(stmt)


def _make_if(condition: Expr, then: tuple[Effect, ...], otherwise: tuple[Effect, ...]) -> tuple[Effect, ...]:
    match constant(condition):
        case True:
            return then
        case False:
            return otherwise
        case None:
            return (If(condition, then, otherwise),) if then or otherwise else ()


def each_effects(draft: Draft, each: Each, body: Sequence[Stmt]) -> tuple[Effect, ...]:
    """Converts one pass over the seats to a structured loop."""
    inner = (*(turn_resets(draft, each.me) if each.turn else ()), *effects(draft, body))
    seats = each.order if each.order is not None else seats_from(each.first, playing=False, seats=draft.seats)
    guarded = _make_if(comes_up(draft, each), inner, ())
    return (For((each.me,), seats, guarded),) if guarded else ()


def comes_up(draft: Draft, each: Each) -> Expr:
    """Builds the test for a turn of the seat in the pass: it is not eliminated, and `where` holds."""
    return all_of([negate(is_out(draft, each.me, each.site)), *(() if each.where is None else (each.where,))])


def is_out(draft: Draft, me: LocalId, site: SiteId) -> Expr:
    """Builds the test for an eliminated seat."""
    out = draft.checked.builtins.out
    seat = Local(me, Player(draft.seats))
    return NO if out is None else FieldAt(out, (seat,), FLAG, site)


def turn_resets(draft: Draft, me: LocalId) -> tuple[Effect, ...]:
    """Returns the resets at the beginning of a turn: the player's own `each turn` fields and the shared ones."""
    own: list[FieldId] = []
    shared: list[FieldId] = []
    for i, spec in enumerate(draft.checked.fields):
        if spec.reset == "turn":
            by_player = spec.owned and isinstance(spec.dimensions[0].type, Player)
            (own if by_player else shared).append(FieldId(i))
    mine = (ResetFields(tuple(own), Local(me, Player(draft.seats))),) if own else ()
    return (*((ResetFields(tuple(shared), None),) if shared else ()), *mine)


def routine(draft: Draft, rule: RuleId) -> Routine:
    """Returns the routine for a plain rule, including the replacements for scripted seats; made on the first call."""
    if rule not in draft.routines:
        spec = draft.checked.rules[rule]
        body = effects(draft, spec.body.stmts)
        me = spec.body.me
        if spec.for_seats:
            me = draft.local("me", Player(draft.seats)).id if me is None else me
            for seat, replaced in reversed(spec.for_seats):
                body = _make_if(me_is(me, seat, draft.seats), _replace_body(draft, spec.body, me, replaced), body)
        draft.routines[rule] = Routine(rule, spec.name, me, spec.body.params, body)
    return draft.routines[rule]


def _replace_body(draft: Draft, base: Body, me: LocalId, body: Body) -> tuple[Effect, ...]:
    """Returns the body that replaces a rule's for a seat, preceded by assignments that copy the rule's locals into its own."""
    given = zip(body.params, base.params, strict=True)
    takes_me = () if body.me is None else (SetLocal(body.me, Local(me, Player(draft.seats))),)
    params = (SetLocal(mine, Local(its, draft.locals[its].type)) for mine, its in given)
    inner = effects(draft, body.stmts)
    return (*takes_me, *params, *inner) if inner else ()

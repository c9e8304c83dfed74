"""Turns statements into nodes, from the last to the first, so that each node knows its successor. Rolls, draws and resolved tops
become chance nodes.

Rules are inlined wherever they are called. As nothing recurses, two copies of a rule are never active together, so
its locals keep their numbers in every copy.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, assert_never

from gamedsl.compile.analysis.exposed_tops import exposed_tops
from gamedsl.compile.lowering.choices import decide
from gamedsl.compile.lowering.draft import Draft, Flow, Lower
from gamedsl.compile.lowering.effects import effects, is_plain
from gamedsl.compile.lowering.formulas import COUNTED, constant, least, proof_bound
from gamedsl.compile.lowering.loops import lower_each, lower_end, lower_for, lower_repeat
from gamedsl.compile.lowering.rule_bodies import acting_in, by_seat, open_body
from gamedsl.compile.lowering.simultaneous import lower_choice_at, lower_together
from gamedsl.graph.model import statements
from gamedsl.graph.model.expressions import Contents, Convert, Count, Local
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.source_statements import Choose, DrawKeep, Each, EndGame, Require, RollBlock, Stmt
from gamedsl.graph.model.types import NodeId, Piece, Pieces, Zone
from gamedsl.semantics.model.checked import Body


def lower(draft: Draft, stmts: tuple[Stmt, ...], flow: Flow) -> NodeId:
    """Lowers statements and returns the first node."""
    for stmt in reversed(stmts):
        flow = flow.to(_lower_one(draft, stmt, flow))
    return flow.next


def _lower_one(draft: Draft, stmt: Stmt, flow: Flow) -> NodeId:
    if is_plain(draft, (stmt,)):
        return draft.effect(flow, *effects(draft, (stmt,)))
    if isinstance(stmt, statements.Simple):
        return _lower_exposing(draft, stmt, flow)
    go = partial(lower, draft)
    match stmt:
        case statements.If():
            match constant(stmt.condition):
                case True:
                    return lower(draft, stmt.then, flow)
                case False:
                    return lower(draft, stmt.otherwise, flow)
                case None:
                    no = lower(draft, stmt.otherwise, flow)
                    yes = lower(draft, stmt.then, flow)
                    return draft.branch(flow, stmt.condition, yes, no, "")
        case statements.For():
            return lower_for(draft, stmt, flow, partial(go, stmt.body))
        case statements.Repeat():
            return lower_repeat(draft, stmt, flow, partial(go, stmt.body))
        case Each() if stmt.together:
            return lower_together(draft, stmt, (), flow, go, lambda head: head)
        case Each():
            return lower_each(draft, stmt, flow, partial(go, stmt.body), lambda head: head)
        case statements.CallRule():
            return _lower_call(draft, stmt, flow)
        case Choose():
            made = next((sim for sim in flow.together if sim.choose == stmt), None)
            return decide(draft, stmt, flow, go) if made is None else lower_choice_at(draft, stmt, flow, made, go)
        case statements.Roll() | statements.Resolve():
            return lower_event(draft, stmt, flow)
        case RollBlock():
            return lower(draft, stmt.rolls, flow)
        case statements.Draw():
            return _lower_draw(draft, stmt, flow)
        case DrawKeep():
            return _lower_draw_keep(draft, stmt, flow, go)
        case EndGame(reason, site):
            return lower_end(draft, flow, reason, site)
        case Require():
            raise ValueError("a requirement stands at the head of an action, and nowhere else")
        case _:
            assert_never(stmt)


def _lower_exposing(draft: Draft, stmt: statements.Effect, flow: Flow) -> NodeId:
    """Lowers an effect after which tops of piles must be known."""
    for top in reversed(exposed_tops(draft, stmt)):
        flow = flow.to(lower_event(draft, top, flow))
    return draft.effect(flow, stmt)


# ---------------------------------------------------------------- rules


def _lower_call(draft: Draft, call: statements.CallRule, flow: Flow) -> NodeId:
    rule = draft.checked.rules[call.rule]
    inner = flow.around(flow.next, flow.next).inside(rule.name)
    who = flow.seats_of(call.me, draft.anybody)

    def one(body: Body, at: Flow) -> NodeId:
        stmts, left = open_body(draft, body, call.me, call.args)
        entry = lower(draft, stmts, at.acting(acting_in(body, call.me, left), at.who))
        return draft.effect(at.to(entry), *(statements.SetLocal(local, value) for local, value in left))

    return by_seat(draft, inner.acting(call.me, who), rule.body, rule.for_seats, one)


def lower_event(draft: Draft, event: statements.Roll | statements.Draw | statements.Resolve, flow: Flow) -> NodeId:
    """Lowers an event to one chance node. The acting seat stays live, because the log names it with the roll or draw."""
    return draft.add(ChanceNode(event, flow.me, flow.next, (), flow.cluster, flow.path))


def _lower_draw(draft: Draft, draw: statements.Draw, flow: Flow) -> NodeId:
    """Lowers a draw, and resolves the tops that it may expose."""
    for top in reversed(exposed_tops(draft, draw)):
        flow = flow.to(lower_event(draft, top, flow))
    return lower_event(draft, draw, flow)


def _lower_draw_keep(draft: Draft, stmt: DrawKeep, flow: Flow, lower: Lower) -> NodeId:
    """Lowers a draw, the choice of the drawn pieces to keep, and the return of the rest. If nothing is drawn, there is no choice."""
    drawn, source = stmt.draw.to, stmt.draw.source
    assert isinstance(source.type, Zone)
    kept = Local(stmt.local, draft.locals[stmt.local].type)
    single = isinstance(kept.type, Piece)
    most = kept.type.most if isinstance(kept.type, Pieces) else 1
    on_offer = Contents(drawn, Pieces(source.type.classes, proof_bound(stmt.draw.number)))
    number = None if single else least(stmt.keep, Count(on_offer, COUNTED), stmt.keep.type)
    fewest = None if stmt.least is None else least(stmt.least, Count(on_offer, COUNTED), stmt.least.type)
    quantity: Literal["one", "up_to", "exactly"] = "one" if single else "exactly" if fewest is None else "up_to"
    select = statements.Select("kept", stmt.local, quantity, number, (on_offer,), stmt.element, None, stmt.site, fewest)
    taken = Convert(kept, Pieces(source.type.classes, most)) if single else kept
    keep = statements.Move(taken, stmt.to, stmt.under, False, stmt.site)
    back: statements.Effect = (
        statements.Move(on_offer, stmt.rest, stmt.rest_under, False, stmt.site)
        if stmt.rest is not None
        else statements.Shuffle(None, on_offer, source, True, stmt.site)
        if source.type.form == "pile"
        else statements.Move(on_offer, source, False, False, stmt.site)
    )
    choose = Choose("if_able" if single else "must", stmt.me, (select,), None, stmt.owner, stmt.site)
    after = flow.around(lower((keep, back), flow), flow.next)
    return _lower_draw(draft, stmt.draw, flow.to(decide(draft, choose, after, lower)))

"""Lowers the skeleton of a game: set-up, rounds of phases with their game-end tests, the end; and the fragments that examples run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gamedsl.compile.analysis.exposed_tops import initial_tops
from gamedsl.compile.lowering.choices import in_reverse, question_plan
from gamedsl.compile.lowering.draft import Draft, Flow
from gamedsl.compile.lowering.effects import each_effects, is_plain
from gamedsl.compile.lowering.formulas import NO_SITE, less, me_is, minus, number, plus
from gamedsl.compile.lowering.loops import (
    Continuation,
    Cut,
    Door,
    cut_of,
    limit_of,
    lower_counted_pass,
    lower_each,
    lower_end,
    lower_limited,
)
from gamedsl.compile.lowering.rule_bodies import by_seat, open_body
from gamedsl.compile.lowering.simultaneous import lower_together
from gamedsl.compile.lowering.statements import lower, lower_event
from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.expressions import Const, Equal, Expr, FieldAt, Local
from gamedsl.graph.model.game import Question
from gamedsl.graph.model.nodes import EndNode, StopNode
from gamedsl.graph.model.source_statements import Each, Stmt
from gamedsl.graph.model.statements import Effect, Ensure, If, ResetFields, SetField, SetLocal, StartCount
from gamedsl.graph.model.types import FLAG, FieldId, NodeId, Player, RuleId
from gamedsl.semantics.model.checked import (
    Body,
    Fragment,
    GameEnd,
    LastRound,
    LastTurns,
    Phase,
    PhaseEntry,
    StartPosition,
)
from gamedsl.values import define, evolve, field


@define
class Skeleton:
    """The points where a match can begin: with the set-up, with the rounds, and inside a round (after `inside`) with a phase or with a turn in it."""

    setup: NodeId
    rounds: NodeId
    end: NodeId
    inside: tuple[Effect, ...] = ()
    phases: dict[int, NodeId] = field(factory=dict[int, NodeId])
    turns: dict[int, Door] = field(factory=dict[int, Door])


def lower_match(draft: Draft) -> Skeleton:
    """Lowers the match, from its end to its beginning."""
    last = draft.add(EndNode("end", ("end",)))
    end = lower(draft, draft.checked.end, _flow(draft, last, last, "end"))
    skeleton = Skeleton(end, end, end)
    skeleton.rounds = _lower_rounds(draft, end, "", skeleton)
    skeleton.setup = _lower_setup(draft, _flow(draft, skeleton.rounds, end, "setup"))
    return skeleton


def lower_start(draft: Draft, skeleton: Skeleton, start: StartPosition) -> NodeId:
    """Returns the node at which play continues from a named start."""
    cluster = f"start {start.name}"
    here = skeleton.rounds
    if start.phase is not None:
        door = skeleton.turns.get(start.phase)
        here = skeleton.phases[start.phase] if start.seat is None or door is None else door(start.seat)
        here = draft.effect(_flow(draft, here, skeleton.end, cluster), *skeleton.inside)
    flow = _flow(draft, here, skeleton.end, cluster)
    flow = flow.to(lower(draft, start.draws, flow))
    for top in reversed(initial_tops(draft.checked)):
        flow = flow.to(lower_event(draft, top, flow))
    return flow.next


def lower_fragment(draft: Draft, fragment: Fragment) -> NodeId:
    """Lowers a fragment and returns its first node. After the fragment comes a stop node; an `end game` inside it leads to another stop node."""
    cluster = f"example {fragment.name}"
    stop = draft.add(StopNode((), cluster, ()))
    over = draft.add(StopNode((), cluster, (), is_over=True))
    flow = evolve(_flow(draft, stop, over, cluster), path=())
    if fragment.stmts is not None:
        return lower(draft, fragment.stmts, flow)
    if fragment.phase is not None:
        phase = draft.checked.phases[fragment.phase]
        inside = flow.inside(phase.name)
        if fragment.me is None or phase.each is None:
            return _lower_phase(draft, phase, inside, partial(_turn_tests, draft, inside))
        return _lower_turn(draft, phase, phase.each, fragment.me, inside)
    match fragment.part:
        case "setup":
            return _lower_setup(draft, flow.inside("setup"))
        case "rounds":
            return _lower_rounds(draft, over, cluster)
        case "end":
            return lower(draft, draft.checked.end, flow.to(over).inside("end"))
        case None:
            raise AssertionError("a fragment without content")


def lower_question(draft: Draft, rule: RuleId) -> Question:
    """Lowers the question of `can` about an action. The statements after the choice are lowered only if an `ensure` there judges the move."""
    spec = draft.checked.rules[rule]
    me = draft.local("me", Player(draft.seats))
    params = [draft.local(draft.locals[local].name, draft.locals[local].type) for local in spec.body.params]
    stop = draft.add(StopNode((), f"can {spec.name}", ()))
    flow = evolve(_flow(draft, stop, stop, f"can {spec.name}"), path=())
    plan, targets = question_plan(draft, rule, me, params, flow, partial(lower, draft))
    exits = in_reverse(targets) if _has_ensures(draft) else ()
    return Question(rule, spec.name, me.id, tuple(p.id for p in params), plan, exits)


def _has_ensures(draft: Draft) -> bool:
    bodies = (rule.body.stmts + sum((own.stmts for _, own in rule.for_seats), ()) for rule in draft.checked.rules)
    return any(isinstance(stmt, Ensure) for body in bodies for stmt in statements(body))


def _flow(draft: Draft, next: NodeId, end: NodeId, part: str, cluster: str = "") -> Flow:
    """Returns the flow in a part of the skeleton, which is a cluster of its own unless it belongs to a fragment."""
    return Flow(next, next, end, cluster or part, (part,), None, draft.anybody)


def _lower_setup(draft: Draft, flow: Flow) -> NodeId:
    flow = flow.around(lower(draft, draft.checked.setup, flow), flow.leave)
    for top in reversed(initial_tops(draft.checked)):
        flow = flow.to(lower_event(draft, top, flow))
    return flow.next


# ---------------------------------------------------------------- rounds


def _lower_rounds(draft: Draft, end: NodeId, cluster: str, skeleton: Skeleton | None = None) -> NodeId:
    """Lowers the loop over the rounds; `end` is the node after the last one. The phases' beginnings are recorded in the skeleton of a match."""
    plan = draft.checked.rounds
    flow = _flow(draft, end, end, "rounds", cluster)
    head = draft.reserve() if plan.kind is not None else end
    after_round = [test for test in draft.checked.ends if test.after_round]
    last = draft.checked.phases[plan.phases[-1].phase].name if plan.phases else "rounds"
    closing = _flow(draft, head, end, last, cluster)
    passed = _lower_last_rounds(draft, draft.checked.ends, closing.to(_tests(draft, after_round, closing)))
    here = lower(draft, plan.after, closing.to(passed))
    for stage in reversed(plan.phases):
        name = draft.checked.phases[stage.phase].name
        here = _lower_stage(draft, stage, _flow(draft, here, end, name, cluster), skeleton)
    begins = _round_begins(draft)
    match plan.kind:
        case None:
            return draft.effect(flow.to(here), *begins)
        case "up_to":
            entry = draft.effect(flow.to(here), *begins)
            more = less(_round(draft), number(plan.limit))
            return draft.define_branch(head, flow, more, entry, end, "one more round")
        case "at_most":
            limit = limit_of(draft, "at_most", number(plan.limit), plan.site, cut_of(plan))
            draft.define_effect(head, flow.to(lower_counted_pass(draft, limit, flow.to(here), limit.step, *begins)))
            if skeleton is not None:
                if isinstance(limit.start, StartCount):
                    draft.round_counter = limit.start.counter
                skeleton.inside = (limit.start, limit.step)
            return draft.effect(flow.to(head), limit.start)


def _round(draft: Draft) -> Expr:
    field = draft.checked.builtins.round
    assert field is not None, "a game with a number of rounds keeps the number of the round"
    return FieldAt(field, (), draft.checked.fields[field].type, NO_SITE)


def _round_begins(draft: Draft) -> tuple[Effect, ...]:
    checked = draft.checked
    field = checked.builtins.round
    fresh = tuple(FieldId(i) for i, spec in enumerate(checked.fields) if spec.reset == "round")
    counted: tuple[Effect, ...] = ()
    if field is not None:
        counted = (
            SetField(field, (), plus(_round(draft), number(1), checked.fields[field].type), checked.rounds.site),
        )
    return (*counted, *((ResetFields(fresh, None),) if fresh else ()))


# ---------------------------------------------------------------- does the game end?


def _turn_tests(draft: Draft, flow: Flow, next: NodeId) -> NodeId:
    """Lowers the tests after a turn; `next` follows them."""
    return _tests(draft, [test for test in draft.checked.ends if not test.after_round], flow.to(next), is_turn=True)


def _phase_tests(draft: Draft, flow: Flow, next: NodeId) -> NodeId:
    """Lowers the tests after a phase; `next` follows them."""
    return _tests(draft, [test for test in draft.checked.ends if not test.after_round], flow.to(next))


def _tests(draft: Draft, ends: Sequence[GameEnd], flow: Flow, *, is_turn: bool = False) -> NodeId:
    for test in reversed(ends):
        if test.last is not None:
            flow = flow.to(_lower_last(draft, test, test.last, flow, is_turn=is_turn))
            continue
        yes = lower_end(draft, flow, test.reason, test.site)
        edge = draft.checked.reasons[test.reason]
        flow = flow.to(draft.branch(flow, test.condition, yes, flow.next, "", edge))
    return flow.next


# ---------------------------------------------------------------- phases


def _lower_stage(draft: Draft, stage: PhaseEntry, flow: Flow, skeleton: Skeleton | None) -> NodeId:
    """Lowers a phase of the round with the tests after it, repeated if the entry says so."""
    phase = draft.checked.phases[stage.phase]
    tests, passed = partial(_turn_tests, draft, flow), partial(_phase_tests, draft, flow)
    doors: list[Door] = []
    counted: tuple[Effect, ...] = ()
    if stage.kind is None:
        here = _lower_phase(draft, phase, flow.around(passed(flow.next), flow.next), tests, doors)
    else:
        head = draft.reserve()
        cut = Cut(stage.reason, phase.site) if stage.cut_off else None
        limit = limit_of(draft, stage.kind, number(stage.limit), phase.site, cut)
        entry = _lower_phase(draft, phase, flow.around(passed(head), head), tests, doors)
        here = lower_limited(draft, limit, stage.until, head, entry, flow)
        counted = (limit.start, limit.step)
    if skeleton is not None:
        skeleton.phases[stage.phase] = here
        if doors:
            [door] = doors
            skeleton.turns[stage.phase] = lambda seat: draft.effect(flow.to(door(seat)), *counted)
    return here


def _lower_phase(
    draft: Draft, phase: Phase, flow: Flow, tests: Continuation, doors: list[Door] | None = None
) -> NodeId:
    """Lowers a phase; `tests` gives the node after a turn, which tests whether the game ends."""
    flow = flow.to(lower(draft, phase.after, flow))
    return lower(draft, phase.before, flow.to(_lower_turns(draft, phase, flow, tests, doors)))


def _lower_turns(draft: Draft, phase: Phase, flow: Flow, tests: Continuation, doors: list[Door] | None) -> NodeId:
    """Lowers a phase without its statements at start and end."""
    each = phase.each
    if each is None:
        return lower(draft, phase.stmts, flow.around(flow.next, flow.next))
    if each.together:
        return lower_together(draft, each, phase.for_seats, flow, partial(lower, draft), tests)
    untested = all(test.after_round for test in draft.checked.ends)
    bodies = (each.body, *(body.stmts for _, body in phase.for_seats))
    if untested and each.until is None and all(is_plain(draft, body) for body in bodies):
        if doors is not None and draft.is_entered(phase.name):
            # Nobody is asked in the phase, so it is one node; a start inside it has its own path through the turns.
            lower_each(draft, each, flow, partial(_turn_body, draft, phase, each), tests, doors)
        return draft.effect(flow, *each_effects(draft, each, _merge_turns(draft, phase, each)))
    return lower_each(draft, each, flow, partial(_turn_body, draft, phase, each), tests, doors)


def _merge_turns(draft: Draft, phase: Phase, each: Each) -> tuple[Stmt, ...]:
    """Returns one turn, of whichever seat, as plain statements."""
    body = each.body
    for seat, own in reversed(phase.for_seats):
        me = () if own.me is None else (SetLocal(own.me, Local(each.me, Player(draft.seats))),)
        body = (If(me_is(each.me, seat, draft.seats), (*me, *own.stmts), body),)
    return body


def _turn_body(draft: Draft, phase: Phase, each: Each, flow: Flow) -> NodeId:
    """Lowers one turn; the body of a scripted seat replaces it."""
    me = Local(each.me, Player(draft.seats))

    def one(body: Body, at: Flow) -> NodeId:
        stmts, _ = open_body(draft, body, me, ())
        return lower(draft, stmts, at)

    return by_seat(draft, flow, Body(each.me, (), each.body), phase.for_seats, one)


def _lower_turn(draft: Draft, phase: Phase, each: Each, me: Expr, flow: Flow) -> NodeId:
    """Lowers one turn of a seat, as an example runs it."""
    acting = flow.acting(Local(each.me, Player(draft.seats)), flow.seats_of(me, draft.anybody))
    return draft.effect(flow.to(_turn_body(draft, phase, each, acting)), SetLocal(each.me, me))


def _lower_last(draft: Draft, end: GameEnd, last: LastTurns | LastRound, flow: Flow, *, is_turn: bool) -> NodeId:
    """Lowers the test after a turn or a phase. Before the condition has held, the field is 0; then the last turns are counted, or the last round waits."""
    left = _field(draft, last.field)
    begun = flow.next
    over = lower_end(draft, flow, end.reason, end.site)
    if isinstance(last, LastTurns):
        some = isinstance(last.number, Const) and last.number.value != 0
        begun_by = flow.next if some else draft.branch(flow, _is(left, 0), over, flow.next, "nobody has a turn")
        begin = draft.effect(flow.to(begun_by), SetField(last.field, (), last.number, end.site))
        if is_turn:
            ended = draft.branch(
                flow, _is(left, 0), over, flow.next, "the last turn", draft.checked.reasons[end.reason]
            )
            fewer = minus(left, number(1), draft.checked.fields[last.field].type)
            begun = draft.effect(flow.to(ended), SetField(last.field, (), fewer, end.site))
    else:
        begin = draft.effect(flow, SetField(last.field, (), number(1), end.site))
    test = draft.branch(flow, end.condition, begin, flow.next, "")
    return draft.branch(flow, _is(left, 0), test, begun, "no last turns yet")


def _lower_last_rounds(draft: Draft, ends: Sequence[GameEnd], flow: Flow) -> NodeId:
    """Lowers the counting of last rounds at the end of a round: after the second one, the match ends."""
    for end in reversed(ends):
        if isinstance(end.last, LastRound):
            left = _field(draft, end.last.field)
            over = lower_end(draft, flow, end.reason, end.site)
            next_ = draft.effect(flow, SetField(end.last.field, (), number(2), end.site))
            first = draft.branch(flow, _is(left, 1), next_, flow.next, "one more round", "")
            last = draft.branch(flow, _is(left, 2), over, first, "the last round", draft.checked.reasons[end.reason])
            flow = flow.to(last)
    return flow.next


def _field(draft: Draft, field: FieldId) -> Expr:
    return FieldAt(field, (), draft.checked.fields[field].type, NO_SITE)


def _is(left: Expr, value: int) -> Expr:
    return Equal(left, number(value), FLAG)

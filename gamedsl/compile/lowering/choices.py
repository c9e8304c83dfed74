"""Lowers a `choose` and the actions in its menu to one decision: a plan of parts, and an exit for each possible end.

The rule for joining is syntactic (language reference, Decisions): a picked action adds its opening, that is its requirements, lets and one `choose` before
any other statement. Everything else of the action happens at the exit, followed by the statements after the outer `choose`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from gamedsl.compile.lowering.draft import Draft, Flow, Lower
from gamedsl.compile.lowering.formulas import all_of, equal, negate, seat_number
from gamedsl.compile.lowering.rule_bodies import own_body
from gamedsl.graph.model.expressions import Expr, Local
from gamedsl.graph.model.nodes import DecisionNode, Plan
from gamedsl.graph.model.source_statements import Choose, Require, Stmt
from gamedsl.graph.model.statements import Bind, MenuLine, Part, Requirement, SetLocal
from gamedsl.graph.model.types import NodeId, Player, RuleId, SeatId
from gamedsl.values import define, evolve, field

ExitTarget = Callable[[], NodeId]
"""Makes the node behind one exit of a decision. It is called once all exits are known."""


def decide(draft: Draft, choose: Choose, flow: Flow, lower: Lower) -> NodeId:
    """Lowers a `choose` to a decision node. Seats for which an action in the menu is replaced get a decision of their own."""
    who = flow.seats_of(choose.me, draft.anybody)
    special = [seat for seat in sorted(_own_seats(draft, choose)) if seat in who and len(who) > 1]
    entry = _decision(draft, choose, flow, who - frozenset(special), lower)
    for seat in reversed(special):
        yes = _decision(draft, choose, flow, frozenset((seat,)), lower)
        is_seat = equal(choose.me, seat_number(seat, draft.seats))
        entry = draft.branch(flow, is_seat, yes, entry, f"me is {draft.checked.seats[seat]}")
    return entry


def _decision(draft: Draft, choose: Choose, flow: Flow, who: frozenset[SeatId], lower: Lower) -> NodeId:
    plan, exit_targets = plan_of(draft, choose, flow.acting(choose.me, who), lower)
    return draft.add(
        DecisionNode(choose.me, plan, in_reverse(exit_targets), (), flow.cluster, flow.path, is_unseen=choose.unseen)
    )


def in_reverse(exit_targets: Sequence[ExitTarget]) -> tuple[NodeId, ...]:
    """Returns the nodes after the exits; the last one is lowered first, like all statements (see `draft`)."""
    return tuple(reversed([way() for way in reversed(exit_targets)]))


def _own_seats(draft: Draft, choose: Choose) -> frozenset[SeatId]:
    """Returns the seats for which an action that this decision can reach is replaced."""
    found: frozenset[SeatId] = frozenset()
    for line in choose.menu or ():
        rule = draft.checked.rules[line.rule]
        found |= {seat for seat, _ in rule.for_seats}
        for body in (rule.body, *(body for _, body in rule.for_seats)):
            _, inner, _ = opening(body.stmts)
            found |= frozenset() if inner is None else _own_seats(draft, inner)
    return found


def question_plan(
    draft: Draft, rule: RuleId, me: Expr, args: Sequence[Expr], flow: Flow, lower: Lower
) -> tuple[Plan, Sequence[ExitTarget]]:
    """Returns the plan of choosing an action, whoever acts: a menu with one line for each seat that has a replacement."""
    site = draft.checked.rules[rule].site
    line = MenuLine(rule, tuple(args), site)
    special = sorted(_own_seats(draft, Choose("must", me, (), (line,), "", site)))
    planner = _Planner(draft, lower)
    others = flow.acting(me, draft.anybody - frozenset(special))
    if not special:
        return planner.line(line, me, others, lambda: flow.next), planner.exit_targets
    is_seat = [equal(me, seat_number(seat, draft.seats)) for seat in special]
    lines = [
        planner.line(evolve(line, condition=all_of([negate(test) for test in is_seat])), me, others, lambda: flow.next)
    ]
    for seat, test in zip(special, is_seat, strict=True):
        own = flow.acting(me, frozenset((seat,)))
        lines.append(planner.line(evolve(line, condition=test), me, own, lambda: flow.next))
    name = draft.checked.rules[rule].name
    return Plan(name, None, None, (), tuple(lines), None, site), planner.exit_targets


# ---------------------------------------------------------------- plans


def plan_of(draft: Draft, choose: Choose, flow: Flow, lower: Lower) -> tuple[Plan, Sequence[ExitTarget]]:
    """Returns the plan of a decision, and for each exit number its continuation: finally `flow.next`, or `flow.leave` after a declined or impossible choice."""
    planner = _Planner(draft, lower)
    plan = planner.plan(choose, flow, lambda: flow.next, lambda: flow.leave)
    return plan, planner.exit_targets


@define
class _Planner:
    """Collects the exits of a plan in `exit_targets`, by number."""

    draft: Draft
    lower: Lower
    exit_targets: list[ExitTarget] = field(factory=list[ExitTarget])

    def plan(self, choose: Choose, flow: Flow, end: ExitTarget, leave: ExitTarget) -> Plan:
        gate = None if choose.mode == "must" else choose.mode
        gate_exit = None if gate is None else self.exit(self.otherwise(choose, flow, leave))
        if choose.menu is None:
            return Plan(choose.owner, gate, gate_exit, choose.parts, None, self.exit(end), choose.site)
        menu = tuple(self.line(line, choose.me, flow, end) for line in choose.menu)
        return Plan(choose.owner, gate, gate_exit, choose.parts, menu, None, choose.site)

    def otherwise(self, choose: Choose, flow: Flow, leave: ExitTarget) -> ExitTarget:
        """Returns the exit of a declined or impossible choice: its `otherwise`; the statements after the choice are skipped."""
        otherwise = choose.otherwise
        return leave if otherwise is None else lambda: self.lower(otherwise, flow.around(leave(), leave()))

    def line(self, line: MenuLine, me: Expr, flow: Flow, end: ExitTarget) -> Plan:
        """Adds an action of a menu: if it is offered, its parameters are bound, then its opening continues the decision. Declining there ends only the
        action."""
        rule = self.draft.checked.rules[line.rule]
        body = own_body(rule.for_seats, flow.who) or rule.body
        given: list[Part] = []
        given += [Bind(param, arg) for param, arg in zip(body.params, line.args, strict=True)]
        given += [] if body.me is None else [Bind(body.me, me)]
        inside = flow.inside(rule.name).acting(
            me if body.me is None else Local(body.me, Player(self.draft.seats)), flow.who
        )
        parts, inner, rest = opening(body.stmts)

        @cache
        def go_on() -> NodeId:
            return self.lower(rest, inside.around(end(), end()))

        if inner is None:
            exit_ = self.exit(go_on)
            return Plan(rule.name, None, None, (*given, *parts), None, exit_, line.site, offered_if=line.condition)
        plan = self.plan(inner, inside, go_on, end)
        before = (*given, *parts)
        gate_at = _gate_at(plan, before, inner)
        return evolve(plan, name=rule.name, parts=(*before, *plan.parts), gate_at=gate_at, offered_if=line.condition)

    def exit(self, way: ExitTarget) -> int:
        self.exit_targets.append(way)
        return len(self.exit_targets) - 1


def _gate_at(plan: Plan, before: Sequence[Part], inner: Choose) -> int:
    """Returns the position of the gate: after the requirements of the action, which also hold for a seat that declines, and after the values that an `else`
    reads."""
    holds = any(isinstance(part, Requirement) for part in before)
    needed = plan.gate is not None and (holds or inner.otherwise is not None)
    return len(before) if needed else 0


def opening(stmts: tuple[Stmt, ...]) -> tuple[tuple[Part, ...], Choose | None, tuple[Stmt, ...]]:
    """Splits an action: the parts that join the decision that picks it, its `choose` if it opens with one, and the remaining statements.

    Lets without a requirement or `choose` after them stay with the rest.
    """
    parts: list[Part] = []
    joined = 0
    for i, stmt in enumerate(stmts):
        match stmt:
            case Require():
                parts.append(stmt.requirement)
                joined = len(parts)
            case SetLocal():
                parts.append(Bind(stmt.local, stmt.value))
            case Choose():
                return tuple(parts), stmt, stmts[i + 1 :]
            case _:
                break
    return tuple(parts[:joined]), None, stmts[joined:]

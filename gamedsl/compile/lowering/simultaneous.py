"""Lowers `each player … together`: one node where all seats choose unseen, then the bodies in seat order.

The lines before the choice may only test. They are evaluated on the position in which all seats are asked: conditions become `asked`, lets become parts of the
plan. A finished choice is stored in hidden fields. When the body of its seat runs, the locals of the choice get their values back and the body continues after
the choice. A seat that had no choice then runs its body from the beginning. If earlier bodies have made possible a choice that it did not have, that choice is
skipped like an impossible one.

Scripted seats whose bodies begin with a choice of their own make it in a node of its own, before any body runs: nothing changes in between, and every seat
that asks has already chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.compile.lowering.choices import in_reverse, plan_of
from gamedsl.compile.lowering.draft import Draft, Flow, Lower, Met, Simultaneous
from gamedsl.compile.lowering.effects import comes_up, is_out, turn_resets
from gamedsl.compile.lowering.formulas import (
    NO_SITE,
    all_of,
    any_of,
    constant,
    equal,
    is_none,
    negate,
    number,
    seat_number,
)
from gamedsl.compile.lowering.loops import Continuation, LoopBody, lower_each, run_cursor, seat_cursor, skip_unless
from gamedsl.compile.lowering.rule_bodies import ForSeats, by_seat, open_body, own_body
from gamedsl.graph.analysis.walk import exits_of, free_locals, local_of, substitute, successors
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Const, Expr, FieldAt, Local, Need
from gamedsl.graph.model.nodes import EffectNode, TogetherNode
from gamedsl.graph.model.source_statements import Choose, Each, Stmt
from gamedsl.graph.model.statements import Bind, CallRule, Effect, For, If, Part, ResetFields, SetLocal
from gamedsl.semantics.model.checked import Body
from gamedsl.values import evolve, frozen


def lower_together(
    draft: Draft, each: Each, for_seats: ForSeats, flow: Flow, lower: Lower, after: Continuation
) -> types.NodeId:
    """Lowers the simultaneous decision and the loop over the bodies that follows it."""
    base = Body(each.me, (), each.body)
    me = Local(each.me, types.Player(draft.seats))

    def body_of(inner: Flow) -> types.NodeId:
        return by_seat(draft, inner, base, for_seats, lambda body, at: _body(draft, body, me, at, lower))

    acting = flow.acting(me, draft.anybody)
    choices = list(_first_choices(draft, each, for_seats, acting))
    if not choices:
        return lower_each(draft, evolve(each, together=False), flow, body_of, after)
    by_choose = [[c for c in choices if c.choose == choose] for choose in _distinct(choices)]
    return _lower_together(draft, each, by_choose, acting, body_of, after)


def _distinct(choices: Sequence[_Found]) -> list[Choose]:
    """Returns the distinct choices; those that most seats make come first."""
    found: list[Choose] = []
    for choice in choices:
        if choice.choose not in found:
            found.append(choice.choose)
    return found


def _body(draft: Draft, body: Body, me: Local, flow: Flow, lower: Lower) -> types.NodeId:
    """Lowers a seat's body. A body that replaces it for a scripted seat has a `me` of its own."""
    stmts, _ = open_body(draft, body, me, ())
    return lower(stmts, flow)


def _lower_together(
    draft: Draft, each: Each, by_choose: Sequence[Sequence[_Found]], flow: Flow, body_of: LoopBody, after: Continuation
) -> types.NodeId:
    """Lowers the nodes in which all seats choose, one for each choice with the paths that lead to it, and the loop over the bodies."""
    seats = draft.seats
    sims = tuple(_simultaneous(draft, each, choices[0]) for choices in by_choose)

    def one_pass(head: types.NodeId) -> types.NodeId:
        back = after(head)
        entry = body_of(evolve(flow.around(back, back), together=sims))
        entry = skip_unless(draft, flow, all_of([] if each.where is None else [each.where]), entry, head)
        for sim in reversed(sims):
            entry = draft.branch(
                flow, is_none(_exit_of_seat(draft, sim)), entry, sim.find_met().chosen, "had no choice"
            )
        return skip_unless(draft, flow, all_of([negate(is_out(draft, each.me, each.site))]), entry, head)

    cleared = draft.define_effect(draft.reserve(), flow)
    loop = run_cursor(draft, seat_cursor(draft, each), flow.to(cleared), one_pass)
    # An eliminated seat may still hold a stored choice, because its body never ran.
    eliminates = draft.checked.builtins.out is not None
    if eliminates:
        hidden = tuple(field for sim in sims for field in _list_hidden_fields(sim))
        draft.replace(cleared, EffectNode((ResetFields(hidden, None),), flow.next, flow.cluster, flow.path))
    entry = loop
    for sim, choices in reversed([*zip(sims, by_choose, strict=True)]):
        entry = _add_question(draft, each, sim, choices, flow.to(entry))
    return draft.effect(flow.to(entry), *_turns_begin(draft, each, seats))


def _simultaneous(draft: Draft, each: Each, first: _Found) -> Simultaneous:
    exit_field = draft.seat_field("exit", types.Optional(types.Int(0, 255)), None)
    todo_field = draft.seat_field("todo", types.FLAG, False)
    return Simultaneous(each.me, first.choose, first.prefix, exit_field, todo_field)


def _list_hidden_fields(sim: Simultaneous) -> tuple[types.FieldId, ...]:
    return (*(field for _, field in sim.find_met().commits), sim.exit_field, sim.todo_field)


def _add_question(draft: Draft, each: Each, sim: Simultaneous, choices: Sequence[_Found], flow: Flow) -> types.NodeId:
    """Adds the node in which all seats with this choice choose."""
    met = sim.find_met()
    asked = all_of([*(() if each.where is None else (each.where,)), any_of([c.condition for c in choices])])
    fields = (met.commits, sim.exit_field, sim.todo_field)
    return draft.add(TogetherNode(each.me, asked, met.plan, *fields, flow.next, (), flow.cluster, flow.path))


def _turns_begin(draft: Draft, each: Each, seats: int) -> tuple[Effect, ...]:
    """Returns the resets for the beginning of all turns: they begin when all are asked."""
    resets = turn_resets(draft, each.me) if each.turn else ()
    if not resets:
        return ()
    all_seats = Const(tuple(range(seats)), types.ListOf(types.Player(seats), seats))
    return (For((each.me,), all_seats, (If(comes_up(draft, each), resets, ()),)),)


# ---------------------------------------------------------------- after the choice


def lower_choice_at(draft: Draft, choose: Choose, flow: Flow, sim: Simultaneous, lower: Lower) -> types.NodeId:
    """Lowers the choice where a body meets it: records its plan, and makes its continuation, which the seats that have chosen reach."""
    assert sim.met is None, "the choice of a `together` stands in one place"
    plan, exit_targets = plan_of(draft, choose, evolve(flow, together=()), lower)
    plan = evolve(plan, parts=(*sim.prefix, *plan.parts))
    draft.fields[sim.exit_field] = evolve(
        draft.fields[sim.exit_field], type=types.Optional(types.Int(0, len(exit_targets) - 1))
    )
    targets = in_reverse(exit_targets)
    needed = {exit: _find_needed_parts(draft, targets[exit], way) for exit, way in exits_of(plan)}
    stored = dict.fromkeys(local for exit in sorted(needed) for local in _list_stored_locals(needed[exit]))
    commits = {local: _commit(draft, local) for local in stored}
    used = (*commits.values(), sim.exit_field)
    entry: types.NodeId | None = None
    for exit in reversed(range(len(targets))):
        way = _restore(draft, flow.to(targets[exit]), sim.me, needed[exit], commits, used)
        taken = equal(_exit_of_seat(draft, sim), number(exit))
        entry = way if entry is None else draft.branch(flow, taken, way, entry, f"chose way {exit}")
    sim.met = None if entry is None else Met(plan, tuple(commits.items()), entry)
    return flow.leave


def _exit_of_seat(draft: Draft, sim: Simultaneous) -> Expr:
    me = Local(sim.me, types.Player(draft.seats))
    return FieldAt(sim.exit_field, (me,), draft.fields[sim.exit_field].type, NO_SITE)


_Bound = tuple[types.LocalId, Part]
"""A part, and the local that it binds."""


def _find_needed_parts(draft: Draft, target: types.NodeId, way: Sequence[Part]) -> tuple[_Bound, ...]:
    """Returns the parts on the way to an exit whose locals are read after it, or by parts that only copy them."""
    read = _find_reads(draft, target)
    kept: list[_Bound] = []
    for part in reversed(way):
        local = local_of(part)
        if local is not None and local in read:
            kept.append((local, part))
            read |= free_locals(_formula_to_copy(part))
    return tuple(reversed(kept))


def _find_reads(draft: Draft, start: types.NodeId) -> frozenset[types.LocalId]:
    """Returns the locals that are read at nodes reached from here, as far as these are defined already. The missing rest of the loop never reads the locals
    that the choice binds."""
    read: frozenset[types.LocalId] = frozenset()
    seen: set[types.NodeId] = set()
    todo = [start]
    while todo:
        here = todo.pop()
        node = draft.nodes.get(here)
        if here not in seen and node is not None:
            seen.add(here)
            read |= free_locals(node)
            todo.extend(successors(node))
    return read


def _formula_to_copy(part: Part) -> Expr | None:
    """Returns the formula that a let copies without computing (`me`, an argument, a constant), so that it needs no storage."""
    return part.value if isinstance(part, Bind) and isinstance(part.value, Local | Const) else None


def _list_stored_locals(parts: Sequence[_Bound]) -> list[types.LocalId]:
    return [local for local, part in parts if _formula_to_copy(part) is None]


def _commit(draft: Draft, local: types.LocalId) -> types.FieldId:
    """Returns the field for a local of the choice. Its start value is none or an empty collection."""
    spec = draft.locals[local]
    match spec.type:
        case types.ListOf() | types.SetOf() | types.Bag() | types.Pieces() | types.Ranking():
            return draft.seat_field(spec.name, spec.type, ())
        case types.Optional():
            return draft.seat_field(spec.name, spec.type, None)
        case _:
            return draft.seat_field(spec.name, types.Optional(spec.type), None)


def _restore(
    draft: Draft,
    flow: Flow,
    seat: types.LocalId,
    parts: Sequence[_Bound],
    fields: Mapping[types.LocalId, types.FieldId],
    used: Sequence[types.FieldId],
) -> types.NodeId:
    """Lowers the effects that give the locals on the way to an exit their values back, and reset the fields that held them."""
    me = Local(seat, types.Player(draft.seats))
    setting: list[Effect] = []
    for local, part in parts:
        copied = _formula_to_copy(part)
        if copied is None:
            spec = draft.fields[fields[local]]
            stored = FieldAt(fields[local], (me,), spec.type, NO_SITE)
            own = draft.locals[local].type
            setting.append(SetLocal(local, stored if spec.type == own else Need(stored, own, NO_SITE)))
        else:
            setting.append(SetLocal(local, copied))
    return draft.effect(flow, *setting, ResetFields(tuple(used), me))


# ---------------------------------------------------------------- before the choice


@frozen
class _Found:
    """A choice, the lets on the way to it, and the condition (over `me`) under which it is reached."""

    choose: Choose
    prefix: tuple[Bind, ...]
    condition: Expr


@frozen
class _Way:
    """The state of the search along a path. `values` are the lets on the path so far, as formulas over `me` alone."""

    prefix: tuple[Bind, ...]
    conditions: tuple[Expr, ...]
    values: tuple[tuple[types.LocalId, Expr], ...]
    who: frozenset[types.SeatId]

    def where(self, condition: Expr) -> _Way:
        return evolve(self, conditions=(*self.conditions, self.fill_in(condition)))

    def let(self, local: types.LocalId, value: Expr) -> _Way:
        values = (*self.values, (local, self.fill_in(value)))
        return evolve(self, prefix=(*self.prefix, Bind(local, value)), values=values)

    def fill_in(self, formula: Expr) -> Expr:
        return substitute(formula, dict(self.values))

    def seats(self, seats: frozenset[types.SeatId]) -> _Way:
        return evolve(self, who=seats)


def _first_choices(draft: Draft, each: Each, for_seats: ForSeats, flow: Flow) -> Iterator[_Found]:
    """Yields the choice with which the bodies begin, once for each path that leads to it."""
    start = _Way((), (), (), flow.who)
    yield from _search_bodies(
        draft, Body(None, (), each.body), for_seats, (), Local(each.me, types.Player(draft.seats)), start
    )


def _search_bodies(
    draft: Draft, base: Body, for_seats: ForSeats, args: Sequence[Expr], me: Expr | None, way: _Way
) -> list[_Found]:
    """Returns the choices in a body, and in the bodies that replace it for scripted seats that may act."""
    own = own_body(for_seats, way.who)
    if own is not None:
        return _search_body(draft, own, args, me, way)
    replaced = [(seat, body) for seat, body in for_seats if seat in way.who]
    others = way.seats(way.who - {seat for seat, _ in replaced})
    found: list[_Found] = []
    for seat, body in replaced:
        assert me is not None
        is_seat = equal(me, seat_number(seat, draft.seats))
        others = others.where(negate(is_seat))
        found += _search_body(draft, body, args, me, way.where(is_seat).seats(frozenset((seat,))))
    return [*_search_body(draft, base, args, me, others), *found]


def _search_body(draft: Draft, body: Body, args: Sequence[Expr], me: Expr | None, way: _Way) -> list[_Found]:
    stmts, left = open_body(draft, body, me, args)
    for local, value in left:
        way = way.let(local, value)
    return _search(draft, stmts, way)


def _search(draft: Draft, stmts: Sequence[Stmt], way: _Way) -> list[_Found]:
    for stmt in stmts:
        match stmt:
            case SetLocal():
                way = way.let(stmt.local, stmt.value)
                continue
            case Choose():
                return [_Found(stmt, way.prefix, all_of(way.conditions))]
            case If():
                no = way.where(negate(stmt.condition))
                found = [*_search(draft, stmt.then, way.where(stmt.condition)), *_search(draft, stmt.otherwise, no)]
            case CallRule():
                rule = draft.checked.rules[stmt.rule]
                same = stmt.me is not None and isinstance(way.fill_in(stmt.me), Local)
                inner = way if same else way.seats(draft.anybody)
                found = _search_bodies(draft, rule.body, rule.for_seats, stmt.args, stmt.me, inner)
            case _:
                return []
        found = [f for f in found if constant(f.condition) is not False]
        if found:
            return found
    return []

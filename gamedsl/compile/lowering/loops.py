"""Lowers loops in which play can stop: hidden locals keep the place in the loop, and an edge leads back to the head.

A `for` keeps the remaining elements, a pass over the seats in seat order a number, a repeat with `up to` the remaining passes. Limits with `at most` are
proof bounds. They are counted outside the position, because equal positions after different numbers of passes must stay equal. Reaching the limit is a fault,
or leads to the end if the rules say that the match is cut off.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.compile.lowering.draft import Draft, Flow
from gamedsl.compile.lowering.effects import comes_up, turn_resets
from gamedsl.compile.lowering.formulas import (
    NO_SITE,
    all_of,
    any_of,
    equal,
    first_of,
    is_none,
    item,
    less,
    minus,
    negate,
    number,
    plus,
    proof_bound,
    range_of,
    rest_of,
    seat_after,
    seats_from,
    some,
)
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Arithmetic, Const, Convert, Expr, Filter, LimitReached, Local, Need, Pick
from gamedsl.graph.model.source_statements import Each
from gamedsl.graph.model.statements import CountPass, Effect, For, Repeat, SetField, SetLocal, StartCount
from gamedsl.semantics.model.checked import RoundPlan
from gamedsl.values import frozen

LoopBody = Callable[[Flow], types.NodeId]
"""Makes the body of a loop, given its surroundings."""
Continuation = Callable[[types.NodeId], types.NodeId]
"""Returns the node after a pass, given the head of the loop: a phase tests there whether the game ends."""
Door = Callable[[types.SeatId], types.NodeId]
"""Returns the node that enters a phase with the turn of a seat."""


@frozen
class Cursor:
    """The steps of a loop: `start` once, then the test `more` before each pass, and `step` at its beginning."""

    start: tuple[Effect, ...]
    more: Expr
    step: tuple[Effect, ...]
    label: str
    skip: Callable[[types.SeatId], tuple[Effect, ...]] | None = None
    """For a pass over the seats, after `start`: skips the seats before a given one."""


def lower_for(draft: Draft, stmt: For, flow: Flow, body: LoopBody) -> types.NodeId:
    """Lowers a `for` with stops inside; declining in its body ends the pass."""
    cursor = _over(draft, stmt.source, stmt.locals, "for")
    return run_cursor(draft, cursor, flow, lambda head: body(flow.around(head, head)))


def run_cursor(
    draft: Draft, cursor: Cursor, flow: Flow, one_pass: Continuation, doors: list[Door] | None = None
) -> types.NodeId:
    """Lowers the loop of a cursor: `one_pass` makes a pass that leads back to the head."""
    head = draft.reserve()
    step = draft.effect(flow.to(one_pass(head)), *cursor.step)
    draft.define_branch(head, flow, cursor.more, step, flow.next, cursor.label)
    if doors is not None and (skip := cursor.skip) is not None:
        doors.append(lambda seat: draft.effect(flow.to(head), *cursor.start, *skip(seat)))
    return draft.effect(flow.to(head), *cursor.start)


def _over(draft: Draft, source: Expr, locals: tuple[types.LocalId, ...], name: str) -> Cursor:
    """Builds the cursor over a collection; a local keeps its remaining elements."""
    form, element = _list_form(source.type)
    taken = source if form == source.type else Convert(source, form)
    left = draft.local(name, form)
    first = first_of(left, element)
    values = [first]
    if len(locals) > 1 and isinstance(element, types.ListOf):
        values = [item(first, i, element.of) for i in range(len(locals))]
    taking = (SetLocal(local, value) for local, value in zip(locals, values, strict=True))
    further = SetLocal(left.id, rest_of(left))

    def skip(seat: types.SeatId) -> tuple[Effect, ...]:
        reached = any_of([negate(some(left)), equal(first, Const(seat, element))])
        return (
            Repeat("up_to", number(form.most if isinstance(form, types.ListOf) else 1), reached, (further,), NO_SITE),
        )

    return Cursor((SetLocal(left.id, taken),), some(left), (*taking, further), "one more", skip)


def _list_form(source: types.Type) -> tuple[types.Type, types.Type]:
    """Returns the type over which a loop iterates, and the type of its elements."""
    match source:
        case types.ListOf() | types.SetOf():
            return source, source.of
        case types.Bag() | types.Ranking():
            return types.ListOf(source.of, source.most), source.of
        case types.Pieces():
            return source, types.Piece(source.classes)
        case _:
            raise AssertionError(f"a loop over {source}")


# ---------------------------------------------------------------- repeat


def lower_repeat(draft: Draft, stmt: Repeat, flow: Flow, body: LoopBody) -> types.NodeId:
    """Lowers a `repeat` with stops inside; declining in its body leaves it."""
    head = draft.reserve()
    limit = limit_of(draft, stmt.limit, stmt.number, stmt.site, cut_of(stmt))
    entry = body(flow.around(head, flow.next))
    return lower_limited(draft, limit, stmt.until, head, entry, flow)


@frozen
class Limit:
    """The counting of passes: `allowed` is tested before a pass if it is not None. `cut` holds the reason and the site of a match that is cut off when
    `reached` holds."""

    start: Effect
    allowed: Expr | None
    step: Effect
    reached: LimitReached | None = None
    cut: Cut | None = None


@frozen
class Cut:
    """The reason for cutting a match off, and the site of the line that states it."""

    reason: int
    site: types.SiteId


def cut_of(stmt: Repeat | Each | RoundPlan) -> Cut | None:
    """Returns how the match ends at the limit of a loop; None if reaching it is a fault."""
    return Cut(stmt.reason, stmt.site) if stmt.cut_off else None


def limit_of(draft: Draft, kind: str | None, bound: Expr, site: types.SiteId, cut: Cut | None) -> Limit:
    """Builds the limit of a loop: remaining passes are a local of the position, passes of a proof bound are counted outside."""
    if kind == "up_to":
        of = range_of(bound)
        left = draft.local("left", types.Int(min(0, of.low), max(0, of.high)))
        return Limit(
            SetLocal(left.id, bound), less(number(0), left), SetLocal(left.id, minus(left, number(1), left.type))
        )
    counter, most = draft.counter(), proof_bound(bound)
    reached = None if cut is None else LimitReached(counter, most, types.FLAG)
    return Limit(StartCount(counter), None, CountPass(counter, most, site), reached, cut)


def lower_limited(
    draft: Draft, limit: Limit, until: Expr | None, head: types.NodeId, entry: types.NodeId, flow: Flow
) -> types.NodeId:
    """Lowers the head of a loop with a limit: `until` first, then the test for a remaining pass, then the count."""
    counted = lower_counted_pass(draft, limit, flow.to(entry), limit.step)
    if limit.allowed is not None and until is not None:
        counted = draft.branch(flow, limit.allowed, counted, flow.next, "one more")
    if until is not None:
        draft.define_branch(head, flow, until, flow.next, counted, "")
    elif limit.allowed is not None:
        draft.define_branch(head, flow, limit.allowed, counted, flow.next, "one more")
    else:
        draft.define_effect(head, flow.to(counted))
    return draft.effect(flow.to(head), limit.start)


def lower_counted_pass(draft: Draft, limit: Limit, flow: Flow, *step: Effect) -> types.NodeId:
    """Lowers the beginning of a pass, which counts it; before that the match may be cut off."""
    entry = draft.effect(flow, *step)
    if limit.cut is None or limit.reached is None:
        return entry
    yes = lower_end(draft, flow, limit.cut.reason, limit.cut.site)
    edge = draft.checked.reasons[limit.cut.reason] if draft.checked.reasons else ""
    return draft.branch(flow, limit.reached, yes, entry, "the limit is reached", edge)


def lower_end(draft: Draft, flow: Flow, reason: int, site: types.SiteId) -> types.NodeId:
    """Lowers the end of the match; its reason is stored if the Game has a field for it."""
    field = draft.checked.builtins.reason
    last = len(draft.checked.reasons) - 1
    why = () if field is None else (SetField(field, (), Const(reason, types.Int(0, last)), site),)
    return draft.effect(flow.to(flow.end), *why)


# ---------------------------------------------------------------- each player


def lower_each(
    draft: Draft, each: Each, flow: Flow, body: LoopBody, after: Continuation, doors: list[Door] | None = None
) -> types.NodeId:
    """Lowers an `each player`: one pass, or turns clockwise until a condition holds. Declining in a turn ends it. `doors` receives the entry to a given turn."""
    if each.until is not None and each.number is not None:
        return _lower_until(draft, each, each.until, each.number, flow, body, after, doors)

    def one_pass(head: types.NodeId) -> types.NodeId:
        turn = _turn(draft, each, flow, body, after(head))
        test = comes_up(draft, each)
        return skip_unless(draft, flow, test, turn, head)

    return run_cursor(draft, seat_cursor(draft, each), flow, one_pass, doors)


def skip_unless(draft: Draft, flow: Flow, test: Expr, yes: types.NodeId, no: types.NodeId) -> types.NodeId:
    """Adds a test, unless it always holds."""
    return yes if test == all_of([]) else draft.branch(flow, test, yes, no, "")


def _turn(draft: Draft, each: Each, flow: Flow, body: LoopBody, back: types.NodeId) -> types.NodeId:
    me = Local(each.me, types.Player(draft.seats))
    entry = body(flow.around(back, back).acting(me, draft.anybody))
    return draft.effect(flow.to(entry), *(turn_resets(draft, each.me) if each.turn else ()))


def seat_cursor(draft: Draft, each: Each) -> Cursor:
    """Builds the cursor over all seats: clockwise from the first, or in the given order, which is fixed before the first turn."""
    seats = draft.seats
    if each.order is not None:
        return _over(draft, each.order, (each.me,), "order")
    count = draft.local("seat", types.Int(0, seats))
    start: tuple[Effect, ...] = (SetLocal(count.id, number(0)),)
    taken: Expr = count
    first: Expr = number(0)
    if each.first is not None:
        first = each.first
        if not isinstance(first, Const):
            first = draft.local("first", types.Player(seats))
            start = (SetLocal(first.id, each.first), *start)
        taken = seat_after(first, count, seats)
    step = (SetLocal(each.me, taken), SetLocal(count.id, plus(count, number(1), count.type)))

    def skip(seat: types.SeatId) -> tuple[Effect, ...]:
        apart = minus(number(seat + seats), first, types.Int(0, 2 * seats))
        return (SetLocal(count.id, Arithmetic("mod", apart, number(seats), count.type, NO_SITE)),)

    return Cursor(start, less(count, number(seats)), step, "next seat", skip)


def _lower_until(
    draft: Draft,
    each: Each,
    until: Expr,
    most: Expr,
    flow: Flow,
    body: LoopBody,
    after: Continuation,
    doors: list[Door] | None,
) -> types.NodeId:
    """Lowers turns with `until`. Before each turn it tests `until`, then finds the next seat clockwise for which `where` holds, then tests the limit.

    `where` is a formula over `me`, so the search binds `me`; a local of its own keeps the found seat.
    """
    seats = draft.seats
    player = types.Player(seats)
    start = draft.local("from", player)
    found = draft.local("found", types.Optional(player))
    head = draft.reserve()
    limit = limit_of(draft, each.limit, most, each.site, cut_of(each))
    turn = _turn(draft, each, flow, body, after(head))
    me = Local(each.me, player)
    taking = (SetLocal(each.me, Need(found, player, NO_SITE)), SetLocal(start.id, seat_after(me, number(1), seats)))
    entry = lower_counted_pass(draft, limit, flow.to(turn), *taking, limit.step)
    entry = draft.branch(flow, is_none(found), flow.next, entry, "nobody is left to act")
    around = seats_from(start, playing=True, seats=seats)
    able = around if each.where is None else Filter(around, each.me, each.where, around.type)
    entry = draft.effect(flow.to(entry), SetLocal(found.id, Pick("first", able, found.type, NO_SITE)))
    if limit.allowed is not None:
        entry = draft.branch(flow, limit.allowed, entry, flow.next, "one more")
    draft.define_branch(head, flow, until, flow.next, entry, "")
    if doors is not None:
        doors.append(lambda seat: draft.effect(flow.to(head), SetLocal(start.id, Const(seat, player)), limit.start))
    first = number(0) if each.first is None else each.first
    return draft.effect(flow.to(head), SetLocal(start.id, first), limit.start)

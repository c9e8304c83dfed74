"""Selects the body of a rule for the acting seat, and opens it at a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.compile.lowering.draft import Draft, Flow
from gamedsl.compile.lowering.formulas import equal, seat_number
from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.model.expressions import Const, Expr, Local
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import Int, LocalId, NodeId, SeatId, Type
from gamedsl.semantics.model.checked import Body

ForSeats = tuple[tuple[SeatId, Body], ...]


def by_seat(draft: Draft, flow: Flow, base: Body, for_seats: ForSeats, one: Callable[[Body, Flow], NodeId]) -> NodeId:
    """Lowers the body for the acting seat; if the seat is not known, a test tells the seats apart."""
    if own_body(for_seats, flow.who) is not None or not any(seat in flow.who for seat, _ in for_seats):
        return one(own_body(for_seats, flow.who) or base, flow)
    own = [(seat, body) for seat, body in for_seats if seat in flow.who]
    entry = one(base, flow.acting(flow.me, flow.who - {seat for seat, _ in own}))
    for seat, body in reversed(own):
        assert flow.me is not None, "a rule with replacements for seats is called where nobody acts"
        yes = one(body, flow.acting(flow.me, frozenset((seat,))))
        is_seat = equal(flow.me, seat_number(seat, draft.seats))
        entry = draft.branch(flow, is_seat, yes, entry, f"me is {draft.checked.seats[seat]}")
    return entry


def own_body(for_seats: ForSeats, who: frozenset[SeatId]) -> Body | None:
    """Returns the replacing body of the one seat that can act, if it is known and has one."""
    return next((body for seat, body in for_seats if who == frozenset((seat,))), None)


def open_body(
    draft: Draft, body: Body, me: Expr | None, args: Sequence[Expr]
) -> tuple[tuple[Stmt, ...], tuple[tuple[LocalId, Expr], ...]]:
    """Returns the statements of a body at a call, and the parameters that must be set before them.

    Constants and locals replace the parameters that they are given for: nothing changes them while the body runs, and a copy would have to be kept in the
    position.
    """
    given = [*zip(body.params, args, strict=True)]
    if body.me is not None and me is not None:
        given.append((body.me, me))
    put_in = {param: arg for param, arg in given if _stands_for(arg, draft.locals[param].type)}
    left = tuple((param, arg) for param, arg in given if param not in put_in)
    return substitute(body.stmts, put_in), left


def acting_in(body: Body, me: Expr | None, left: Sequence[tuple[LocalId, Expr]]) -> Expr | None:
    """Returns the formula for the acting seat inside the body."""
    set_first = next((Local(local, value.type) for local, value in left if local == body.me), None)
    return me if set_first is None else set_first


def _stands_for(arg: Expr, type: Type) -> bool:
    return isinstance(arg, Const | Local) and (
        arg.type == type or (isinstance(arg, Const) and isinstance(arg.type, Int) and isinstance(type, Int))
    )

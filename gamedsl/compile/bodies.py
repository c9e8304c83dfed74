"""A body, or the body that replaces it for a scripted seat."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.compile.draft import Draft, Flow
from gamedsl.compile.formulas import equal, seat_number
from gamedsl.graph.types import NodeId, SeatId
from gamedsl.semantics.checked import Body

ForSeats = tuple[tuple[SeatId, Body], ...]


def by_seat(draft: Draft, flow: Flow, base: Body, for_seats: ForSeats, one: Callable[[Body, Flow], NodeId]) -> NodeId:
    """The nodes of the body that fits the seat that acts; a test tells seats apart where that one is not known."""
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
    """The replacing body of the one seat that can act, if it is known and has one."""
    return next((body for seat, body in for_seats if who == frozenset((seat,))), None)

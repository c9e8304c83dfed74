"""Lowers ends after which play continues for some turns or a round: a field counts the remaining ones."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.compile.lowering.draft import Draft, Flow
from gamedsl.compile.lowering.formulas import NO_SITE, minus, number
from gamedsl.compile.lowering.loops import lower_end
from gamedsl.graph.model.expressions import Const, Equal, Expr, FieldAt
from gamedsl.graph.model.statements import SetField
from gamedsl.graph.model.types import FLAG, FieldId, NodeId
from gamedsl.semantics.model.checked import GameEnd, LastRound, LastTurns


def lower_last(draft: Draft, end: GameEnd, last: LastTurns | LastRound, flow: Flow, *, is_turn: bool) -> NodeId:
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


def lower_last_rounds(draft: Draft, ends: Sequence[GameEnd], flow: Flow) -> NodeId:
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

"""Conditions on the kinds of pieces in known zones, as masks of their slots. The part of a condition that is constant for a kind becomes a constant, or a row of a
table."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions, bulk_words
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.planning.type_forms import may_be_none
from gamedsl_interpreter.wasm.emit.tables import constants


def byte_masks(layout: Slots, holding: Sequence[int]) -> tuple[int, ...]:
    """Makes words in which the bytes of some slots are all ones."""
    return tuple(sum(255 << 8 * (slot - 8 * w) for slot in holding if slot // 8 == w) for w in range(layout.size // 8))


def bit_mask(_: Slots, holding: Sequence[int]) -> tuple[int, ...]:
    """Makes one word with a bit for each of some slots."""
    return (sum(1 << slot for slot in holding),)


Masks = Callable[[Slots, Sequence[int]], tuple[int, ...]]
"""Encodes a set of slots as words."""


def kinds_holding(
    code: Lowering, layout: Slots, local: LocalId, condition: Expr, masks: Masks
) -> tuple[Ir, ...] | None:
    """Gives the slots whose kind fulfils a condition on a piece; None if the condition depends on more than the kind."""
    if not code.ctx.analysis.totality.is_total(condition):
        return None
    return _holding(code, layout, local, bulk_conditions.expand_calls(code, condition), masks)


def _holding(code: Lowering, layout: Slots, local: LocalId, condition: Expr, masks: Masks) -> tuple[Ir, ...] | None:
    def at_once(holds: Callable[[int], bool]) -> tuple[Ir, ...]:
        return tuple(map(c64, masks(layout, [slot for slot, _, kind in layout.every() if holds(kind)])))

    def of(inner: Expr) -> tuple[Ir, ...] | None:
        return _holding(code, layout, local, inner, masks)

    everything = at_once(lambda _: True)
    if local not in free_locals(condition):
        holds = code.fn.reuse(code.scalar(condition))
        return tuple(select(holds, word, c64(0)) for word in everything)
    try:
        known = {kind: bool(bulk_conditions.value_for(code, condition, {local: kind})) for _, _, kind in layout.every()}
        return at_once(known.__getitem__)
    except constants.NoConstant:
        pass
    match condition:
        case expressions.Not(operand):
            inner = of(operand)
            return None if inner is None else tuple(a ^ b for a, b in zip(inner, everything, strict=True))
        case expressions.And(left, right) | expressions.Or(left, right):
            one = of(left)
            other = None if one is None else of(right)
            if one is None or other is None:
                return None
            op = "and" if isinstance(condition, expressions.And) else "or"
            return tuple(op2(op, a, b) for a, b in zip(one, other, strict=True))
        case expressions.Equal(left, right):
            return _compare(code, layout, local, "=", left, right, masks) or _compare(
                code, layout, local, "=", right, left, masks
            )
        case expressions.Compare(comparison, left, right):
            return _compare(code, layout, local, comparison, left, right, masks) or _compare(
                code, layout, local, _SWAPPED[comparison], right, left, masks
            )
        case _:
            return None


_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _compare(
    code: Lowering, layout: Slots, local: LocalId, comparison: str, mine: Expr, other: Expr, masks: Masks
) -> tuple[Ir, ...] | None:
    """Compares a constant of the kind with a number that does not depend on it: as a row of a table of masks."""
    if local in free_locals(other):
        return None
    try:
        values = {
            kind: bulk_words.number_for(code, bulk_conditions.value_for(code, mine, {local: kind}), mine.type)
            for _, _, kind in layout.every()
        }
    except constants.NoConstant:
        return None
    least, most = min(values.values()) - 1, max(values.values()) + 1
    if most - least > 255:
        return None
    # All numbers below the least value use the first row, all above the greatest the last row.
    rows = [
        masks(layout, [slot for slot, _, kind in layout.every() if _HOLDS[comparison](values[kind], number)])
        for number in range(least, most + 1)
    ]
    width = len(rows[0])
    table = code.ctx.memory.longs([word & (1 << 64) - 1 for row in rows for word in row])
    index = code.fn.reuse(code.scalar(other))
    low, high = span(other.type)
    if low < least or may_be_none(other.type):
        index = code.fn.reuse(select(lt(index, c(least)), c(least), index))
    if high > most:
        index = code.fn.reuse(select(lt(c(most), index), c(most), index))
    at = code.fn.reuse((index - least) * (8 * width))
    return tuple(code.fn.reuse(load("i64", at, table + 8 * w)) for w in range(width))


def rows(code: Lowering, layout: Slots, source: Expr) -> list[list[int]]:
    """Gives the sets of slots whose pieces can be offered at the same time: all slots, or those that share a value if a filter compares with one."""
    if isinstance(source, expressions.Filter) and isinstance(source.condition, expressions.Equal):
        condition = source.condition
        for mine, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if source.local not in free_locals(other):
                groups = by_value(code, layout, source.local, mine)
                if groups is not None:
                    return list(groups.values())
    return [[slot for slot, _, _ in layout.every()]]


def by_value(code: Lowering, layout: Slots, local: LocalId, of_kind: Expr) -> dict[int | None, list[int]] | None:
    """Groups the slots by the value of a formula of a piece; None if it depends on more than the kind."""
    of_kind = bulk_conditions.expand_calls(code, of_kind)
    groups: dict[int | None, list[int]] = {}
    try:
        for slot, _, kind in layout.every():
            value = bulk_conditions.value_for(code, of_kind, {local: kind})
            number = None if value is None else bulk_words.number_for(code, value, of_kind.type)
            groups.setdefault(number, []).append(slot)
    except constants.NoConstant:
        return None
    return groups

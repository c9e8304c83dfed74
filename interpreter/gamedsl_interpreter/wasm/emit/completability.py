"""Which decisions can certainly be completed from some step on: there a search need not try whether a value leads anywhere.

Nothing that is passed over may be able to fail, since the reference executor would try it.
"""

from __future__ import annotations

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Part, Requirement, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit import bulk_conditions
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.ir import Fn
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values import span


def always_passes(ctx: Context, part: Part) -> bool:
    """Whether a part of a plan can always be gone through, given that what follows can."""
    match part:
        case Bind(value=value):
            return _is_total(ctx, value)
        case YesNo(condition=condition):
            return condition is None or _is_total(ctx, condition)
        case Select():
            return is_free(part) and (part.number is None or span(part.number.type)[0] >= 0) and cannot_fail(ctx, part)
        case Requirement():
            return True  # its condition is looked at where it is due


def is_free(part: Select) -> bool:
    """Whether choosing nothing, or stopping early, is always allowed."""
    return part.quantity in ("any", "up_to") and part.least is None


def cannot_fail(ctx: Context, thing: Part | Plan) -> bool:
    """Whether nothing in a part, or in a whole plan, can run into a fault."""
    match thing:
        case Plan():
            offer = thing.offered_if is None or _is_total(ctx, thing.offered_if)
            return offer and all(cannot_fail(ctx, inner) for inner in (*thing.parts, *(thing.menu or ())))
        case Bind(value=value):
            return _is_total(ctx, value)
        case YesNo(condition=condition):
            return condition is None or _is_total(ctx, condition)
        case Requirement(condition=condition):
            return _is_total(ctx, condition)
        case Select():
            asked = (*thing.sources, thing.number, thing.distinct, thing.least)
            return all(expr is None or _is_total(ctx, expr) for expr in asked)


def most_chosen(ctx: Context, part: Part, condition: Expr, bound_later: frozenset[LocalId]) -> Expr | None:
    """What a selection of several must not be larger than, if that is all that a condition asks."""
    match part, condition:
        case Select(local=local), expressions.Compare("<=", expressions.Count(expressions.Local(id)), limit) if (
            id == local and part.quantity != "one"
        ):
            pass
        case Select(local=local), expressions.Compare(">=", limit, expressions.Count(expressions.Local(id))) if (
            id == local and part.quantity != "one"
        ):
            pass
        case _:
            return None
    is_early = not free_locals(limit) & (bound_later | {local})
    is_number = isinstance(limit.type, types.Int) and limit.type.low >= 0
    return limit if is_free(part) and is_early and is_number and _is_total(ctx, limit) else None


def _is_total(ctx: Context, expr: Expr) -> bool:
    return bulk_conditions.total(Lowering(ctx, Fn("", ("i32",), None)), expr)

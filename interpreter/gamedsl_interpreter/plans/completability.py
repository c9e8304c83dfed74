"""Finds the steps of a plan from which a move can certainly be completed. There, a search need not test whether a value leads to a complete move.

The parts that are not tried must not be able to fail, because the reference executor would try them.
"""

from __future__ import annotations

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Part, Requirement, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.plans.totality import Totality


def always_passes(totality: Totality, part: Part) -> bool:
    """Whether a part can always be completed if the parts after it can."""
    match part:
        case Bind(value=value):
            return totality.is_total(value)
        case YesNo(condition=condition):
            return condition is None or totality.is_total(condition)
        case Select():
            never_below_zero = part.number is None or span(part.number.type)[0] >= 0
            return is_free(part) and never_below_zero and cannot_fail(totality, part)
        case Requirement():
            return True  # its condition is considered elsewhere, where it is tested


def is_free(part: Select) -> bool:
    """Whether choosing nothing, or stopping early, is always allowed."""
    return part.quantity in ("any", "up_to") and part.least is None


def cannot_fail(totality: Totality, thing: Part | Plan) -> bool:
    """Whether no part of a plan, or of the plans in its menu, can run into a fault."""
    match thing:
        case Plan():
            is_offered = thing.offered_if is None or totality.is_total(thing.offered_if)
            return is_offered and all(cannot_fail(totality, inner) for inner in (*thing.parts, *(thing.menu or ())))
        case Bind(value=value):
            return totality.is_total(value)
        case YesNo(condition=condition):
            return condition is None or totality.is_total(condition)
        case Requirement(condition=condition):
            return totality.is_total(condition)
        case Select():
            asked = (*thing.sources, thing.number, thing.distinct, thing.least)
            return all(expr is None or totality.is_total(expr) for expr in asked)


def limit_of(totality: Totality, part: Part, condition: Expr, bound_later: frozenset[LocalId]) -> Expr | None:
    """Returns the number above which a selection of several fails a condition, if the condition tests nothing else and the number is known before the
    selection."""
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
    return limit if is_free(part) and is_early and is_number and totality.is_total(limit) else None
